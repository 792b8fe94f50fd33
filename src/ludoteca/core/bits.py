"""Sets of small numbers as the bits of one integer."""

popcount = int.bit_count
"""Count the bits that are set. Compiled, `popcount_by_halves` takes its place."""


def popcount_by_halves(bits: int) -> int:
    """Count the bits that are set by adding neighbouring fields; LLVM makes one instruction of it.

    >>> popcount_by_halves(0b1011), popcount_by_halves((1 << 62) - 1)
    (3, 62)
    """
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * 0x0101010101010101) >> 56 & 0x7F


def lowest_index(bits: int) -> int:
    """Give the index of the lowest bit that is set.

    >>> lowest_index(0b1000)
    3
    """
    return popcount((bits & -bits) - 1)


def nth_index(bits: int, n: int) -> int:
    """Give the index of the n-th bit that is set, counting from 0 and from the lowest.

    >>> nth_index(0b101100, 1)
    3
    """
    for _ in range(n):
        bits &= bits - 1
    return popcount((bits & -bits) - 1)
