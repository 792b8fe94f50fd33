"""What a bot is: a module with one function that chooses a move from a view."""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import Protocol

from ludoteca.core.game import Game, View


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move; the first limit reached ends it."""

    milliseconds: int | None = None
    playouts: int | None = None


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
