"""Tests of Codex Naturalis."""
