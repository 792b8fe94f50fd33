"""Tests of `ludoteca.bots`."""
