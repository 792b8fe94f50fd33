"""The verifiable shuffle, against the description in words: recomputed here with hmac alone."""

import hashlib
import hmac
from collections.abc import Iterator
from itertools import islice

import pytest

from ludoteca.core.shuffle import CONTRIBUTION_BYTES, SEED_BYTES, Shuffle, commitment_of

SEED = bytes(range(32))
MATCH = "a-match_1"
CONTRIBUTIONS = (b"0123456789abcdef", b"fedcba9876543210")


def words(seed: bytes, match: str, contributions: tuple[bytes, ...] = ()) -> Iterator[int]:
    """Read block after block as eight 32-bit big-endian numbers."""
    block = 0
    while True:
        message = match.encode("utf-8") + b"".join(contributions) + block.to_bytes(8, "big")
        digest = hmac.new(seed, message, hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def rolls(sizes: list[int], numbers: Iterator[int]) -> list[int]:
    """Roll below each size, leaving out numbers that would favour some results."""
    found = []
    for n in sizes:
        largest_multiple = 2**32 // n * n
        word = next(number for number in numbers if number < largest_multiple)
        found.append(word % n)
    return found


SIZES = [6, 1, 2, 12, 132, 131, 7, 2**31 + 1, 2**31 + 12345, 3 * 2**30, 2**32, 5] * 8
"""Among them sizes that leave out every second number or every fourth."""


@pytest.mark.parametrize("contributions", [(), CONTRIBUTIONS[:1], CONTRIBUTIONS])
@pytest.mark.parametrize("match", [MATCH, "x", "ü"])
def test_rolls_follow_the_description(match: str, contributions: tuple[bytes, ...]) -> None:
    shuffle = Shuffle(SEED, match, contributions)
    expected = rolls(SIZES, words(SEED, match, contributions))
    assert [shuffle.draw(n) for n in SIZES] == expected


def test_numbers_from_the_largest_multiple_on_are_left_out() -> None:
    """Below 3 * 2**30, every number of 3 * 2**30 and more is passed over."""
    n = 3 * 2**30
    sample = list(islice(words(SEED, MATCH), 400))
    kept = [word for word in sample if word < n]
    assert 200 < len(kept) < 400
    shuffle = Shuffle(SEED, MATCH)
    assert [shuffle.draw(n) for _ in kept] == kept


def test_a_block_gives_eight_numbers_and_the_next_one_follows() -> None:
    shuffle = Shuffle(SEED, MATCH)
    drawn = [shuffle.draw(2**32) for _ in range(17)]
    assert drawn == list(islice(words(SEED, MATCH), 17))
    assert len(set(drawn)) == 17


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment_of(SEED) == hashlib.sha256(SEED).hexdigest()
    assert commitment_of(SEED) != commitment_of(SEED[::-1])


def test_seed_match_and_every_contribution_change_the_rolls() -> None:
    def first(seed: bytes, match: str, contributions: tuple[bytes, ...]) -> tuple[int, ...]:
        shuffle = Shuffle(seed, match, contributions)
        return tuple(shuffle.draw(1000) for _ in range(8))

    one, two = CONTRIBUTIONS
    other = bytes(CONTRIBUTION_BYTES)
    tables = [
        (SEED, MATCH, (one, two)),
        (SEED, MATCH, (one, other)),
        (SEED, MATCH, (other, two)),
        (SEED, MATCH, (two, one)),
        (SEED, MATCH, (one,)),
        (SEED, MATCH, ()),
        (SEED, "another", (one, two)),
        (bytes(SEED_BYTES), MATCH, (one, two)),
    ]
    assert len({first(*table) for table in tables}) == len(tables)


def test_the_same_seed_gives_the_same_shuffle_again() -> None:
    one, two = Shuffle(SEED, MATCH, CONTRIBUTIONS), Shuffle(SEED, MATCH, CONTRIBUTIONS)
    assert [one.draw(n) for n in SIZES] == [two.draw(n) for n in SIZES]
    assert all(len(part) == CONTRIBUTION_BYTES for part in CONTRIBUTIONS)
    assert len(SEED) == SEED_BYTES


def test_a_shuffle_goes_on_from_any_number_that_was_used() -> None:
    shuffle = Shuffle(bytes(32), "example")
    sizes = [6, *[2**31 + 1] * 9, 100, 7, 22, 132]
    rolls, used = [], []
    for size in sizes:
        used.append(shuffle.used)
        rolls.append(shuffle.draw(size))
    assert used[-1] > len(sizes) - 1, "some numbers were passed over"
    for at, size in enumerate(sizes):
        assert Shuffle(bytes(32), "example", used=used[at]).draw(size) == rolls[at]
