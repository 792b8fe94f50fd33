"""Tests of the house itself: its files, its locks and its habits."""
