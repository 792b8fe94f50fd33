"""Numbers that watch whether every step of a calculation fits a signed 64-bit integer."""

from typing import Self

SMALLEST, LARGEST = -(2**63), 2**63 - 1


class Watched(int):
    """A number that complains when a step of a calculation leaves 63 bits."""

    def _kept(self, result: int) -> Self:
        assert SMALLEST <= result <= LARGEST, "a signed 64-bit integer does not hold this"
        return type(self)(result)

    def __add__(self, other: int) -> Self:
        """Add."""
        return self._kept(int(self) + int(other))

    def __sub__(self, other: int) -> Self:
        """Subtract."""
        return self._kept(int(self) - int(other))

    def __mul__(self, other: int) -> Self:
        """Multiply."""
        return self._kept(int(self) * int(other))

    def __mod__(self, other: int) -> Self:
        """Take the rest."""
        return self._kept(int(self) % int(other))

    def __and__(self, other: int) -> Self:
        """Keep bits."""
        return self._kept(int(self) & int(other))

    def __or__(self, other: int) -> Self:
        """Join bits."""
        return self._kept(int(self) | int(other))

    def __xor__(self, other: int) -> Self:
        """Compare bits."""
        return self._kept(int(self) ^ int(other))

    def __lshift__(self, other: int) -> Self:
        """Shift up."""
        return self._kept(int(self) << int(other))

    def __rshift__(self, other: int) -> Self:
        """Shift down."""
        return self._kept(int(self) >> int(other))

    def __rsub__(self, other: int) -> Self:
        """Subtract from a plain number."""
        return self._kept(int(other) - int(self))

    __radd__, __rmul__, __rand__, __ror__, __rxor__ = __add__, __mul__, __and__, __or__, __xor__
