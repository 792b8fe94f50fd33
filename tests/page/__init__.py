"""The page: what it is built from, and matches in a real browser."""
