"""What search knows of a game without a module for knowledge: its score, and its legal moves."""

from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.engine import count_legal, fill_unknown, nth_legal, score
from ludoteca.core.engine import quick_choice as any_quick_choice
from ludoteca.core.generator import below


def features_into(s: Any, seat: int, out: MutableSequence[int]) -> None:
    """Look at the score alone."""
    out[0] = score(s, seat)


def inputs_into(s: Any, seat: int, out: MutableSequence[int]) -> None:
    """Look at the score alone."""
    out[0] = score(s, seat)


def quick_choice(s: Any, seat: int, rng: MutableSequence[int]) -> int:
    """Choose any legal action."""
    return nth_legal(s, seat, below(rng, count_legal(s, seat)))


def careful_choice(s: Any, seat: int, rng: MutableSequence[int]) -> int:
    """Choose as the quick policy does."""
    return any_quick_choice(s, seat, rng)


def information(s: Any, seat: int) -> int:
    """Know of nothing that tells worlds apart."""
    return 0


def parts_into(s: Any, seat: int, out: MutableSequence[int]) -> None:
    """Know the score as a whole only."""
    out[0] = score(s, seat)


def weigh_unknown(s: Any, seat: int, out: MutableSequence[int]) -> None:
    """Know nothing about what is hidden."""


def fill_weighed(s: Any, seat: int, weights: Sequence[int], rng: MutableSequence[int]) -> None:
    """Take every possibility for equally likely."""
    fill_unknown(s, seat, rng)
