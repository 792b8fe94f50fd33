"""Legal actions listed by a kernel: Python takes a millisecond for many."""

from collections.abc import MutableSequence

from ludoteca.core.engine import count_legal, nth_legal
from ludoteca.core.types import States


def list_legal(states: States, seat: int, actions: MutableSequence[int]) -> int:
    """Write the legal actions of a seat that may move; return their number."""
    s = states[0]
    count = count_legal(s, seat)
    for n in range(count):
        actions[n] = nth_legal(s, seat, n)
    return count
