"""Tests of tables that are awake."""
