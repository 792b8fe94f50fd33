"""Tests of the whole project, in the shape of the source tree."""
