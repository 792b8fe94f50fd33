"""Tests of the whole house, in the shape of the source tree."""
