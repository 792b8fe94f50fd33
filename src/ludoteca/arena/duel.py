"""Matches between two sets of weights: by the looks of moves alone, or by a bot that uses them."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from ludoteca import games
from ludoteca.arena.legal import LegalActions
from ludoteca.arena.statistics import QUANTILE, Interval, mean_and_error
from ludoteca.arena.tournament import TournamentMatch
from ludoteca.bots.spec import Player, parse_player
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.search.engine import judging_by, loaded

WIN = 10.0
"""A win counts as much as this many points of margin."""

Both = Sequence[Sequence[int]]
"""Two sets of weights."""


@dataclass(frozen=True)
class Duel:
    """How one set of weights did against another: a value a deal, the mean over its seats."""

    players: int
    shares: tuple[float, ...]
    """The share of the win."""
    margins: tuple[float, ...]
    """The lead over the best other seat."""

    @property
    def matches(self) -> int:
        """The number of matches: each deal is played from every seat."""
        return self.players * len(self.shares)

    @property
    def win_rate(self) -> float:
        """The share of all wins."""
        return fmean(self.shares)

    @property
    def margin(self) -> float:
        """The mean lead."""
        return fmean(self.margins)

    @property
    def gains(self) -> list[float]:
        """What each deal brought: its margin, and its wins in points."""
        both = zip(self.margins, self.shares, strict=True)
        return [margin + WIN * share for margin, share in both]

    @property
    def fitness(self) -> float:
        """What tuning makes as large as it can."""
        return fmean(self.gains)

    def joined(self, other: "Duel") -> "Duel":
        """Add the deals of another duel."""
        return Duel(self.players, self.shares + other.shares, self.margins + other.margins)


@dataclass(frozen=True)
class DuelComparison:
    """New weights against old ones, and the old ones against themselves on the same deals.

    With three and more players the lead over the *best* other is below 0 between equals.
    """

    new: Duel
    old: Duel

    @property
    def gain(self) -> Interval:
        """How much fitter the new ones are; deals that do not differ prove nothing."""
        both = zip(self.new.gains, self.old.gains, strict=True)
        mean, error = mean_and_error([new - old for new, old in both])
        if error == 0:
            return Interval(mean, min(mean, 0.0), max(mean, 0.0), error)
        return Interval(mean, mean - QUANTILE * error, mean + QUANTILE * error, error)

    @property
    def is_better(self) -> bool:
        """Whether the interval of the gain lies above 0."""
        return self.gain.low > 0


def duel(
    game_id: str,
    players: int,
    weights: Both,
    seed: int,
    first: int,
    deals: int,
    player: str | None = None,
) -> Duel:
    """Play weights 0 against weights 1 on some deals, in every seat.

    Without a player, each seat makes the move after which its position looks best.
    """
    game = games.load(game_id)
    if player is None:
        return _by_looks(game, players, weights, seed, first, deals)
    table = DuelTable(game, players, parse_player(player))
    found = [table.play(weights, seed, deal) for deal in range(first, first + deals)]
    return Duel(players, tuple(share for share, _ in found), tuple(lead for _, lead in found))


def _by_looks(game: Game, players: int, weights: Both, seed: int, first: int, deals: int) -> Duel:
    """Play in a kernel."""
    kernels = loaded(game)
    states, features = kernels.states(game.new(players)), kernels.integers(len(weights[0]))
    options, judges = kernels.given(game.option_indices({})), kernels.table(weights)
    shares, margins = list[float](), list[float]()
    for deal in range(first, first + deals):
        totals = kernels.floats(4)
        kernels.functions.play_duels(
            states, players, options, judges, features, seed, deal, 1, kernels.integers(1),
            kernels.integers(1), kernels.integers(players), totals,
        )  # fmt: skip
        shares.append(float(totals[1] / totals[0]))
        margins.append(float(totals[2] / totals[0]))
    return Duel(players, tuple(shares), tuple(margins))


class DuelTable:
    """Plays deals with one bot in all seats, whose weights differ."""

    def __init__(self, game: Game, players: int, player: Player) -> None:
        self._game, self._players, self._player = game, players, player
        self._options, self._legal = game.option_indices({}), LegalActions(game)

    def play(self, weights: Both, seed: int, deal: int) -> tuple[float, float]:
        """Play a deal with weights 0 in every seat in turn; return their share and their lead.

        The luck is the same each time, so with equal weights one match stands for all.
        """
        new, old = weights
        seats = range(self._players)
        if list(new) == list(old):
            matches = [self._match([old] * self._players, seed, deal)] * self._players
        else:
            rows = ([new if seat == own else old for seat in seats] for own in seats)
            matches = [self._match(judges, seed, deal) for judges in rows]
        played = list(zip(seats, matches, strict=True))
        share = fmean(match.shares()[own] for own, match in played)
        return share, fmean(_lead(match.scores, own) for own, match in played)

    def _match(self, judges: Both, seed: int, deal: int) -> TournamentMatch:
        """Play one match; each seat judges by weights of its own."""
        game, engine, players = self._game, self._game.engine, self._players
        streams = (players + 1) * deal
        chance = seeded(seed, streams)
        luck = [seeded(seed, streams + 1 + seat) for seat in range(players)]
        state = game.new_state()
        engine.start(state, players, self._options)
        while True:
            while size := engine.roll_size(state):
                engine.put_outcome(state, engine.outcome_of(state, below(chance, size)))
            seat = engine.seat_to_move(state)
            if seat < 0:
                break
            legal, view = self._legal.of(state, seat), game.view(state, seat)
            with judging_by(game, judges[seat]):
                action = self._player.choose(game, view, legal, luck[seat])
            engine.apply(state, seat, action)
        scores = [engine.score(state, seat) for seat in range(players)]
        return TournamentMatch(engine.winners(state, scores), tuple(scores))


def _lead(scores: Sequence[int], own: int) -> int:
    return scores[own] - max(score for seat, score in enumerate(scores) if seat != own)
