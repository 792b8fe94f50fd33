"""Tests of the words of the house."""
