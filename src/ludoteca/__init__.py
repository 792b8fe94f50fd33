"""A home for two modern board games: play, simulate, record and study them."""

__version__ = "1.0.0"
