"""Environments for learners, and data: the same matches in the forms that learning tools expect."""
