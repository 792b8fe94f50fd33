"""Ratings: rankings become choices, and known strengths are found again."""

import math

import numpy as np
import pytest

from ludoteca.arena.rating import SCALE, choices, fit, ranking, rate
from ludoteca.arena.tournament import TournamentMatch
from tests.arena.contests import deal_of, made_up, simulated
from tests.sizes import size

TRUE = (0.0, 0.4, -0.3, 1.1)
"""Log-strengths of four bots."""


def test_seats_are_ranked_winners_first_then_by_score() -> None:
    assert ranking(TournamentMatch(0b01, (40, 40))) == ((0,), (1,))
    assert ranking(TournamentMatch(0b11, (40, 40))) == ((0, 1),)
    assert ranking(TournamentMatch(0b0100, (10, 20, 30, 20))) == ((2,), (1, 3), (0,))


def test_two_seats_make_one_choice() -> None:
    assert choices(((0,), (1,))) == {(0, 1, 1): 1}
    assert choices(((0, 1),)) == {(0, 1, 1): 0.5, (1, 1, 1): 0.5}


def test_the_last_bots_of_one_kind_are_no_choice() -> None:
    assert choices(((0,), (1,), (1,))) == {(0, 1, 2): 1}
    assert choices(((1,), (1,), (0,))) == {(1, 1, 2): 1, (1, 1, 1): 1}
    assert choices(((1,), (1,))) == {}


def test_equals_stand_in_every_order() -> None:
    found = choices(((0, 1, 1),))
    assert found == pytest.approx(
        {(0, 1, 2): 1 / 3, (1, 1, 2): 2 / 3, (1, 1, 1): 1 / 3, (0, 1, 1): 1 / 3}
    )


def test_two_bots_are_as_far_apart_as_their_wins_say() -> None:
    strengths = fit(2, [(0, 1, 0.0)], np.array([[749.5, 249.5]]))
    assert strengths[0, 0] - strengths[0, 1] == pytest.approx(math.log(3))
    assert strengths.sum() == pytest.approx(0)


def test_a_lone_win_among_three_is_worth_more() -> None:
    """One against two has even odds if it wins a third of all."""
    strengths = fit(2, [(0, 1, math.log(1 / 2))], np.array([[1000.0, 2000.0]]))
    assert strengths[0, 0] == pytest.approx(strengths[0, 1], abs=1e-9)


def test_an_unbeaten_bot_has_a_finite_rating() -> None:
    strengths = fit(2, [(0, 1, 0.0)], np.array([[100_000.0, 0.0]]))
    assert strengths[0, 0] - strengths[0, 1] == pytest.approx(math.log(200_001), rel=1e-6)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_ratings_are_found_again(players: int) -> None:
    plan = made_up("a,b,c,d", players, size(300, 3_000))
    found = rate(plan, simulated(plan, TRUE, 6))
    for (rating, low, high), true in zip(found, TRUE, strict=True):
        assert low <= rating <= high
        assert rating == pytest.approx(SCALE * true, abs=4 * max(1.0, high - low) / 4)
    assert found[0] == (0, 0, 0)
    assert found[3][1] > found[1][2]  # clearly apart


def test_the_bootstrap_covers_the_truth_about_as_often_as_it_says() -> None:
    trials, covered = size(25, 400), 0
    for trial in range(trials):
        plan = made_up("a,b", 2, 120)
        _, low, high = rate(plan, simulated(plan, (0.0, 0.5), 100 + trial))[1]
        covered += low <= 0.5 * SCALE <= high
    assert covered / trials > 0.95 - 4 * math.sqrt(0.05 * 0.95 / trials)


def test_random_is_rated_zero_wherever_it_stands() -> None:
    plan = made_up("a,random,b", 2, 30)
    found = rate(plan, simulated(plan, (0.5, 0.0, 1.0), 7))
    assert found[1] == (0, 0, 0)
    assert found[2][0] > found[0][0] > 0


def test_a_bot_that_has_not_played_yet_is_rated_all_the_same() -> None:
    plan = made_up("a,b,c", 2, 30)
    deals = [deal for deal in simulated(plan, (0, 0, 0), 8) if deal.pair == 0]
    assert all(math.isfinite(value) for row in rate(plan, deals) for value in row)


def test_the_deal_is_the_unit_of_the_bootstrap() -> None:
    """Deals in which both seatings cancel out leave nothing open."""
    plan = made_up("a,b", 2, 50)
    deals = [deal_of(0, n, [[0, 1], [0, 1]]) for n in range(50)]
    assert rate(plan, deals)[1] == pytest.approx((0, 0, 0), abs=1e-6)


def test_a_bot_that_won_all_is_known_to_be_better_but_not_by_how_much() -> None:
    """Sixty wins and no loss leave that open."""
    plan = made_up("a,b", 2, 30)
    deals = [deal_of(0, n, [[0, 1], [1, 0]]) for n in range(30)]
    rates = rate(plan, deals)
    rating, low, high = max(rates[1], (-rates[1][0], -rates[1][2], -rates[1][1]))
    assert 250 < low < rating - 80
    assert high > rating + 200
