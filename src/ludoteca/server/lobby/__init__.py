"""The public list of tables, and taking a seat."""
