"""A home for two modern board games: play, simulate, record and study them.

>>> import ludoteca
>>> match = ludoteca.Match("my_shelfie", players=["Ada", "Bo"], seed=7)
>>> match.push("d2e2>5")
Move('d2e2>5', seat=0)

`__all__` lists what is public and stays stable; docs/python.md shows how to use it. Names are
loaded when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludoteca import bots, games, record
    from ludoteca.api.match import Match
    from ludoteca.api.moves import Advice, Move
    from ludoteca.api.seat_view import SeatView
    from ludoteca.api.simulation import Simulation, simulate
    from ludoteca.api.tournament import Tournament, tournament
    from ludoteca.bots.base import Bot, Budget
    from ludoteca.core.errors import (
        IllegalMove,
        LudotecaError,
        MatchOver,
        MoveError,
        NotYourTurn,
        RecordError,
        UnreadableMove,
        UsageError,
    )
    from ludoteca.core.game import Game, View

__version__ = "1.0.0"

__all__ = [
    "Advice",
    "Bot",
    "Budget",
    "Game",
    "IllegalMove",
    "LudotecaError",
    "Match",
    "MatchOver",
    "Move",
    "MoveError",
    "NotYourTurn",
    "RecordError",
    "SeatView",
    "Simulation",
    "Tournament",
    "UnreadableMove",
    "UsageError",
    "View",
    "bots",
    "games",
    "record",
    "simulate",
    "tournament",
]

_HOMES = {
    "api.match": ("Match",),
    "api.moves": ("Advice", "Move"),
    "api.seat_view": ("SeatView",),
    "api.simulation": ("Simulation", "simulate"),
    "api.tournament": ("Tournament", "tournament"),
    "bots.base": ("Bot", "Budget"),
    "core.errors": (
        "IllegalMove", "LudotecaError", "MatchOver", "MoveError", "NotYourTurn", "RecordError",
        "UnreadableMove", "UsageError",
    ),
    "core.game": ("Game", "View"),
}  # fmt: skip
"""Where each name is defined; what is missing here is a package."""


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module 'ludoteca' has no attribute {name!r}")
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        return import_module(f"ludoteca.{name}")
    found = getattr(import_module(f"ludoteca.{home}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List what is public."""
    return [*__all__, "__version__"]
