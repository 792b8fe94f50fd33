"""The course of a tournament: in any order, to the end, to an early end, or interrupted."""

import random
from collections.abc import Generator, Iterable
from itertools import islice

import pytest

from ludoteca.arena.contest import Contest, run, share_of_first, shares_of_first
from ludoteca.arena.statistics import LOOK_EVERY
from ludoteca.arena.tournament import PairedDeal, Task, TournamentPlan
from ludoteca.arena.workers import Plan
from tests.arena.contests import contest_of, deal_of, made_up, simulated

WON = [[0, 1], [1, 0]]
"""Ranks of the seats: the first bot wins in both seatings."""

LOST = [[1, 0], [0, 1]]

CLEAR = 2 * LOOK_EVERY
"""After this number of deals that all went one way, 50 or 55 % is no question any more."""


class Inventor:
    """A place to play where results are made up, several at a time, the last one first."""

    def __init__(self, ranks: dict[int, list[list[int]]], at_once: int = 1) -> None:
        """Take how each pair ends."""
        self.ranks = ranks
        self.at_once = at_once
        self.is_closed = False

    def play(self, plan: Plan, tasks: Iterable[Task]) -> Generator[PairedDeal, None, None]:
        """Make results up."""
        assert isinstance(plan, TournamentPlan)
        source = iter(tasks)
        try:
            while True:
                group = list(islice(source, self.at_once))
                if not group:
                    return
                for pair, deal in reversed(group):
                    yield deal_of(pair, deal, self.ranks[pair])
        finally:
            self.is_closed = True


def nothing(*_: object) -> None:
    """Do nothing."""


def test_shares_are_those_of_the_first_bot() -> None:
    two, three = made_up("a,b"), made_up("a,b", 3)
    assert shares_of_first(two, deal_of(0, 0, [[0, 1], [1, 1]])) == [1, 0.5]
    assert share_of_first(two, deal_of(0, 0, [[0, 1], [1, 1]])) == 0.75
    ranks = [[0, 1, 2], [0, 1, 2], [1, 2, 1], [0, 0, 0], [0, 0, 0], [1, 0, 1]]
    # One a among b on seats 0, 1, 2; then one b among a.
    assert shares_of_first(three, deal_of(0, 0, ranks)) == pytest.approx(
        [1, 0, 0.5, 2 / 3, 2 / 3, 1]
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equals_share_evenly_in_every_seating_together(players: int) -> None:
    plan = made_up("a,b", players)
    count = 2 if players == 2 else 2 * players
    tied = deal_of(0, 0, [[0] * players] * count)
    assert share_of_first(plan, tied) == pytest.approx(0.5)
    for seat in range(players):  # always the same seat wins
        ranks = [0 if s == seat else 1 for s in range(players)]
        assert share_of_first(plan, deal_of(0, 0, [ranks] * count)) == pytest.approx(0.5)


def test_all_pairs_play_deal_by_deal() -> None:
    contest = Contest(made_up("a,b,c", deals=2))
    assert list(contest.tasks()) == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert contest.left == 6
    contest.take(deal_of(1, 0, WON))
    assert list(contest.tasks()) == [(0, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert contest.left == 5
    assert not contest.is_over


def test_a_tournament_runs_to_its_end() -> None:
    contest, kept, reports = Contest(made_up("a,b,c", deals=5)), list[PairedDeal](), list[int]()
    inventor = Inventor({0: WON, 1: LOST, 2: WON}, at_once=4)
    assert run(contest, inventor, kept.append, lambda: reports.append(contest.left))
    assert contest.is_over
    assert inventor.is_closed
    assert reports == list(range(14, -1, -1))
    assert {(deal.pair, deal.deal) for deal in kept} == set(contest.results)
    assert [(d.pair, d.deal) for d in contest.counted()] == sorted(contest.results)


def test_what_is_known_is_not_played_again() -> None:
    plan = made_up("a,b", deals=10)
    contest = contest_of(plan, [deal_of(0, n, WON) for n in (0, 3, 9)])
    kept: list[PairedDeal] = []
    assert run(contest, Inventor({0: LOST}), kept.append, nothing)
    assert [deal.deal for deal in kept] == [1, 2, 4, 5, 6, 7, 8]
    assert share_of_first(plan, contest.results[0, 3]) == 1
    assert run(contest, Inventor({}), kept.append, nothing)


def test_an_interrupted_tournament_keeps_what_was_done() -> None:
    contest, kept = Contest(made_up("a,b", deals=100)), list[PairedDeal]()

    def report() -> None:
        if len(kept) == 7:
            raise KeyboardInterrupt

    inventor = Inventor({0: WON})
    assert not run(contest, inventor, kept.append, report)
    assert len(contest.results) == len(kept) == 7
    assert inventor.is_closed
    assert run(contest, Inventor({0: WON}), kept.append, nothing)
    assert len(kept) == 100


def test_an_error_is_not_hidden() -> None:
    def report() -> None:
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        run(Contest(made_up("a,b")), Inventor({0: WON}), nothing, report)


@pytest.mark.parametrize(("ranks", "verdict"), [(WON, "accepted"), (LOST, "rejected")])
@pytest.mark.parametrize("at_once", [1, 5, 64])
def test_a_clear_answer_ends_it_early(ranks: list[list[int]], verdict: str, at_once: int) -> None:
    """What was under way then does not count, so that the place does not matter."""
    contest = Contest(made_up("a,b", deals=1000, sprt=(0.5, 0.55)))
    assert run(contest, Inventor({0: ranks}, at_once), nothing, nothing)
    assert contest.tests[0].verdict == verdict
    assert contest.is_over
    assert contest.left == 0
    assert len(contest.results) < 200
    assert [deal.deal for deal in contest.counted()] == list(range(CLEAR))


def test_a_decided_pair_leaves_the_others_to_play() -> None:
    contest = Contest(made_up("a,b,c", deals=70, sprt=(0.4, 0.6)))
    even = [[1, 0], [1, 0]]
    assert run(contest, Inventor({0: WON, 1: even, 2: LOST}, 3), nothing, nothing)
    assert [test.verdict for test in contest.tests] == ["accepted", "undecided", "rejected"]
    counts = [sum(deal.pair == pair for deal in contest.counted()) for pair in range(3)]
    assert counts == [test.deals for test in contest.tests] == [LOOK_EVERY, 70, LOOK_EVERY]


def test_the_test_does_not_depend_on_the_order_of_results() -> None:
    plan = made_up("a,b", deals=400, sprt=(0.5, 0.55))
    deals = simulated(plan, (0.1, 0.0), 3)
    one = contest_of(plan, deals)
    random.Random(1).shuffle(deals)
    two = contest_of(plan, deals)
    assert one.tests == two.tests
    assert one.counted() == two.counted()
    assert one.tests[0].looks
