"""How strong the levels are: arena ratings, for levels that still play as they were measured."""

from functools import cache
from pathlib import Path

import msgspec

from ludoteca.bots.spec import LEVELS

STRENGTHS = Path(__file__).with_name("strengths")
"""One file for each game that was measured, written by `python benchmarks/levels.py`."""


class Measured(msgspec.Struct, frozen=True):
    """A level in the arena: what played under its name, and its rating there."""

    plays: str
    rating: int
    low: int
    high: int
    """The ends of the 95 % interval."""


@cache
def read_strengths(game: str) -> dict[str, Measured]:
    """Read what was measured of the levels of a game, two players each."""
    path = STRENGTHS / f"{game}.json"
    if not path.is_file():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Measured])


def ratings_of(game: str) -> dict[str, int]:
    """Return the ratings of the levels of a game; a level that plays otherwise by now is left out.

    >>> ratings_of("a game that nobody measured")
    {}
    """
    return {
        level: measured.rating
        for level, measured in read_strengths(game).items()
        if LEVELS.get(level) == measured.plays
    }
