"""Intervals, corrections and the test that stops early, tried on data whose truth is known."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.arena.statistics import (
    LOOK_EVERY,
    Sprt,
    correlation,
    holm,
    interval,
    log_likelihood_ratio,
    mean_and_error,
    probability_of_luck,
)
from tests.sizes import size

HALVES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a deal of two seatings can come to for the first bot."""


def deal_means(rng: np.random.Generator, win_rate: float, count: int) -> list[float]:
    """Make up deals: two matches each, independent, some tied."""
    ties = 0.1
    chances = [1 - win_rate - ties / 2, ties, win_rate - ties / 2]
    matches = rng.choice([0.0, 0.5, 1.0], size=(count, 2), p=chances)
    return [float(mean) for mean in matches.mean(axis=1)]


@pytest.mark.parametrize("win_rate", [0.5, 0.6, 0.9])
def test_the_interval_covers_the_truth_as_often_as_it_says(win_rate: float) -> None:
    rng = np.random.default_rng(1)
    trials = size(1_000, 10_000)
    outcomes = [interval(deal_means(rng, win_rate, 200)) for _ in range(trials)]
    covered = sum(outcome.low <= win_rate <= outcome.high for outcome in outcomes)
    assert covered / trials == pytest.approx(0.95, abs=3 * math.sqrt(0.05 * 0.95 / trials) + 0.005)


def test_near_the_end_the_interval_covers_the_truth_too() -> None:
    rng = np.random.default_rng(2)
    trials = size(1_000, 10_000)
    outcomes = [
        interval([float(mean) for mean in rng.binomial(2, 0.97, 50) / 2]) for _ in range(trials)
    ]
    covered = sum(outcome.low <= 0.97 <= outcome.high for outcome in outcomes)
    assert covered / trials > 0.92


def test_the_deal_is_the_unit() -> None:
    """Matches that cancel out within a deal say that nothing is left to luck."""
    assert interval([0.5] * 400).error == 0
    alone = interval([0.0, 1.0] * 400)
    assert alone.high - alone.low == pytest.approx(2 * 1.96 * 0.5 / math.sqrt(800), rel=0.01)


def test_an_interval_stays_between_nothing_and_all() -> None:
    for values in ([1.0], [0.0], [0.5], [1.0] * 30 + [0.5], [0.0] * 30 + [0.5]):
        outcome = interval(values)
        assert 0 <= outcome.low <= outcome.mean <= outcome.high <= 1
    assert (interval([1.0]).low, interval([0.0]).high) == pytest.approx((0.025, 0.975))


def test_where_nothing_differs_more_deals_prove_more() -> None:
    widths = [interval([1.0] * deals).low for deals in (1, 10, 100, 1000)]
    assert widths == sorted(widths)
    assert widths[-1] == pytest.approx(1 - 3.69 / 1000, abs=1e-4)


@given(st.lists(st.sampled_from(HALVES), min_size=2, max_size=60))
def test_mean_and_error_are_those_of_numpy(values: list[float]) -> None:
    mean, error = mean_and_error(values)
    assert mean == pytest.approx(np.mean(values))
    assert error == pytest.approx(np.std(values, ddof=1) / math.sqrt(len(values)), abs=1e-12)


def test_correlation_says_how_matches_of_a_deal_go_together() -> None:
    assert correlation([[1, 1], [0, 0]]) == pytest.approx(1)
    assert correlation([[1, 0], [0, 1]]) == pytest.approx(-1)
    assert correlation([[1, 1], [0, 1], [1, 0], [0, 0]]) == pytest.approx(0)
    assert correlation([[1, 0, 0, 0], [0, 0, 1, 0]]) == pytest.approx(-1 / 3)
    assert correlation([[1, 1], [1, 1]]) is None


def test_the_chance_of_luck_is_that_of_a_normal_distribution() -> None:
    even = interval([0.25, 0.75] * 50)
    assert probability_of_luck(even, 100) == pytest.approx(1)
    clear = interval([0.25, 0.75, 1.0, 0.5] * 100)
    distance = (clear.mean - 0.5) / clear.error
    assert probability_of_luck(clear, 400) == pytest.approx(math.erfc(distance / math.sqrt(2)))
    assert probability_of_luck(interval([1.0] * 5), 5) == pytest.approx(2 / 32)
    assert probability_of_luck(interval([0.5] * 5), 5) == 1


