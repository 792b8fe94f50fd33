"""Load on a server of our own on this machine: many tables at human pace, timed move by move."""
