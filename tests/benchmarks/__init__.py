"""Tests of what measures the house."""
