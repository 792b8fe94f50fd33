"""A shuffle that anybody can check afterwards: a committed seed gives every number.

The commitment is shown before the match, the seed once it is final. Block i is HMAC-SHA256 with
the seed as key over the match id, the players' contributions and i as 8 bytes, big-endian; it is
read as eight 32-bit big-endian numbers.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence

SEED_BYTES = 32
"""Length of the host's secret seed."""

CONTRIBUTION_BYTES = 16
"""Length of what each person's client adds."""

WORDS_A_BLOCK = 8


def commitment_of(seed: bytes) -> str:
    """Return the hash that is shown before the match.

    >>> commitment_of(bytes(32))[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(seed).hexdigest()


class Shuffle:
    """The random numbers of one match, in order.

    `used` counts the 32-bit numbers taken so far; a shuffle made with it goes on from there.
    """

    def __init__(
        self, seed: bytes, match: str, contributions: Sequence[bytes] = (), used: int = 0
    ) -> None:
        """Start before the first draw, or after the numbers that were already used."""
        self.used = used
        self._seed = seed
        self._message = match.encode() + b"".join(contributions)
        self._words = self._stream()

    def _stream(self) -> Iterator[int]:
        block, skipped = divmod(self.used, WORDS_A_BLOCK)
        while True:
            message = self._message + block.to_bytes(8, "big")
            words = struct.unpack(">8I", hmac.digest(self._seed, message, "sha256"))
            yield from words[skipped:]
            block, skipped = block + 1, 0

    def draw(self, n: int) -> int:
        """Draw a number from 0 to n - 1, each equally likely.

        >>> shuffle = Shuffle(bytes(32), "example")
        >>> [shuffle.draw(6) for _ in range(8)]
        [2, 5, 0, 4, 1, 3, 0, 2]
        """
        limit = 2**32 - 2**32 % n
        while True:
            word = next(self._words)
            self.used += 1
            if word < limit:
                return word % n
