"""Where the matches of a tournament are played: each deal in every seating, with the same cards.

Each deal has a generator of its own, so the k-th roll of a deal is the same random word
in every seating, whatever the bots do. A bot's luck depends on seed, deal, seat and bot.
"""

import hashlib
import time
from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from ludoteca import bots, games
from ludoteca.arena.legal import LegalActions
from ludoteca.arena.tournament import (
    PairedDeal,
    Task,
    Thinking,
    TournamentMatch,
    TournamentPlan,
    seatings,
)
from ludoteca.bots.base import Budget
from ludoteca.bots.spec import parse_player
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded

STAND_IN = "greedy"
"""The bot that moves for one that named no legal move, or raised an error."""

MOST_LETTERS = 200
"""Letters of an error that a note keeps."""

Choose = Callable[[Game, View, list[int], list[int]], int]


@runtime_checkable
class StatefulPlayer(Protocol):
    """A player with a memory, such as another program: it also hears when matches end."""

    notes: list[str]

    def end_match(self) -> None:
        """Hear that a match is over."""

    def close(self) -> None:
        """Hear that all is over."""


class SeatPlayer:
    """Who sits on a seat, with what is looked up once and not at every move."""

    def __init__(self, spec: str) -> None:
        player = parse_player(spec)
        self.choose: Choose = player.choose
        self.stateful = player if isinstance(player, StatefulPlayer) else None

    def excuses(self) -> list[str]:
        """Hear why turns were given away since the last time."""
        if self.stateful is None:
            return []
        told = list(self.stateful.notes)
        self.stateful.notes.clear()
        return told


class MatchRunner:
    """Plays the deals of a plan."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self.game = games.load(plan.game_id)
        self.game.new(plan.players, dict(plan.options))  # refuses what can't be
        self._labels = plan.labels
        self._engine = self.game.engine
        self._options = self.game.option_indices(dict(plan.options))
        self._legal = LegalActions(self.game)
        self._players: dict[tuple[int, int], SeatPlayer] = {}

    def play(self, task: Task) -> PairedDeal:
        """Play one deal of one pair in every seating."""
        number, deal = task
        pair = self.plan.pairs[number]
        thinking, notes = (Thinking(), Thinking()), list[str]()
        matches = []
        for seating in seatings(self.plan.players):
            sitting = [pair[side] for side in seating]
            spent = [thinking[side] for side in seating]
            matches.append(self.play_match(deal, sitting, spent, notes))
        for total in thinking:
            total.seconds, total.longest = round(total.seconds, 6), round(total.longest, 6)
        return PairedDeal(number, deal, tuple(matches), thinking, tuple(notes))

    def close(self) -> None:
        """Close stateful players."""
        for player in self._players.values():
            if player.stateful is not None:
                player.stateful.close()
        self._players.clear()

    def play_match(
        self, deal: int, sitting: list[int], thinking: list[Thinking], notes: list[str]
    ) -> TournamentMatch:
        """Play one match; the lists name for each seat its bot, and where its time is added."""
        labels = [self._labels[bot] for bot in sitting]
        chance = seeded(self.plan.seed, deal)
        luck = [bot_luck(self.plan.seed, deal, *place) for place in enumerate(labels)]
        players = [self._player(bot, seat) for seat, bot in enumerate(sitting)]
        seat_to_move, apply = self._engine.seat_to_move, self._engine.apply
        clock, state = time.perf_counter, self._begin(chance)
        failed = 0
        while (seat := seat_to_move(state)) >= 0:
            view = self.game.view(state, seat)
            legal = self._legal.of(state, seat)
            began = clock()
            action, fault = self._ask(players[seat], view, legal, luck[seat])
            seconds = clock() - began
            excuses = players[seat].excuses()
            if action is None:
                excuses.append(fault)
                action = self._stand_in(state, seat, legal, luck[seat])
            failed |= bool(excuses) << seat
            thinking[seat].add(Thinking(1, seconds, seconds, len(excuses)))
            notes += [f"{labels[seat]}, deal {deal}, seat {seat}: {told}" for told in excuses]
            apply(state, seat, action)
            self._roll(state, chance)
        for player in players:
            if player.stateful is not None:
                player.stateful.end_match()
        scores = [self._engine.score(state, seat) for seat in range(len(sitting))]
        return ended(self._engine.winners(state, scores), scores, failed)

    def _ask(
        self, player: SeatPlayer, view: View, legal: list[int], rng: list[int]
    ) -> tuple[int | None, str]:
        """Ask a player for a move; without a legal one, return None and what went wrong."""
        try:
            action = player.choose(self.game, view, legal, rng)
            if action in legal:
                return action, ""
        except Exception as error:
            return None, format_error(error)
        return None, f"{action} is no legal action"

    def _begin(self, chance: list[int]) -> Any:
        state = self.game.new_state()
        self._engine.start(state, self.plan.players, self._options)
        self._roll(state, chance)
        return state

    def _roll(self, state: Any, chance: list[int]) -> None:
        """Let chance decide all that is due."""
        roll_size, put_outcome = self._engine.roll_size, self._engine.put_outcome
        while size := roll_size(state):
            put_outcome(state, self._engine.outcome_of(state, below(chance, size)))

    def _player(self, bot: int, seat: int) -> SeatPlayer:
        """Return the player for a bot on a seat; no two seats share one, for it may remember."""
        if (bot, seat) not in self._players:
            self._players[bot, seat] = SeatPlayer(self.plan.bots[bot])
        return self._players[bot, seat]

    def _stand_in(self, state: Any, seat: int, legal: list[int], rng: list[int]) -> int:
        view = self.game.view(state, seat)
        return bots.load(STAND_IN).choose(self.game, view, legal, rng, Budget())


def format_error(error: Exception) -> str:
    """Write what a bot raised in one line.

    >>> format_error(KeyError("tile")), format_error(RuntimeError())
    ("it raised KeyError: 'tile'", 'it raised RuntimeError')
    """
    name, words = type(error).__name__, " ".join(str(error).split())
    return f"it raised {name}: {words[:MOST_LETTERS]}" if words else f"it raised {name}"


def ended(winners: int, scores: list[int], failed: int) -> TournamentMatch:
    """Return how a match ended; a seat that gave a turn away loses it, whatever its score.

    The others win by their scores. If all gave turns away, the scores stand.

    >>> ended(0b01, [30, 20], failed=0b01), ended(0b10, [20, 30, 25], failed=0b11)
    (TournamentMatch(winners=2, scores=(0, 20)), TournamentMatch(winners=4, scores=(0, 0, 25)))
    """
    seats = range(len(scores))
    if failed == 0 or failed == (1 << len(scores)) - 1:
        return TournamentMatch(winners, tuple(scores))
    counted = tuple(0 if failed >> seat & 1 else scores[seat] for seat in seats)
    if winners & ~failed:
        return TournamentMatch(winners & ~failed, counted)
    best = max(scores[seat] for seat in seats if not failed >> seat & 1)
    left = sum(1 << seat for seat in seats if not failed >> seat & 1 and scores[seat] == best)
    return TournamentMatch(left, counted)


def bot_luck(seed: int, deal: int, seat: int, label: str) -> list[int]:
    """Make the generator of one bot on one seat in one deal."""
    digest = hashlib.blake2b(f"{seed} {deal} {seat} {label}".encode(), digest_size=8).digest()
    return seeded(int.from_bytes(digest) >> 2)
