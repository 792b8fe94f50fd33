"""Tests of the HTTP API, over a real server."""
