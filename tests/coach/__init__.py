"""Tests of `ludoteca.coach`."""
