"""Tests of `ludoteca.record`."""
