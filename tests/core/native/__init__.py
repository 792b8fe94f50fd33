"""Tests of `ludoteca.core.native`."""
