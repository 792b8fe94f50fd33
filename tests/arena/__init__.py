"""Tests of `ludoteca.arena`."""
