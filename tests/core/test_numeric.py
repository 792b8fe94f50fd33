"""Floating-point functions of our own: how exact, and the same in every mode."""

import math
from collections.abc import Iterator

from ludoteca.core import kernel
from ludoteca.core.numeric import FURTHEST, exp
from tests.core.modes import each_mode


def arguments() -> Iterator[float]:
    """Return numbers of all sizes that have an exponential, close ones and far ones."""
    for n in range(-4956, 4957):
        yield n / 7.0
        yield n / 700.0
        yield n / 70_000.0


def test_the_exponential_is_exact_to_eleven_digits() -> None:
    assert exp(0.0) == 1.0
    for x in arguments():
        assert math.isclose(exp(x), math.exp(x), rel_tol=1e-11), x


def test_far_numbers_neither_overflow_nor_vanish() -> None:
    for x in (709.0, 1e6, 1e300, math.inf):
        assert exp(x) == exp(FURTHEST) < math.inf
        assert exp(-x) == exp(-FURTHEST) > 0.0


@each_mode
def test_the_exponential_is_the_same_bit_for_bit_in_every_mode(mode: str) -> None:
    loaded = kernel.load((exp,), {}, mode=mode).functions
    assert all(loaded.exp(x) == exp(x) for x in arguments())
