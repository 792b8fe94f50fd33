"""All search kernels of a game, loaded once, with the arrays they need."""

from functools import cache
from typing import Any

import numpy as np

from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.core.types import State
from ludoteca.search import flat, lookahead, plain

STATES = 4
"""The root and three to work on."""


class Searcher:
    """The search kernels of one game in one mode."""

    def __init__(self, game: Game, mode: str) -> None:
        """Load the kernels; the first time this compiles them."""
        self.game = game
        self.mode = mode
        knowledge = {
            "features_into": plain.features_into,
            "quick_choice": plain.quick_choice,
        }
        entries = (lookahead.rank_moves, lookahead.look_ahead, flat.play_candidates)
        self.kernels = kernel.load(entries, {**knowledge, **game.functions}, mode)

    def states(self, root: State) -> Any:
        """Make room for a search from a root."""
        if self.mode == "interpreted":
            return [root.copy() for _ in range(STATES)]
        states = root.array(STATES)
        root.into(states, 0)
        return states

    def integers(self, length: int) -> Any:
        """Make a list of integers for kernels."""
        return [0] * length if self.mode == "interpreted" else np.zeros(length, dtype=np.int64)

    def floats(self, length: int) -> Any:
        """Make a list of numbers for kernels."""
        return [0.0] * length if self.mode == "interpreted" else np.zeros(length)

    def given(self, values: Any) -> Any:
        """Hand integers to kernels."""
        return list(values) if self.mode == "interpreted" else np.array(values, dtype=np.int64)


@cache
def _searcher(game: Game, mode: str) -> Searcher:
    return Searcher(game, mode)


def searcher(game: Game) -> Searcher:
    """Give the kernels of a game in the best mode there is."""
    return _searcher(game, kernel.best_mode())


def weights_of(game: Game, players: int) -> tuple[int, ...]:
    """Give the game's weights, or those of the score alone."""
    room = game.rooms.evaluation
    return (lookahead.POINT,) if room is None else tuple(room.weights(players))
