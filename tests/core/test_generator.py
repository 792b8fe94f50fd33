"""The generator of simulations: one stream for every engine."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from ludoteca.core import generator, kernel
from ludoteca.core.generator import MULTIPLIER, WORD, below, next_word, seed_into, seeded
from tests.core.modes import each_mode
from tests.core.watched import LARGEST, Watched

SEEDS = (0, 1, 7, 2**32 - 1, 2**32, 2**61 + 5, 2**62 - 1)
STREAMS = (0, 1, 2, 1000, 2**31 - 1, 2**32 - 1, 2**40 + 3)


def words(seed: int, stream: int, count: int) -> list[int]:
    """Draw the first numbers of a stream."""
    rng = seeded(seed, stream)
    return [next_word(rng) for _ in range(count)]


def too_uneven(counts: Counter[int], kinds: int) -> bool:
    """Return whether counts of equally likely kinds are stranger than one sample in 100,000."""
    expected = counts.total() / kinds
    surprise = sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))
    freedom = kinds - 1
    return bool(surprise > freedom + 4.3 * (2 * freedom) ** 0.5 + 13)


def test_known_values_stay_known() -> None:
    """Every published simulation would change with these."""
    assert words(7, 0, 4) == [2300359443, 3534085577, 387336880, 2962615876]
    assert words(7, 1, 4) == [3739742944, 3316809113, 3243288229, 2811727481]
    assert words(2**61 + 5, 2**40, 4) == [589772250, 3915955491, 2632019808, 3399662028]


def test_it_is_multiply_with_carry() -> None:
    carry, word = 12345, 67890
    rng = [carry << 32 | word]
    for _ in range(1000):
        carry, word = divmod(MULTIPLIER * word + carry, 2**32)
        assert next_word(rng) == word ^ carry
        assert rng == [carry << 32 | word]


def test_the_multiplier_gives_the_long_period() -> None:
    """For a safe prime p, the powers of 2**32 modulo p run through half of all numbers or all."""
    prime = MULTIPLIER * 2**32 - 1
    for number in (prime, (prime - 1) // 2):
        assert all(pow(base, number - 1, number) == 1 for base in (2, 3, 5, 7, 11, 13))
    assert pow(2**32, 2, prime) != 1


@pytest.mark.parametrize("seed", SEEDS)
def test_every_stream_stays_in_range(seed: int) -> None:
    for stream in STREAMS:
        rng = seeded(seed, stream)
        for n in (1, 2, 6, 132, 2**16, 2**31 - 1):
            for _ in range(20):
                assert 0 <= below(rng, n) < n
                assert 0 < rng[0] <= LARGEST
                assert 0 <= next_word(rng) <= WORD


@pytest.mark.parametrize("seed", SEEDS)
def test_no_step_needs_more_than_63_bits(seed: int) -> None:
    for stream in STREAMS:
        rng: list[int] = [Watched(0)]
        seed_into(rng, Watched(seed), Watched(stream))
        for n in (1, 6, 2**31 - 1):
            assert isinstance(below(rng, Watched(n)), Watched)
            assert isinstance(next_word(rng), Watched)
        assert isinstance(rng[0], Watched)


def test_the_watch_would_bark() -> None:
    with pytest.raises(AssertionError, match="64-bit"):
        _ = 3 * Watched(2**62)


def test_seeding_never_falls_into_a_dead_state() -> None:
    """The two states of period one are all zero, and all ones with the highest carry."""
    dead = {0, (MULTIPLIER - 1) << 32 | WORD}
    for seed in range(2000):
        rng = [0]
        seed_into(rng, seed, seed * 7919)
        assert rng[0] not in dead
        assert rng[0] >> 32 < MULTIPLIER


@pytest.mark.parametrize("n", [2, 6, 10, 97, 256])
def test_numbers_are_roughly_uniform(n: int) -> None:
    rng = seeded(11, n)
    assert not too_uneven(Counter(below(rng, n) for _ in range(20_000)), n)


@pytest.mark.parametrize("n", [2, 6, 97])
def test_first_numbers_of_neighbouring_streams_and_seeds_are_roughly_uniform(n: int) -> None:
    assert not too_uneven(Counter(below(seeded(5, s), n) for s in range(10_000)), n)
    assert not too_uneven(Counter(below(seeded(s, 5), n) for s in range(10_000)), n)


def test_pairs_of_numbers_are_roughly_uniform() -> None:
    rng = seeded(12)
    pairs = Counter(below(rng, 12) * 12 + below(rng, 12) for _ in range(30_000))
    assert not too_uneven(pairs, 144)


def test_an_uneven_generator_would_be_noticed() -> None:
    rng = seeded(13)
    assert too_uneven(Counter(below(rng, 97) % 90 for _ in range(20_000)), 97)


def test_streams_and_seeds_do_not_meet() -> None:
    starts = {tuple(words(seed, stream, 2)) for seed in range(50) for stream in range(50)}
    assert len(starts) == 2500


@each_mode
def test_every_mode_gives_the_same_stream(mode: str) -> None:
    loaded = kernel.load((seed_into, next_word, below), {}, mode=mode).functions
    rng: Any = [0] if mode == "interpreted" else np.zeros(1, dtype=np.int64)
    for seed in SEEDS:
        for stream in (*STREAMS, 2**31, 2**40, 10**12):
            loaded.seed_into(rng, seed, stream)
            expected = seeded(seed, stream)
            for n in (6, 132, 2**31 - 1):
                assert loaded.next_word(rng) == next_word(expected)
                assert loaded.below(rng, n) == below(expected, n)
            assert rng[0] == expected[0]


def test_the_short_cut_in_below_is_next_word() -> None:
    one, two = seeded(3), seeded(3)
    for n in range(1, 500):
        assert below(one, n) == next_word(two) * n >> 32
    assert generator.WARM_UP > 0
