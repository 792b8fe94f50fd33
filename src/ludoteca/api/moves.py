"""A move as an object: what it is in text, in fields and as a number."""

from dataclasses import dataclass, field
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.types import State


@dataclass(frozen=True)
class Move:
    """One move of one seat; two moves are equal if seat and action are."""

    seat: int
    """Who makes it."""
    action: int
    """Its number, as bots and learners use it."""
    text: str = field(compare=False)
    """How it is written in a record, and what `Match.push` takes."""
    fields: dict[str, Any] = field(compare=False)
    """What it consists of, in the words of the game."""

    def __str__(self) -> str:
        """Write the move."""
        return self.text

    def __repr__(self) -> str:
        """Show seat and text."""
        return f"Move({self.text!r}, seat={self.seat})"


@dataclass(frozen=True)
class Advice:
    """A move that a bot has thought about, and what it expects of it."""

    move: Move
    win: float
    """The chance to win, from 0 to 1."""
    score: float
    """The expected final score of the seat."""
    playouts: int
    """How many matches the bot played out after this move."""

    def __str__(self) -> str:
        """Tell move, chance and score in a line."""
        return f"{self.move}: wins {self.win:.0%}, {self.score:.1f} points"


def move_of(game: Game, state: State, seat: int, action: int) -> Move:
    """Describe an action in the position before it."""
    notation = game.modules.notation
    text = notation.format_move(state, seat, action)
    return Move(seat, action, text, dict(notation.move_fields(state, seat, action)))
