"""How large the samples are: small for every run, large for `./check soak`."""

import os

SOAK = bool(os.environ.get("LUDOTECA_SOAK"))


def size(small: int, large: int) -> int:
    """Choose between the everyday size and that of the soak."""
    return large if SOAK else small
