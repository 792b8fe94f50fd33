"""Calling people back: push messages and e-mail for those who are not connected."""