def test_claims_between_equals_are_rare_also_when_there_are_many() -> None:
    rng = np.random.default_rng(2)
    trials, wrong = size(300, 3_000), 0
    for _ in range(trials):
        outcomes = [interval(deal_means(rng, 0.5, 100)) for _ in range(6)]
        wrong += min(holm([probability_of_luck(outcome, 100) for outcome in outcomes])) < 0.05
    assert wrong / trials < 0.05 + 3 * math.sqrt(0.05 / trials)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_correcting_keeps_the_order_and_makes_no_claim_stronger(chances: list[float]) -> None:
    corrected = holm(chances)
    assert all(new >= old for new, old in zip(corrected, chances, strict=True))
    assert max(corrected) <= 1
    order = sorted(range(len(chances)), key=lambda n: chances[n])
    assert [corrected[n] for n in order] == sorted(corrected)
    assert min(corrected) == min(1.0, len(chances) * min(chances))


def test_the_ratio_is_the_normal_one_where_there_are_many_deals() -> None:
    rng = np.random.default_rng(3)
    values = deal_means(rng, 0.53, 5_000)
    counts = {value: values.count(value) for value in HALVES}
    low, high, variance = 0.5, 0.55, np.var(values)
    normal = len(values) * (high - low) * (2 * np.mean(values) - low - high) / (2 * variance)
    assert log_likelihood_ratio(counts, low, high) == pytest.approx(normal, rel=0.05, abs=0.3)


def test_the_ratio_is_the_exact_one_where_there_are_only_wins_and_losses() -> None:
    ratio = log_likelihood_ratio({0.0: 40, 1.0: 60}, 0.5, 0.6)
    exact = 60 * math.log(0.6 / 0.5) + 40 * math.log(0.4 / 0.5)
    assert ratio == pytest.approx(exact, abs=0.001)


def test_the_ratio_grows_with_each_win() -> None:
    ratios = [log_likelihood_ratio({0.0: 20 - n, 1.0: n}, 0.5, 0.55) for n in range(21)]
    assert ratios == sorted(ratios)
    assert log_likelihood_ratio({}, 0.5, 0.55) == 0
    assert all(math.isfinite(ratio) for ratio in ratios)


def run_test(rng: np.random.Generator, win_rate: float) -> Sprt:
    """Feed a test until it stops, or long enough."""
    test = Sprt(0.50, 0.55)
    for value in deal_means(rng, win_rate, 4_000):
        test.take(value)
        if test.is_decided:
            break
    return test


@pytest.mark.parametrize(
    ("win_rate", "verdict"), [(0.50, "rejected"), (0.55, "accepted"), (0.45, "rejected")]
)
def test_the_test_that_stops_early_is_rarely_wrong(win_rate: float, verdict: str) -> None:
    rng = np.random.default_rng(4)
    trials = size(120, 2_000)
    tests = [run_test(rng, win_rate) for _ in range(trials)]
    right = sum(test.verdict == verdict for test in tests) / trials
    assert right > 0.95 - 3 * math.sqrt(0.05 * 0.95 / trials)
    assert sum(test.deals for test in tests) / trials < 500


def test_it_looks_only_now_and_then_and_never_again_once_decided() -> None:
    test = Sprt(0.50, 0.55)
    for n in range(1, 10 * LOOK_EVERY):
        test.take(1.0)
        assert len(test.looks) == min(n, test.deals) // LOOK_EVERY
    assert test.verdict == "accepted"
    assert test.is_decided
    assert test.deals == 2 * LOOK_EVERY
    assert test.looks[-1][1] >= test.bounds[1] == -test.bounds[0]


def test_it_may_stay_undecided() -> None:
    test = Sprt(0.50, 0.55)
    for n in range(3 * LOOK_EVERY):
        test.take(n % 2 * 1.0 if n % 40 else 1.0)
    assert (test.verdict, test.is_decided, test.deals) == ("undecided", False, 3 * LOOK_EVERY)
