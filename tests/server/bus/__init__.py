"""Tests of the bus between processes."""
