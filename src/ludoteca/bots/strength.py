"""How strong the levels are: arena ratings, for levels that still play as they were measured."""

from functools import cache
from pathlib import Path

import msgspec

from ludoteca.bots.spec import levels_at

STRENGTHS = Path(__file__).with_name("strengths")
"""One file for each game that was measured, written by `python -m benchmarks.levels`."""


class Measured(msgspec.Struct, frozen=True, omit_defaults=True):
    """A level, or a bot beside them, in the arena: what played under its name, and its rating."""

    plays: str
    rating: int
    low: int
    high: int
    """The ends of the 95 % interval."""
    lost: float | None = None
    """The chance to win that it gives away with a move, on average, as the coach judges."""


@cache
def read_strengths(game: str) -> dict[int, dict[str, Measured]]:
    """Read what was measured at a game, by the number of players."""
    path = STRENGTHS / f"{game}.json"
    if not path.is_file():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[int, dict[str, Measured]])


def levels_of(game: str, players: int) -> dict[str, Measured]:
    """Return what was measured of the levels; one that plays otherwise by now is left out."""
    plays = levels_at(game, players)
    return {
        level: measured
        for level, measured in read_strengths(game).get(players, {}).items()
        if plays.get(level) == measured.plays
    }


def ratings_of(game: str, players: int = 2) -> dict[str, int]:
    """Return the ratings of the levels of a game.

    >>> ratings_of("a game that nobody measured")
    {}
    """
    return {level: measured.rating for level, measured in levels_of(game, players).items()}


def losses_of(game: str, players: int) -> dict[str, float]:
    """Return the chance that each level gives away with a move, as far as that was measured.

    >>> losses_of("a game that nobody measured", 2)
    {}
    """
    found = levels_of(game, players).items()
    return {level: measured.lost for level, measured in found if measured.lost is not None}
