"""Tests of My Shelfie."""
