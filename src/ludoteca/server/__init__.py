"""The server: sockets, people and storage around the tables."""
