"""What a tournament says: counts, intervals, claims, ratings, seats, bots."""

import random

import pytest

from ludoteca.arena.standings import MOST_NOTES, standings
from ludoteca.arena.statistics import ERROR, LEAST_MATCHES
from ludoteca.core.game import Game
from tests.arena.contests import contest_of, deal_of, made_up, plan_for, played, simulated, timeless
from tests.playing import GAMES, table_name
from tests.sizes import size

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

FIRST = [
    "a", "b", "wins_a", "wins_b", "ties", "matches", "win_rate_a", "low", "high",
]  # fmt: skip
"""What every pair has, in this order."""

HARDLY_LUCK = 0.002


def test_wins_losses_and_ties_are_counted() -> None:
    plan = made_up("x,y")
    ranks = [[[0, 1], [1, 0]], [[0, 1], [0, 0]], [[1, 0], [0, 1]]]
    fields = standings(contest_of(plan, [deal_of(0, n, row) for n, row in enumerate(ranks)]))
    (pair,) = fields["pairs"]
    assert list(pair)[: len(FIRST)] == FIRST
    assert [pair[key] for key in FIRST[:6]] == ["x", "y", 3, 2, 1, 6]
    assert pair["win_rate_a"] == pytest.approx((1 + 0.75 + 0) / 3)
    assert pair["low"] < pair["win_rate_a"] < pair["high"]
    assert (pair["deals"], fields["matches"]) == (3, 6)
    assert not fields["complete"]
    assert pair["score_a"] == pytest.approx((50 + 50 + 50 + 50 + 49 + 49) / 6)


def test_the_order_of_results_does_not_matter() -> None:
    plan = made_up("x,y,z", 3, 12)
    deals = simulated(plan, (0, 0.5, 1), 1)
    one = standings(contest_of(plan, deals))
    random.Random(2).shuffle(deals)
    assert standings(contest_of(plan, deals)) == one
    assert one["complete"]


def test_a_better_bot_is_recognised_and_a_claim_needs_matches() -> None:
    plan = made_up("weak,strong", deals=220)
    deals = simulated(plan, (0.0, 0.8), 2)
    fields = standings(contest_of(plan, deals))
    assert fields["pairs"][0]["claim"] == "strong"
    assert fields["pairs"][0]["high"] < 0.5
    assert fields["pairs"][0]["p"] == fields["pairs"][0]["p_corrected"] < 0.001
    assert [row["bot"] for row in fields["ratings"]] == ["strong", "weak"]
    few = standings(contest_of(plan, deals[:150]))
    assert few["pairs"][0]["high"] < 0.5
    assert few["pairs"][0]["claim"] is None


def test_claims_are_corrected_for_the_whole_family() -> None:
    plan = made_up("x,y,z", deals=20)
    pairs = standings(contest_of(plan, simulated(plan, (0, 0, 1), 3)))["pairs"]
    assert all(pair["p_corrected"] >= pair["p"] for pair in pairs)
    least = min(pairs, key=lambda pair: pair["p"])
    assert least["p_corrected"] == pytest.approx(3 * least["p"])


def test_a_test_that_stopped_has_the_word() -> None:
    plan = made_up("x,y", deals=1000, sprt=(0.5, 0.55))
    contest = contest_of(plan, [deal_of(0, n, [[0, 1], [1, 0]]) for n in range(60)])
    (pair,) = standings(contest)["pairs"]
    assert pair["sprt"]["verdict"] == "accepted"
    assert pair["claim"] == "x"
    assert pair["deals"] == contest.tests[0].deals < 60
    assert pair["sprt"]["looks"][-1][0] == pair["deals"]
    contest = contest_of(plan, [deal_of(0, n, [[1, 0], [0, 1]]) for n in range(60)])
    (pair,) = standings(contest)["pairs"]
    assert (pair["sprt"]["verdict"], pair["claim"]) == ("rejected", None)


def test_a_pair_that_has_not_met_is_left_out() -> None:
    plan = made_up("x,y,z")
    fields = standings(contest_of(plan, [deal_of(1, 0, [[0, 1], [0, 1]])]))
    assert [(pair["a"], pair["b"]) for pair in fields["pairs"]] == [("x", "z")]
    assert len(fields["ratings"]) == len(fields["bots"]) == 3
    assert fields["bots"][1]["score"] is None


