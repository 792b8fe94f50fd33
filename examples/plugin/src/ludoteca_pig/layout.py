"""Where each thing of Pig sits in the state."""

from typing import Annotated

from ludoteca.core.types import Shape, Short, Small, State

SEATS = 4
"""The most players."""

TARGETS = (100, 50)
"""The points that win: the option of the game."""


class Pig(State):
    """All there is to know about a position; nothing is hidden."""

    players: Small
    target: Small
    turn: Small
    turns: Short  # how many turns have been taken
    pot: Small  # what this turn has brought so far
    due: Small  # 1 while the die is rolling
    over: Small
    points: Annotated[list[int], Shape("i1", SEATS)]


def option_indices(s: Pig) -> tuple[int]:
    """Read the option back."""
    return (TARGETS.index(s.target),)
