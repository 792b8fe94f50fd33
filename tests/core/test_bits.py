"""Sets of small numbers as bits: counting and finding."""

from collections.abc import Iterator

from ludoteca.core import bits, kernel
from ludoteca.core.generator import next_word, seeded
from tests.core.modes import each_mode


def sets() -> Iterator[int]:
    """Give sets of up to 62 numbers: none, single ones, all, and random ones."""
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


def test_counting_by_halves_counts_every_bit() -> None:
    for numbers in sets():
        assert bits.popcount_by_halves(numbers) == bits.popcount(numbers) == len(members(numbers))


def test_no_step_of_the_counting_needs_an_unsigned_number() -> None:
    """Compiled, the product wraps: only the low seven bits of its highest byte count."""
    for numbers in sets():
        wrapped = bits.popcount_by_halves(numbers)
        assert 0 <= wrapped <= 62


@each_mode
def test_every_member_of_a_set_is_found_in_order(mode: str) -> None:
    entries = (bits.lowest_index, bits.nth_index)
    loaded = kernel.load(entries, {}, mode)
    for numbers in sets():
        found = members(numbers)
        assert [loaded.nth_index(numbers, n) for n in range(len(found))] == found
        if found:
            assert loaded.lowest_index(numbers) == found[0]


@each_mode
def test_the_count_is_the_same_in_every_mode(mode: str) -> None:
    loaded = kernel.load((bits.popcount_by_halves,), {}, mode)
    for numbers in sets():
        assert loaded.popcount_by_halves(numbers) == len(members(numbers))