def test_the_seats_tell_what_a_seat_is_worth() -> None:
    plan = made_up("x,y", deals=40)
    ranks = [[[0, 1], [0, 1]], [[0, 1], [1, 0]]]
    fields = standings(contest_of(plan, [deal_of(0, n, ranks[n % 2]) for n in range(40)]))
    first, second = fields["seats"]
    assert (first["seat"], second["seat"]) == (0, 1)
    assert first["win_rate"] == pytest.approx(0.75)
    assert first["low"] > 0.5
    assert first["win_rate"] + second["win_rate"] == pytest.approx(1)
    assert (first["score"], second["score"]) == (49.75, 49.25)


def test_one_among_others_wins_its_share() -> None:
    plan = made_up("x,y", 3, 10)
    # x wins alone on each seat, and two x against one y win, too.
    ranks = [[0, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    (pair,) = standings(contest_of(plan, [deal_of(0, n, ranks) for n in range(10)]))["pairs"]
    assert pair["alone_a"]["win_rate"] == 1
    assert pair["alone_b"]["win_rate"] == 0
    assert (pair["wins_a"], pair["win_rate_a"]) == (60, 1)
    plan = made_up("x,y", 3, 60)
    (pair,) = standings(contest_of(plan, simulated(plan, (0, 0), 4)))["pairs"]
    for alone in (pair["alone_a"], pair["alone_b"]):
        assert alone["low"] < 1 / 3 < alone["high"]
    assert pair["win_rate_a"] == pytest.approx(
        (pair["alone_a"]["win_rate"] + 1 - pair["alone_b"]["win_rate"]) / 2
    )


def test_each_bots_scores_and_times_are_summed_up() -> None:
    plan = made_up("x,y,z")
    deals = [deal_of(0, 0, [[0, 1], [2, 0]]), deal_of(1, 0, [[3, 0], [0, 3]])]
    one, two, three = standings(contest_of(plan, deals))["bots"]
    assert one["scores"] == {"47": 2, "50": 2}
    assert two["scores"] == {"48": 1, "49": 1}
    assert three["scores"] == {"50": 2}
    assert (one["moves"], two["moves"], three["moves"]) == (20, 10, 10)
    assert one["ms_per_move"] == pytest.approx(50)
    assert two["ms_longest"] == pytest.approx(20)


def test_notes_are_kept_but_not_without_end() -> None:
    plan = made_up("x,y", deals=1)
    few = [deal_of(0, 0, [[0, 1], [0, 1]], notes=("late", "late again"))]
    assert standings(contest_of(plan, few))["notes"] == ["late", "late again"]
    many = [deal_of(0, 0, [[0, 1], [0, 1]], notes=("late",) * (MOST_NOTES + 1234))]
    notes = standings(contest_of(plan, many))["notes"]
    assert len(notes) == MOST_NOTES + 1
    assert notes[-1] == "and 1,234 more"


@pytest.mark.parametrize("bots", ["random,random", "greedy,greedy"])
@each_game
def test_a_mirror_match_covers_one_half(game: Game, bots: str) -> None:
    """Of two equal bots none is better, and no seat makes the first one look so.

    One in twenty honest intervals misses; these are many, so only what luck hardly does counts.
    Ratings are left out: a bootstrap of so few deals says little.
    """
    for players in game.player_counts[:2]:
        plan = plan_for(game, bots, players, deals=size(12, 1_000) // players, seed=3)
        fields = standings(contest_of(plan, played(plan)))
        (pair,) = fields["pairs"]
        assert pair["p"] > HARDLY_LUCK
        proves_nothing = pair["matches"] < LEAST_MATCHES or pair["p_corrected"] >= ERROR
        assert (pair["claim"] is None) == proves_nothing


@each_game
def test_the_planted_stronger_one_is_found(game: Game) -> None:
    plan = plan_for(game, "random,greedy", deals=8)
    fields = standings(contest_of(plan, played(plan)))
    assert fields["pairs"][0]["high"] < 0.5
    assert fields["ratings"][0]["bot"] == "greedy"
    assert fields["ratings"][0]["low"] > 0
    assert fields["ratings"][1] == {"bot": "random", "rating": 0, "low": 0, "high": 0}
    assert timeless(fields) == timeless(standings(contest_of(plan, played(plan))))
