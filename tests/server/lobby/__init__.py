"""Tests of ludoteca.server.lobby."""
