"""Tests of what an admin may do."""
