"""Tests of `ludoteca.search`."""
