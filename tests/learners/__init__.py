"""Learners and readers of others, in an environment of their own: `./check learning`."""
