"""Tests of what plays without a server."""
