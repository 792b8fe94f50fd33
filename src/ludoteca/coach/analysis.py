"""A record judged move by move: what was played, what a bot would have played, and the difference.

Half of the budget goes into the bot's own choice. In the other half this choice and the move that
was played are compared in fresh worlds, the same for both, and a tree grows below either: so the
bot's choice has no advantage from having been picked by its luck, and the played move is judged
even if the bot never considered it. All of that is done from the view that the seat had. Last, an
estimate from all that is known afterwards says how everybody stood: one for all seats.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from ludoteca.bots.base import Budget, Line
from ludoteca.bots.spec import BotPlayer
from ludoteca.bots.strength import losses_of
from ludoteca.coach.compare import compare
from ludoteca.coach.hint import hint
from ludoteca.coach.level import is_contested, level_like
from ludoteca.core.game import Game, View
from ludoteca.core.generator import seeded
from ludoteca.protocol.http import Mark
from ludoteca.record.read import ReadRecord
from ludoteca.record.replay import Step
from ludoteca.search.expectation import part_names

MARKS: tuple[Mark, ...] = get_args(Mark)

INACCURACY, MISTAKE = 0.05, 0.10
"""A move that loses at least this much win chance is one."""


LEAST_REASON, MOST_REASONS = 0.5, 3
"""Points that a reason is worth at least, and how many reasons are given."""

LEAST_LOSS = 0.005
"""No reasons are given for less win chance than this: it is written as 0 %."""


@dataclass(frozen=True)
class Reason:
    """A part of the expected final scores that is different after the best move."""

    part: str
    """A part of the score, or `total`."""
    seat: int
    """Whose score."""
    points: float
    """How much higher it is after the best move."""

    def favours(self, seat: int) -> bool:
        """Return whether it speaks for the best move of a seat: more for it, less for others."""
        return (self.seat == seat) == (self.points > 0)


@dataclass(frozen=True)
class Judgement:
    """One move that was played, beside the best one that is known."""

    ply: int
    seat: int
    text: str
    played: Line
    best_text: str
    best: Line
    error: float = 0.0
    """How far the win chance given away may be wrong, either way (95 %)."""
    opened: Line | None = None
    """What to expect of the played move by all that is known afterwards."""

    @property
    def chances(self) -> Sequence[float]:
        """Every seat's win chance after the move, by one estimate: they add up to 1."""
        return (self.opened or self.played).chances

    @property
    def win_lost(self) -> float:
        """The win chance given away."""
        return self.best.win - self.played.win

    @property
    def points_lost(self) -> float:
        """The points given away, as far as the final score is expected to be lower."""
        return max(0.0, self.best.score - self.played.score)

    def reasons(self, game: Game) -> list[Reason]:
        """Return why the best move is better, the weightiest first: own points, others' points.

        At last comes what most speaks against it. What is smaller than half a point is not
        mentioned, and nothing is where the difference may be chance.
        """
        if self.win_lost < max(LEAST_LOSS, self.error):
            return []
        pairs = zip(part_names(game), self.best.parts, self.played.parts, strict=True)
        found = [Reason(part, self.seat, best - played) for part, best, played in pairs]
        for seat, (best, played) in enumerate(
            zip(self.best.scores, self.played.scores, strict=True)
        ):
            if seat != self.seat:
                found.append(Reason("total", seat, best - played))
        found = [one for one in found if abs(one.points) >= LEAST_REASON]
        found.sort(key=lambda one: -abs(one.points))
        reasons = [one for one in found if one.favours(self.seat)]
        against = [one for one in found if not one.favours(self.seat)]
        return reasons[:MOST_REASONS] + against[:1] if reasons else []

    @property
    def mark(self) -> Mark:
        """One of the marks, by the win chance given away."""
        if self.played.action == self.best.action:
            return "best"
        if self.win_lost < INACCURACY or self.win_lost < self.error:
            return "good"
        return "inaccuracy" if self.win_lost < MISTAKE else "mistake"


@dataclass(frozen=True)
class AnalysisSummary:
    """All moves of one seat together."""

    moves: int
    marks: dict[str, int]
    win_lost: float
    """The sum over all moves: more than 1 is possible, for a chance can be lost twice."""
    points_lost: float


@dataclass(frozen=True)
class Analysis:
    """The judgements of a record, in the order of its plies."""

    record: ReadRecord
    judgements: list[Judgement]

    def summary(self, seat: int) -> AnalysisSummary:
        """Sum up the moves of a seat."""
        own = [judgement for judgement in self.judgements if judgement.seat == seat]
        marks = Counter(judgement.mark for judgement in own)
        return AnalysisSummary(
            len(own),
            {mark: marks[mark] for mark in MARKS},
            sum(judgement.win_lost for judgement in own),
            sum(judgement.points_lost for judgement in own),
        )

    def levels_like(self, seat: int) -> tuple[str, str] | None:
        """Return the weakest and the strongest level that a seat played like; None if unclear."""
        header = self.record.header
        lost = [
            each.win_lost
            for each in self.judgements
            if each.seat == seat and is_contested(each.best.win)
        ]
        return level_like(lost, losses_of(header.game.id, len(header.players)))

    def chances(self, seat: int) -> list[tuple[int, float]]:
        """Return a seat's win chance after each move of anybody, by ply; at last, the result.

        At every ply they come from one estimate with open cards: over all seats they add up to 1.
        """
        found = [(each.ply, each.chances[seat]) for each in self.judgements]
        timeline = self.record.timeline
        if timeline.is_over:
            winners = timeline.result().winners
            found.append((len(timeline.steps) + 1, (seat in winners) / len(winners)))
        return found


def moves_of(record: ReadRecord) -> list[Step]:
    """List the moves that count: not those that were undone."""
    return [step for step in record.timeline.path if step.kind == "move"]


def analyse(record: ReadRecord, adviser: BotPlayer, seed: int) -> Iterator[Judgement]:
    """Judge move after move; with a budget in playouts the seed decides everything."""
    for step in moves_of(record):
        yield judge(record.header.game, step, adviser, seed)


def judge(game: Game, step: Step, adviser: BotPlayer, seed: int) -> Judgement:
    """Judge one move of a record."""
    assert step.before is not None
    assert step.seat is not None
    assert step.action is not None
    view, rng = game.view(step.before, step.seat), seeded(seed, step.ply)
    half = replace(adviser, budget=_halved(adviser.budget))
    choices = [line.action for line in hint(game, view, half, rng)[:1]]
    actions = [*({*choices} - {step.action}), step.action]
    found = compare(game, view, actions, rng, half.budget)
    played = found.lines[-1]
    opened = View(step.seat, step.before)
    known = compare(game, opened, [step.action], rng, _halved(half.budget)).lines[0]
    best = max(found.lines, key=lambda line: (line.win, line.score, line is played))

    def text(line: Line) -> str:
        return game.modules.notation.format_move(view.state, view.seat or 0, line.action)

    return Judgement(
        step.ply, step.seat, text(played), played, text(best), best, found.error, known
    )


def _halved(budget: Budget) -> Budget:
    def half(limit: int | None) -> int | None:
        return None if limit is None else max(1, limit // 2)

    return replace(budget, milliseconds=half(budget.milliseconds), playouts=half(budget.playouts))
