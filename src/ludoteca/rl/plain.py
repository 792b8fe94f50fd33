"""What the kernels know of a game that offers no fast way: its legal actions, one by one."""

from collections.abc import MutableSequence
from typing import Any

from ludoteca.core.engine import count_legal, nth_legal


def mask_into(s: Any, seat: int, out: MutableSequence[int]) -> None:
    """Mark each legal action."""
    for n in range(count_legal(s, seat)):
        out[nth_legal(s, seat, n)] = 1
