"""Tests of `ludoteca.cli`."""
