"""Playing on from a position, for any game, inside compiled kernels."""
