"""What is played, and what comes of it: every pair of bots, every deal in every seating."""

from collections.abc import Sequence
from itertools import combinations

import msgspec

from ludoteca.bots.spec import parse_player
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game, Value

Task = tuple[int, int]
"""The number of a pair and the number of a deal."""


class TournamentPlan(msgspec.Struct, frozen=True):
    """All that decides the results of a tournament."""

    game_id: str
    rules_version: int
    players: int
    options: tuple[tuple[str, Value], ...]
    bots: tuple[str, ...]
    deals: int
    seed: int
    sprt: tuple[float, float] | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """Name the bots apart: the second of two equal ones gets a number."""
        return tuple(
            bot if bot not in self.bots[:n] else f"{bot}#{self.bots[:n].count(bot) + 1}"
            for n, bot in enumerate(self.bots)
        )

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """List all pairs of bots."""
        return list(combinations(range(len(self.bots)), 2))

    def name_of(self, task: Task) -> str:
        """Name a deal of a pair."""
        pair, deal = task
        one, other = (self.labels[bot] for bot in self.pairs[pair])
        return f"{one} against {other}, deal {deal}"


def seatings(players: int) -> list[tuple[int, ...]]:
    """List who sits where, the first bot (0) or the second (1): one among others, in every seat.

    >>> seatings(2)
    [(0, 1), (1, 0)]
    >>> seatings(3)
    [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    """
    seats = range(players)
    lone = [
        tuple(lone if s == seat else 1 - lone for s in seats) for lone in (0, 1) for seat in seats
    ]
    return list(dict.fromkeys(lone))


class TournamentMatch(msgspec.Struct, frozen=True, array_like=True):
    """How one match ended: the winning seats as bits, and the scores."""

    winners: int
    scores: tuple[int, ...]

    def shares(self) -> list[float]:
        """Split the win evenly among the winners."""
        share = 1 / self.winners.bit_count()
        return [share * (self.winners >> seat & 1) for seat in range(len(self.scores))]


class Thinking(msgspec.Struct, array_like=True):
    """The moves of one bot and the time it took for them, in seconds."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    forfeits: int = 0
    """Turns that the stand-in played; each of them loses its match."""

    def add(self, other: "Thinking") -> None:
        """Take more moves in."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        self.forfeits += other.forfeits


class PairedDeal(msgspec.Struct, frozen=True):
    """What came of one deal for one pair: a match for each seating, the thinking of either bot."""

    pair: int
    deal: int
    matches: tuple[TournamentMatch, ...]
    thinking: tuple[Thinking, Thinking]
    notes: tuple[str, ...] = ()


def make_plan(
    game: Game,
    players: int,
    options: dict[str, Value],
    names: Sequence[str],
    deals: int,
    seed: int,
    sprt: tuple[float, float] | None = None,
) -> TournamentPlan:
    """TournamentPlan a tournament; refuse unknown bots and impossible tables."""
    if len(names) < 2:
        raise UsageError(f"at least two bots are needed, not {len(names)}: --bots greedy,random")
    for name in names:
        parse_player(name)
    game.new(players, options)
    chosen = tuple(sorted(options.items()))
    return TournamentPlan(game.id, game.version, players, chosen, tuple(names), deals, seed, sprt)
