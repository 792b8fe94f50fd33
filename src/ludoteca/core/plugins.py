"""Games and bots of other packages, found by their entry points.

A package names them in its `pyproject.toml`; once it is installed, they are there. A plug-in that
can't be used is left out with a warning of one sentence, and harms nothing else.
"""

import importlib
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

GAMES, BOTS = "ludoteca.games", "ludoteca.bots"
"""The groups of entry points."""

T = TypeVar("T")


class PluginWarning(UserWarning):
    """A plug-in can't be used; the message says which one and why."""


def load_plugins(group: str, own: Iterable[str], check: Callable[[str, Any], T]) -> Mapping[str, T]:
    """Load all plug-ins of a group; `check` returns what is used, or raises what is wrong with it.

    A name of our own, or one that another package has taken, is refused.
    """
    from importlib import metadata  # long to import, and our own games and bots do without

    taken = dict.fromkeys(own, "ludoteca itself")
    found: dict[str, T] = {}
    points = [
        (point.name, point.dist.name if point.dist is not None else "a package", point)
        for point in metadata.entry_points(group=group)
    ]
    for name, package, point in sorted(points, key=lambda found: found[:2]):
        about = f"the plug-in {name!r} of {package} is left out"
        if name in taken:
            _warn(f"{about}: {taken[name]} has this name already")
            continue
        try:
            found[name] = check(name, point.load())
        except Exception as error:  # whatever a plug-in does, the others go on
            _warn(f"{about}: {_reason(error)}")
        else:
            taken[name] = package
    return found


def import_plugin(name: str) -> Any:
    """Import a module by its full name, such as that of a bot of one's own."""
    return importlib.import_module(name)


def _reason(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _warn(sentence: str) -> None:
    warnings.warn(sentence, PluginWarning, stacklevel=2)
