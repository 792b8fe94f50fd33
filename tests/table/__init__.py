"""Tests of `ludoteca.table`."""
