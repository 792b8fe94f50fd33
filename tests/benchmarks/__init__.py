"""Tests of what measures the runtime."""
