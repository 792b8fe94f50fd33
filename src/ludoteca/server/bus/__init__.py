"""Hints between the processes of one server: in memory, or over Redis or Valkey."""
