"""Sets of small numbers as bits: counting and finding."""

from collections.abc import Iterator

from ludoteca.core import bits, kernel
from ludoteca.core.bits import popcount
from ludoteca.core.generator import next_word, seeded
from tests.core.modes import each_mode
from tests.core.watched import Watched


def sets() -> Iterator[int]:
    """Return sets of up to 62 numbers: none, single ones, all, and random ones."""
    yield 0
    yield (1 << 62) - 1
    for index in range(62):
        yield 1 << index
        yield (1 << index) - 1
    rng = seeded(1)
    for _ in range(300):
        yield (next_word(rng) << 32 | next_word(rng)) & (1 << 62) - 1


def members(numbers: int) -> list[int]:
    """List the numbers in a set, one by one."""
    return [index for index in range(62) if numbers >> index & 1]


@each_mode
def test_every_member_of_a_set_is_found_in_order(mode: str) -> None:
    entries = (bits.lowest_index, bits.nth_index)
    loaded = kernel.load(entries, {}, mode=mode).functions
    for numbers in sets():
        found = members(numbers)
        assert [loaded.nth_index(numbers, n) for n in range(len(found))] == found
        if found:
            assert loaded.lowest_index(numbers) == found[0]


def test_no_step_of_finding_needs_more_than_63_bits() -> None:
    for numbers in sets():
        for n, index in enumerate(members(numbers)):
            assert bits.nth_index(Watched(numbers), Watched(n)) == index


def count_bits(bits: int) -> int:
    """Count in a kernel."""
    return popcount(bits)


@each_mode
def test_the_count_is_the_same_in_every_mode(mode: str) -> None:
    count = kernel.load((count_bits,), {}, mode=mode).functions.count_bits
    for numbers in sets():
        assert count(numbers) == len(members(numbers))
