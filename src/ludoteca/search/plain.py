"""What search knows of a game without a module for knowledge: its score, and its legal moves."""

from collections.abc import MutableSequence
from typing import Any

from ludoteca.core.engine import count_legal, nth_legal, score
from ludoteca.core.generator import below


def features_into(s: Any, seat: int, out: MutableSequence[int]) -> None:
    """Look at the score alone."""
    out[0] = score(s, seat)


def quick_choice(s: Any, seat: int, rng: MutableSequence[int]) -> int:
    """Choose any legal action."""
    return nth_legal(s, seat, below(rng, count_legal(s, seat)))
