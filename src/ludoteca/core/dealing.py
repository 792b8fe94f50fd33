"""Dealing for games that have no faster way than one outcome after the other."""

from collections.abc import MutableSequence
from typing import Any

from ludoteca.core.engine import outcome_of, put_outcome, roll_size
from ludoteca.core.generator import below


def deal_all(s: Any, rng: MutableSequence[int]) -> None:
    """Roll and put outcomes until no deal is due."""
    size = roll_size(s)
    while size > 0:
        put_outcome(s, outcome_of(s, below(rng, size)))
        size = roll_size(s)
