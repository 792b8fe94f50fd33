"""Tests of the storage, on both databases."""
