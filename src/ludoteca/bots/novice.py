"""Looks at some of the moves, chosen at random, and makes the one that looks best.

It means well and overlooks much: an opponent for the first matches.
"""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass

from ludoteca.bots.base import Budget, bounded
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below
from ludoteca.search.candidates import given_looks
from ludoteca.search.engine import loaded

LEAST = 2
"""Moves that it looks at in any case."""


@dataclass(frozen=True)
class NoviceSettings:
    """What can be set: `novice?share=40`."""

    share: int = bounded(20, 1, 100)
    """How many of the legal moves it looks at, per cent."""


USUAL = NoviceSettings()


def choose(
    game: Game,
    view: View,
    legal: Sequence[int],
    rng: MutableSequence[int],
    budget: Budget,
    settings: NoviceSettings = USUAL,
) -> int:
    """Choose the best-looking of some actions."""
    left = list(legal)
    count = min(len(left), max(LEAST, -(-settings.share * len(left) // 100)))
    seen = [left.pop(below(rng, len(left))) for _ in range(count)]
    looks = given_looks(loaded(game), view, seen)
    return seen[max(range(count), key=lambda n: looks[n])]
