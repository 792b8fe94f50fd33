"""Sockets: from bytes to messages and back."""
