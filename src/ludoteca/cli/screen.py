"""Text on a terminal: colours where it has them, plain marks where not."""

import os
import sys

from ludoteca.core.ink import coloured, plain


def has_colour() -> bool:
    """Say whether standard output shows colours (NO_COLOR and TERM=dumb say no)."""
    if "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def show(text: str) -> None:
    """Print a drawing."""
    print(coloured(text) if has_colour() else plain(text))
