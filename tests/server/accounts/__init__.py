"""Tests of ludoteca.server.accounts."""
