"""A record judged move by move: what was played, what a bot would have played, and the difference.

Half of the budget goes into the bot's own choice. In the other half this choice and the move that
was played are compared in fresh worlds, the same for both: so the bot's choice has no advantage
from having been picked by its luck, and the played move is judged even if the bot never considered
it. All of it is done from the view that the seat had.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ludoteca.bots.base import Budget, Line
from ludoteca.bots.spec import BotPlayer
from ludoteca.coach.compare import compare
from ludoteca.coach.hint import hint
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from ludoteca.record.read import ReadRecord
from ludoteca.record.replay import Step

MARKS = ("best", "good", "inaccuracy", "mistake")

INACCURACY, MISTAKE = 0.05, 0.10
"""From so much win chance given away on, a move is one."""


@dataclass(frozen=True)
class Judgement:
    """One move that was played, beside the best one that is known."""

    ply: int
    seat: int
    text: str
    played: Line
    best_text: str
    best: Line

    @property
    def win_lost(self) -> float:
        """The win chance given away."""
        return self.best.win - self.played.win

    @property
    def points_lost(self) -> float:
        """The points given away, as far as the final score is expected to be lower."""
        return max(0.0, self.best.score - self.played.score)

    @property
    def mark(self) -> str:
        """One of the marks, by the win chance given away."""
        if self.played.action == self.best.action:
            return "best"
        if self.win_lost < INACCURACY:
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

    def chances(self, seat: int) -> list[tuple[int, float]]:
        """Return a seat's win chance after each of its moves, by ply; at last, the result."""
        found = [(each.ply, each.played.win) for each in self.judgements if each.seat == seat]
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
    lines = compare(game, view, [*({*choices} - {step.action}), step.action], rng, half.budget)
    played = lines[-1]
    best = max(lines, key=lambda line: (line.win, line.score, line is played))

    def text(line: Line) -> str:
        return game.modules.notation.format_move(view.state, view.seat or 0, line.action)

    return Judgement(step.ply, step.seat, text(played), played, text(best), best)


def _halved(budget: Budget) -> Budget:
    def half(limit: int | None) -> int | None:
        return None if limit is None else max(1, limit // 2)

    return replace(budget, milliseconds=half(budget.milliseconds), playouts=half(budget.playouts))
