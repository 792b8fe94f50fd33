"""How large the samples are: small for every run, large for `./check soak`."""

import os

SOAK = bool(os.environ.get("LUDOTECA_SOAK"))

SHRINK = {"interpreted": 10, "checked": 5}.get(os.environ.get("LUDOTECA_ENGINE", ""), 1)
"""Runs in a special mode look for other faults than large samples do, and are slower."""


def fixed_size(small: int, large: int) -> int:
    """Choose in the same way where the mode does not matter."""
    return large if SOAK else small


def size(small: int, large: int) -> int:
    """Choose between the everyday size and that of the soak."""
    return large if SOAK else max(1, small // SHRINK)
