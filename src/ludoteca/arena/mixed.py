"""Tables at which every seat has a bot of its own: each deal with every bot in every seat."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from ludoteca.arena.rating import ranking
from ludoteca.arena.runner import MatchRunner
from ludoteca.arena.statistics import interval
from ludoteca.arena.tournament import Task, Thinking, TournamentMatch, TournamentPlan
from ludoteca.arena.workers import Runner
from ludoteca.core.errors import UsageError


class MixedDeal(msgspec.Struct, frozen=True):
    """What came of one deal: a match for each rotation of the bots."""

    deal: int
    matches: tuple[TournamentMatch, ...]
    notes: tuple[str, ...] = ()


class MixedPlan(msgspec.Struct, frozen=True):
    """As many bots as seats, all at one table: a plan for `arena.workers`."""

    tournament: TournamentPlan

    def open(self) -> "MixedRunner":
        """Make ready to play."""
        return MixedRunner(self.tournament)

    def name_of(self, task: Task) -> str:
        """Name a deal."""
        return f"deal {task[1]}"


def mixed_plan(tournament: TournamentPlan) -> MixedPlan:
    """Plan tables of all bots together; refuse more or fewer bots than seats."""
    bots, players = len(tournament.bots), tournament.players
    if bots != players:
        raise UsageError(f"--together takes a bot for each of the {players} seats, not {bots}")
    return MixedPlan(tournament)


def rotations(players: int) -> list[list[int]]:
    """List which bot sits where: each of them in each seat once.

    >>> rotations(3)
    [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    """
    seats = range(players)
    return [[(seat - first) % players for seat in seats] for first in seats]


class MixedRunner:
    """Plays the deals of a plan."""

    def __init__(self, plan: TournamentPlan) -> None:
        self._runner = MatchRunner(plan)
        self._players = plan.players

    def play(self, task: Task) -> MixedDeal:
        """Play one deal in every rotation."""
        notes: list[str] = []
        matches = [
            self._runner.play_match(task[1], sitting, [Thinking() for _ in sitting], notes)
            for sitting in rotations(self._players)
        ]
        return MixedDeal(task[1], tuple(matches), tuple(notes))

    def close(self) -> None:
        """Close the table."""
        self._runner.close()


def play_mixed(plan: MixedPlan, runner: Runner, hear: Callable[[int], None]) -> list[MixedDeal]:
    """Play all deals; return them in order. After an interruption, return those played so far."""
    found: list[MixedDeal] = []
    results = runner.play(plan, ((0, deal) for deal in range(plan.tournament.deals)))
    try:
        for deal in results:
            found.append(deal)
            hear(len(found))
    except KeyboardInterrupt:
        pass  # there are fewer deals than planned
    finally:
        results.close()
    return sorted(found, key=lambda deal: deal.deal)


def summarise(plan: MixedPlan, deals: Sequence[MixedDeal]) -> dict[str, Any]:
    """Sum up how each bot did: its share of the wins, its place and its score, a value a deal.

    There must be at least one deal.
    """
    tournament = plan.tournament
    rows = []
    for bot, label in enumerate(tournament.labels):
        shares, places, scores = list[float](), list[float](), list[float]()
        for deal in deals:
            at = [sitting.index(bot) for sitting in rotations(tournament.players)]
            both = list(zip(at, deal.matches, strict=True))
            shares.append(sum(match.shares()[seat] for seat, match in both) / len(both))
            places.append(sum(_place(match, seat) for seat, match in both) / len(both))
            scores.append(sum(match.scores[seat] for seat, match in both) / len(both))
        wins = interval(shares)
        rows.append(
            {
                "bot": label,
                "wins": wins.mean,
                "low": wins.low,
                "high": wins.high,
                "place": sum(places) / len(places),
                "score": sum(scores) / len(scores),
            }
        )
    return {
        "game": tournament.game_id,
        "players": tournament.players,
        "seed": tournament.seed,
        "deals": len(deals),
        "matches": len(deals) * tournament.players,
        "complete": len(deals) == tournament.deals,
        "bots": rows,
        "notes": [note for deal in deals for note in deal.notes],
    }


def _place(match: TournamentMatch, seat: int) -> float:
    """Return a seat's place, from 1 on; equals share theirs."""
    before = 0
    for group in ranking(match):
        if seat in group:
            return before + (1 + len(group)) / 2
        before += len(group)
    raise AssertionError("every seat has a place")
