"""Plays any legal move, each equally likely."""

from collections.abc import MutableSequence, Sequence

from ludoteca.bots.base import Budget
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below


def choose(
    game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int], budget: Budget
) -> int:
    """Choose a legal action at random."""
    return legal[below(rng, len(legal))]
