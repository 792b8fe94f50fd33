"""Tests of ludoteca.server.transport."""
