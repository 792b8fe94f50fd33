"""What a search expects of a move: every seat's chance to win and points, and their parts."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.game import Game


@dataclass(frozen=True)
class Line:
    """One move that a bot thought about, and what it expects of it."""

    action: int
    win: float
    """The chance to win."""
    score: float
    """The final score of its seat."""
    playouts: int
    chances: tuple[float, ...] = ()
    """The chance of every seat; they add up to 1. Empty if the bot does not know."""
    scores: tuple[float, ...] = ()
    """The final score of every seat."""
    parts: tuple[float, ...] = ()
    """The parts of the final score of its own seat, as `part_names` lists them."""


def part_names(game: Game) -> tuple[str, ...]:
    """Name the parts of a score that a search can tell apart."""
    if "parts_into" not in vars(game.engine):
        return ("total",)
    return tuple(getattr(game.modules.scoring, "PARTS"))  # noqa: B009 - not every game has it


def line_of(action: int, seat: int, players: int, sums: Sequence[float], playouts: int) -> Line:
    """Sum up the playouts of a move; `sums` has a row of `ends` as `search.tree` has it."""
    chances = tuple(float(value) / playouts for value in sums[:players])
    ended, *rest = (float(value) for value in sums[players:])
    means = [value / ended for value in rest]
    scores, parts = tuple(means[:players]), tuple(means[players:])
    return Line(action, chances[seat], scores[seat], playouts, chances, scores, parts)
