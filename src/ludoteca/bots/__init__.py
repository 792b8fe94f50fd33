"""Players that are programs: every module here with a `choose` is a bot, found by its name."""

import importlib
from functools import cache
from pathlib import Path

from ludoteca.bots.base import Bot, Budget
from ludoteca.core.errors import UsageError

_OTHERS = ("__init__", "base", "external", "spec", "strength")
"""Modules here that are no bots."""

__all__ = ["Bot", "Budget", "load", "names"]


@cache
def names() -> tuple[str, ...]:
    """Name all bots, sorted.

    >>> "random" in names()
    True
    """
    here = Path(__file__).parent
    found = (path.stem for path in here.glob("*.py"))
    return tuple(sorted(name for name in found if name not in _OTHERS))


def load(name: str) -> Bot:
    """Return a bot by its name."""
    if name not in names():
        raise UsageError(f"there is no bot {name!r}; the bots are: {', '.join(names())}")
    bot: Bot = importlib.import_module(f"{__name__}.{name}")
    return bot
