"""Where tables, people and finished matches are kept: SQLite or PostgreSQL behind one port."""
