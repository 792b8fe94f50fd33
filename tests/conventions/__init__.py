"""Tests of the repository itself: its files, its locks, its conventions."""
