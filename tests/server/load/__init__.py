"""Tests of the load that is put on a server."""
