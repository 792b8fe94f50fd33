"""Administration: tables, people and backups, while the server runs."""
