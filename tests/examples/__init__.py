"""Tests of the examples, and of the blocks of code in the page that shows them."""
