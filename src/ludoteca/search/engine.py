"""A game's kernels for search, loaded once, with the arrays they need."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.core.types import State
from ludoteca.search import plain
from ludoteca.search.lookahead import POINT

STATES = 8
"""The root and some to work on."""

KNOWLEDGE = {"features_into": plain.features_into, "quick_choice": plain.quick_choice}
"""For games that have none of their own."""


class Kernels:
    """Some kernels of one game in one mode, and what to hand to them."""

    def __init__(self, game: Game, entries: tuple[Callable[..., Any], ...], mode: str) -> None:
        """Load the kernels; the first time this compiles them."""
        self.game = game
        self.mode = mode
        self.is_plain = mode == "interpreted"
        self.functions = kernel.load(entries, {**KNOWLEDGE, **game.functions}, mode)

    def states(self, root: State) -> Any:
        """Make room for a search from a root."""
        if self.is_plain:
            return [root.copy() for _ in range(STATES)]
        states = root.array(STATES)
        root.into(states, 0)
        return states

    def integers(self, length: int) -> Any:
        """Make a list of integers."""
        return [0] * length if self.is_plain else np.zeros(length, dtype=np.int64)

    def floats(self, length: int) -> Any:
        """Make a list of numbers."""
        return [0.0] * length if self.is_plain else np.zeros(length)

    def grid(self, rows: int, columns: int) -> Any:
        """Make a table of numbers."""
        return (
            [[0.0] * columns for _ in range(rows)] if self.is_plain else np.zeros((rows, columns))
        )

    def counters(self, rows: int, columns: int) -> Any:
        """Make a table of integers."""
        if self.is_plain:
            return [[0] * columns for _ in range(rows)]
        return np.zeros((rows, columns), dtype=np.int64)

    def given(self, values: Sequence[int]) -> Any:
        """Hand integers over."""
        return list(values) if self.is_plain else np.array(values, dtype=np.int64)

    def table(self, rows: Sequence[Sequence[int]]) -> Any:
        """Hand a table of integers over."""
        return [list(row) for row in rows] if self.is_plain else np.array(rows, dtype=np.int64)


@cache
def _loaded(game: Game, entries: tuple[Callable[..., Any], ...], mode: str) -> Kernels:
    return Kernels(game, entries, mode)


def loaded(game: Game, entries: tuple[Callable[..., Any], ...]) -> Kernels:
    """Give some kernels of a game in the best mode there is."""
    return _loaded(game, entries, kernel.best_mode())


def weights_of(game: Game, players: int) -> tuple[int, ...]:
    """Give the game's weights, or those of the score alone."""
    room = game.rooms.evaluation
    return (POINT,) if room is None else tuple(room.weights(players))
