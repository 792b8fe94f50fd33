"""A home for two modern board games: play, simulate, record and study them."""

__version__ = "0.1.0"
