"""What a bot is: a module with one function that chooses a move from a view."""

import time
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludoteca.core.game import Game, View
from ludoteca.search.expectation import Line

__all__ = ["Bot", "Budget", "Line", "Stopwatch", "Thought", "bounded"]


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move; the first limit reached ends it.

    With playouts alone the choice depends only on the view and the generator.
    """

    milliseconds: int | None = None
    playouts: int | None = None
    clock: Callable[[], float] = field(default=time.perf_counter, compare=False)


def bounded(usual: float, least: float, most: float) -> Any:
    """Make a field of a bot's settings: a number with its usual value and its range."""
    return field(default=usual, metadata={"least": least, "most": most})


@dataclass(frozen=True)
class Thought:
    """A bot's choice and its reasons, the best move first."""

    lines: list[Line]
    playouts: int

    @property
    def action(self) -> int:
        """The choice."""
        return self.lines[0].action


class Bot(Protocol):
    """A bot; its docstring is its description."""

    def choose(
        self,
        game: Game,
        view: View,
        legal: Sequence[int],
        rng: MutableSequence[int],
        budget: Budget,
    ) -> int:
        """Choose one of the legal actions, knowing only the view."""


class Stopwatch:
    """Keeps a budget: says how much of it is used."""

    def __init__(self, budget: Budget, usual: int) -> None:
        """Start; `usual` is the time in milliseconds for a budget without any limit."""
        self._clock = budget.clock
        self._began = self._asked = budget.clock()
        limit = budget.milliseconds
        if limit is None and budget.playouts is None:
            limit = usual
        self._seconds = None if limit is None else limit / 1000
        self._playouts = budget.playouts

    def planned(self, playouts: int) -> float:
        """Return the share of the budget that some playouts take; 0 if time alone counts."""
        return playouts / self._playouts if self._playouts is not None else 0.0

    def used(self, playouts: int) -> float:
        """Return the used share of the budget; 1 or more means stop.

        As much time as has passed since the last question counts as used: the next slice of work
        must still fit. The clock is read even if only playouts count: where there are no threads,
        it lets others have their turn.
        """
        shares, now = [0.0], self._clock()
        if self._seconds is not None:
            shares.append((2 * now - self._asked - self._began) / self._seconds)
            self._asked = now
        if self._playouts is not None:
            shares.append(playouts / self._playouts)
        return max(shares)
