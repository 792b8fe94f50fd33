"""Tests of `ludoteca.api`."""
