"""Tests of datasets."""
