"""Arrays that belong to the caller, and are reused once nobody holds them."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Arrays = tuple[Array, ...]

KEPT = 4
"""Number of sets of arrays kept for reuse."""

COUNTS_ARE_EXACT = getattr(sys, "_is_gil_enabled", lambda: True)()
"""Without Python's lock they are not."""


def _references(arrays: Sequence[Array]) -> list[int]:
    """Count the references to each array."""
    return [sys.getrefcount(array) for array in arrays]


_UNHELD = max(_references((np.empty(0),)))
"""References to an array that nobody else holds, by the same count."""


class Pool:
    """Gives out sets of arrays.

    Those given earlier serve again once they have been dropped: new pages of memory would cost more
    than all that a step writes into them.
    """

    def __init__(self, make: Callable[[], Arrays]) -> None:
        """Take what makes a new set."""
        self._make = make
        self._issued: list[Arrays] = []

    def fresh(self) -> Arrays:
        """Return a set that nobody else holds; what is in it is left over from before."""
        for arrays in self._issued:
            if COUNTS_ARE_EXACT and max(_references(arrays)) <= _UNHELD:
                return arrays
        arrays = self._make()
        self._issued = [*self._issued[1 - KEPT :], arrays]
        return arrays
