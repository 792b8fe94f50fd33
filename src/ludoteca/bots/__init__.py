"""Players that are programs: every module here with a `choose` is a bot, found by its name.

Other packages may bring more by entry points; any module with a `choose` can be used by its full
name, like `mypackage.mybot`.
"""

import importlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from ludoteca.bots.base import Bot, Budget
from ludoteca.core import plugins
from ludoteca.core.errors import UsageError

_OTHERS = ("__init__", "base", "external", "spec", "strength")
"""Modules here that are no bots."""

__all__ = ["Bot", "Budget", "load", "names"]


@cache
def own_names() -> tuple[str, ...]:
    """Name the bots of this package, sorted.

    >>> "random" in own_names()
    True
    """
    here = Path(__file__).parent
    found = {path.stem for path in here.glob("*.py*")}  # .pyc where only code is kept
    return tuple(sorted(name for name in found if name not in _OTHERS))


@cache
def _plugins() -> Mapping[str, Bot]:
    from ludoteca.bots.spec import LEVELS

    return plugins.load_plugins(plugins.BOTS, (*own_names(), *LEVELS, "exec"), _checked)


def _checked(name: str, found: Any) -> Bot:
    """Return the bot of a plug-in or module, if it is one."""
    if not callable(getattr(found, "choose", None)):
        raise TypeError("it has no function `choose`")
    if not name.isidentifier():
        raise ValueError("the name of a bot is letters, digits and _")
    return cast(Bot, found)


@cache
def names() -> tuple[str, ...]:
    """Name all bots, sorted.

    >>> "random" in names()
    True
    """
    return tuple(sorted((*own_names(), *_plugins())))


def is_module(name: str) -> bool:
    """Return whether a name is that of a module somewhere, like mypackage.mybot.

    >>> is_module("mypackage.mybot"), is_module("greedy")
    (True, False)
    """
    parts = name.split(".")
    return len(parts) > 1 and all(part.isidentifier() for part in parts)


def load(name: str) -> Bot:
    """Return a bot by its name, or by the full name of its module."""
    if name in own_names():
        bot: Bot = importlib.import_module(f"{__name__}.{name}")
        return bot
    if name in _plugins():
        return _plugins()[name]
    if not is_module(name):
        raise UsageError(f"there is no bot {name!r}; the bots are: {', '.join(names())}")
    try:
        return _checked("module", plugins.import_plugin(name))
    except Exception as error:
        raise UsageError(f"{name} can't be used as a bot: {error}") from error
