"""Plans of small tournaments, and results made up for tests of what is done with them."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ludoteca.arena.contest import Contest
from ludoteca.arena.runner import MatchRunner
from ludoteca.arena.standings import Fields, standings
from ludoteca.arena.tournament import (
    PairedDeal,
    Thinking,
    TournamentMatch,
    TournamentPlan,
    make_plan,
    seatings,
)
from ludoteca.core.game import Game

TIMES = ("seconds", "ms_per_move", "ms_longest", "on")
"""What differs from run to run."""


def plan_for(
    game: Game, bots: str = "random,greedy", players: int = 2, deals: int = 4, seed: int = 5
) -> TournamentPlan:
    """Plan a tournament by the usual rules."""
    return make_plan(game, players, game.choose_options(), bots.split(","), deals, seed)


def made_up(bots: str, players: int = 2, deals: int = 4, **more: Any) -> TournamentPlan:
    """Plan a tournament that is not played."""
    return TournamentPlan("some_game", 1, players, (), tuple(bots.split(",")), deals, 9, **more)


def played(plan: TournamentPlan) -> list[PairedDeal]:
    """Play a whole plan in this process."""
    table = MatchRunner(plan)
    return [
        table.play((pair, deal)) for deal in range(plan.deals) for pair in range(len(plan.pairs))
    ]


def contest_of(plan: TournamentPlan, deals: Iterable[PairedDeal]) -> Contest:
    """Take results in."""
    contest = Contest(plan)
    for deal in deals:
        contest.take(deal)
    return contest


def match_of(ranks: Sequence[int]) -> TournamentMatch:
    """Make a match in which each seat has a rank; those with the lowest one win."""
    scores = tuple(50 - rank for rank in ranks)
    return TournamentMatch(
        sum(1 << seat for seat, rank in enumerate(ranks) if rank == min(ranks)), scores
    )


def deal_of(pair: int, deal: int, ranks: Iterable[Sequence[int]], **more: Any) -> PairedDeal:
    """Make a deal, its matches by the ranks of their seats."""
    thinking = (Thinking(10, 0.5, 0.2), Thinking(10, 0.05, 0.02))
    return PairedDeal(pair, deal, tuple(match_of(row) for row in ranks), thinking, **more)


def simulated(plan: TournamentPlan, strengths: Sequence[float], seed: int) -> list[PairedDeal]:
    """Make up results of bots whose true log-strengths are known."""
    rng = np.random.default_rng(seed)
    found = []
    for deal in range(plan.deals):
        for number, pair in enumerate(plan.pairs):
            matches = []
            for seating in seatings(plan.players):
                # With such noise on each, the order is that of Plackett and Luce.
                noise = rng.gumbel(size=plan.players)
                marks = [strengths[pair[side]] + noise[seat] for seat, side in enumerate(seating)]
                matches.append([sorted(marks, reverse=True).index(mark) for mark in marks])
            found.append(deal_of(number, deal, matches))
    return found


def timeless(fields: Any) -> Any:
    """Leave out all that depends on a clock."""
    if isinstance(fields, dict):
        return {key: timeless(value) for key, value in fields.items() if key not in TIMES}
    if isinstance(fields, list | tuple):
        return [timeless(value) for value in fields]
    return fields


def without_times(deal: PairedDeal) -> tuple[Any, ...]:
    """Return what a deal decided, without the clock."""
    counts = [(spent.moves, spent.forfeits) for spent in deal.thinking]
    return deal.pair, deal.deal, deal.matches, counts, deal.notes


RAN = {
    "seconds": 61.25,
    "on": "pool",
    "program": "ludoteca 1 (commit abc)",
    "machine": {"processor": "Abacus", "cores": 2, "system": "Linux", "python": "3.11"},
}


def fields_of(bots: str = "x,y,z", players: int = 2, deals: int = 30, **more: object) -> Fields:
    """Make up the standings of a tournament."""
    plan = made_up(bots, players, deals, **more)
    strengths = [0.5 * n for n in range(len(plan.bots))]
    return standings(contest_of(plan, simulated(plan, strengths, 1))) | RAN
