"""Tests of the documents: they are whole, current, and what they show works."""
