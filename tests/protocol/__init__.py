"""Tests of `ludoteca.core`."""
