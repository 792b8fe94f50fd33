"""How strong the levels are: arena ratings, for levels that still play as they were measured."""

from collections.abc import Sequence
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
    """The chance to win that it gives away with a move in contested positions, on average."""


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

    The weakest level is first, and none gives away more than a weaker one: where a measurement says
    otherwise, the levels are not told apart.

    >>> losses_of("a game that nobody measured", 2)
    {}
    """
    found = sorted(levels_of(game, players).items(), key=lambda item: item[1].rating)
    known = {level: measured.lost for level, measured in found if measured.lost is not None}
    return dict(zip(known, pooled(list(known.values())), strict=True))


def pooled(values: Sequence[float]) -> list[float]:
    """Replace neighbours that rise by their mean, until the values never rise.

    >>> pooled([0.5, 0.25, 0.75, 0.125])
    [0.5, 0.5, 0.5, 0.125]
    """
    pools: list[list[float]] = []
    for value in values:
        pools.append([value])
        while len(pools) > 1 and _mean(pools[-2]) < _mean(pools[-1]):
            last = pools.pop()
            pools[-1] += last
    return [round(_mean(pool), 4) for pool in pools for _ in pool]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
