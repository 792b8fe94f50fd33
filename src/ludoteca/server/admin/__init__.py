"""For whoever runs the server: tables, people and backups, while it runs."""
