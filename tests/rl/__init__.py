"""Tests of the environments for learners, and of data."""
