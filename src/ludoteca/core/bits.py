"""Sets of small numbers as the bits of one integer."""

from collections.abc import Callable

popcount: Callable[[int], int] = int.bit_count
"""Count the bits that are set."""

BYTES = 0x01010101010101
"""One in each of the seven lower bytes."""

BITS_OF_BYTE: tuple[int, ...] = tuple(
    sum(bit << 3 * n for n, bit in enumerate(bit for bit in range(8) if byte >> bit & 1))
    for byte in range(256)
)
"""For each byte the indices of its bits, one octal digit each, the lowest last."""


def lowest_index(bits: int) -> int:
    """Return the index of the lowest bit that is set.

    >>> lowest_index(0b1000)
    3
    """
    return popcount((bits & -bits) - 1)


def nth_index(bits: int, n: int) -> int:
    """Return the index of the n-th bit that is set, counting from 0 and from the lowest.

    There is no loop, because a processor could not foretell its end: the sums of the bits up to
    each byte tell the byte, a table tells the bit.

    >>> nth_index(0b101100, 1), nth_index(1 << 61 | 1 << 60 | 7, 4)
    (3, 61)
    """
    counts = bits - (bits >> 1 & 0x5555555555555555)
    counts = (counts & 0x3333333333333333) + (counts >> 2 & 0x3333333333333333)
    counts = counts + (counts >> 4) & 0x0F0F0F0F0F0F0F0F
    # Running sums in all bytes at once; what a shift would push out of 63 bits is masked before.
    upto = counts + ((counts & 0xFFFFFFFFFFFFFF) << 8)
    upto += (upto & 0xFFFFFFFFFFFF) << 16
    upto += (upto & 0xFFFFFFFF) << 32
    byte = 8 * popcount((n | 0x80) * BYTES - upto & 0x80 * BYTES)
    before = (upto & 0xFFFFFFFFFFFFFF) << 8 >> byte & 0xFF
    return byte + (BITS_OF_BYTE[bits >> byte & 0xFF] >> 3 * (n - before) & 7)
