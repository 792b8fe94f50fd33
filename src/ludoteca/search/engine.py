"""A game's kernels for search, loaded once, with the arrays they need."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.core.types import State
from ludoteca.search import (
    duel,
    flat,
    legal,
    lookahead,
    plain,
    playout,
    samples,
    tree,
    worlds,
)

STATES = 8
"""The root and some to work on."""

ENTRIES = (
    playout.play_matches,
    playout.play_logged,
    legal.list_legal,
    lookahead.rank_moves,
    lookahead.look_ahead,
    flat.play_candidates,
    tree.grow_tree,
    duel.play_duels,
    samples.play_samples,
    worlds.weigh,
)
"""Every kernel of this package that Python calls."""

KNOWLEDGE: dict[str, Callable[..., Any]] = {
    "features_into": plain.features_into,
    "inputs_into": plain.inputs_into,
    "quick_choice": plain.quick_choice,
    "careful_choice": plain.careful_choice,
    "information": plain.information,
    "parts_into": plain.parts_into,
    "weigh_unknown": plain.weigh_unknown,
    "fill_weighed": plain.fill_weighed,
}
"""For games that have none of their own."""


class SearchKernels:
    """The kernels of one game in one mode, and what to hand to them."""

    def __init__(self, game: Game, mode: str | None = None) -> None:
        """Load the kernels in a mode, else in the best there is."""
        provided = {**KNOWLEDGE, **vars(game.engine)}
        self._take(game, kernel.load(ENTRIES, provided, type(game.new_state()), game.id, mode))

    def _take(self, game: Game, made: kernel.LoadedKernels) -> None:
        self.game, self.mode, self.functions = game, made.mode, made.functions
        self.is_plain = made.mode == "interpreted"

    def states(self, root: State) -> Any:
        """Make room for a search from a root."""
        if self.is_plain:
            return [root.copy() for _ in range(STATES)]
        states = root.array(STATES)
        root.into(states, 0)
        return states

    def integers(self, length: int) -> Any:
        """Make a row of integers, all 0."""
        return [0] * length if self.is_plain else _zeros((length,), "i8")

    def floats(self, length: int) -> Any:
        """Make a row of numbers, all 0."""
        return [0.0] * length if self.is_plain else _zeros((length,), "f8")

    def grid(self, rows: int, columns: int) -> Any:
        """Make a table of numbers, all 0."""
        if self.is_plain:
            return [[0.0] * columns for _ in range(rows)]
        return _zeros((rows, columns), "f8")

    def counters(self, rows: int, columns: int) -> Any:
        """Make a table of integers, all 0."""
        if self.is_plain:
            return [[0] * columns for _ in range(rows)]
        return _zeros((rows, columns), "i8")

    def given(self, values: Sequence[int]) -> Any:
        """Hand integers over."""
        return list(values) if self.is_plain else _array(values)

    def given_floats(self, values: Sequence[float]) -> Any:
        """Hand numbers over."""
        found = self.floats(len(values))
        found[:] = values
        return found

    def table(self, rows: Sequence[Sequence[int]]) -> Any:
        """Hand a table of integers over."""
        return [list(row) for row in rows] if self.is_plain else _array(rows)

    def beliefs(self, states: Any, seat: int, *, wanted: bool = True) -> Any:
        """Return what a seat believes about what its view, state 0, leaves open.

        Empty where nothing is believed: all that is possible is then equally likely.
        """
        belief = self.game.modules.belief
        found = self.integers(belief.WEIGHTS if belief is not None and wanted else 0)
        if len(found):
            self.functions.weigh(states, seat, found)
        return found


def _zeros(shape: tuple[int, ...], element: str) -> Any:
    import numpy as np  # here, so that interpreted kernels do without it

    return np.zeros(shape, dtype=element)


def _array(values: Any) -> Any:
    import numpy as np

    return np.array(values, dtype=np.int64)


_elsewhere: list[Callable[[Game], SearchKernels | None]] = []


def provide(make: Callable[[Game], SearchKernels | None]) -> None:
    """Let kernels come from elsewhere, for games that have some there: in a browser."""
    _elsewhere[:] = [make]
    _loaded.cache_clear()


@cache
def _loaded(game: Game, mode: str | None) -> SearchKernels:
    given = [made for make in _elsewhere if (made := make(game)) is not None]
    return given[0] if given else SearchKernels(game, mode)


def loaded(game: Game, mode: str | None = None) -> SearchKernels:
    """Return the kernels of a game in a mode: given, or set, or the best there is."""
    return _loaded(game, mode or kernel.wanted_mode())


_weights: ContextVar[tuple[Game, tuple[int, ...]] | None] = ContextVar("weights", default=None)


@contextmanager
def judging_by(game: Game, weights: Sequence[int]) -> Iterator[None]:
    """Judge positions of a game by other weights meanwhile; other threads do not notice."""
    token = _weights.set((game, tuple(weights)))
    try:
        yield
    finally:
        _weights.reset(token)


def weights_of(game: Game, players: int) -> tuple[int, ...]:
    """Return the game's weights, or those of the score alone; or what `judging_by` gives."""
    given = _weights.get()
    if given is not None and given[0] is game:
        return given[1]
    evaluation = game.modules.evaluation
    return (lookahead.POINT,) if evaluation is None else tuple(evaluation.weights(players))
