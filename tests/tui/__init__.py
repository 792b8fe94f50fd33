"""Tests of the terminal program."""
