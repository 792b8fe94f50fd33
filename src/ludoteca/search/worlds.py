"""Worlds that agree with a view: all equally likely, or as likely as the play makes them."""

from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.engine import fill_unknown, fill_weighed, weigh_unknown
from ludoteca.core.types import States

Numbers = MutableSequence[int]


def weigh(states: States, seat: int, beliefs: Numbers) -> None:
    """Write what a seat believes about the things that its view, state 0, leaves open."""
    weigh_unknown(states[0], seat, beliefs)


def fill_world(s: Any, seat: int, beliefs: Sequence[int], rng: Numbers) -> None:
    """Decide what is open by the beliefs; without any, all possibilities are equally likely."""
    if len(beliefs) == 0:
        fill_unknown(s, seat, rng)
    else:
        fill_weighed(s, seat, beliefs, rng)
