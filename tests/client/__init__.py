"""Tests of `ludoteca.client`."""
