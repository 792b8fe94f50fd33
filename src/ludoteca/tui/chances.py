"""The chances to win over a match, drawn with characters, and what a move was worth."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from ludoteca.coach import Analysis, Judgement, account_of, parse_adviser
from ludoteca.coach.analysis import judge
from ludoteca.coach.wording import account_words, format_percent, like_words
from ludoteca.games import load
from ludoteca.language import Words
from ludoteca.record.replay import Step
from ludoteca.tui.canvas import Canvas, Paint, fitted
from ludoteca.tui.drawable import Drawable
from ludoteca.tui.look import Look

ADVISER = "mcts:200ms"
"""Who judges the moves of a replay, and how long each may take."""

AXIS = 6
"""Columns left of the lines."""

MARKS, PLAIN_MARKS = "●◆▲■", "ox*#"
"""The sign of each seat's line."""

Chances = Sequence[tuple[int, float]]
"""A seat's chance to win by ply."""


def judge_apart(game: str, step: Step, adviser: str) -> Judgement:
    """Judge one move, in whichever process this is called."""
    return judge(load(game), step, parse_adviser(adviser), 0)


def sign_of(seat: int, look: Look) -> str:
    """Return the sign of a seat's line."""
    signs = PLAIN_MARKS if look.ascii else MARKS
    return signs[seat % len(signs)]


def worth_of(judgement: Judgement, said: Words) -> str:
    """Describe what a move was worth, and which one was better."""
    mark = said[f"page.rated.{judgement.mark}"]
    if judgement.mark == "best":
        return mark
    lost, error = round(100 * judgement.win_lost), round(100 * judgement.error)
    better = said.say("tui.rated.better", move=judgement.best_text, lost=lost, error=error)
    return f"{mark}. {better}" if lost > 0 else mark


def at_column(chances: Chances, ply: float) -> float | None:
    """Return the chance at a place between two plies, on the line from one to the other.

    >>> at_column([(2, 0.5), (4, 1.0)], 3), at_column([(2, 0.5)], 1)
    (0.75, None)
    """
    for (before, low), (after, high) in pairwise(chances):
        if before <= ply <= after:
            return low + (high - low) * (ply - before) / (after - before)
    return next((chance for at, chance in chances if at == ply), None)


class ChanceChart(Drawable):
    """A line for each seat from the first ply to the last; a bar stands where the replay is."""

    DEFAULT_CSS = "ChanceChart { height: 1fr; min-height: 7; max-height: 14; }"

    def __init__(self, analysis: Callable[[], Analysis], names: Sequence[str], at: int) -> None:
        """Take where the judgements are, who plays, and where the replay is."""
        super().__init__()
        self._analysis, self._names, self._at = analysis, names, at

    def draw(self, canvas: Canvas) -> None:
        """Draw the axes, the lines and who is who."""
        look, palette = self.look, self.look.palette
        analysis, height, width = self._analysis(), canvas.height - 1, canvas.width - AXIS - 1
        last = max(1, len(analysis.record.timeline.steps) + 1)

        def row(chance: float) -> int:
            return round((1 - chance) * (height - 1))

        for chance in (0.0, 0.5, 1.0):
            canvas.put(0, row(chance), f"{chance:5.0%}", Paint(palette.soft))
            canvas.put(AXIS, row(chance), look.glyphs.dot * width, Paint(palette.line))
        here = AXIS + round(self._at * (width - 1) / last)
        for y in range(height):
            canvas.put(here, y, look.glyphs.vertical, Paint(palette.soft))
        for seat in range(len(self._names)):
            paint = Paint(look.seat(seat), bold=True)
            chances = analysis.chances(seat)
            for x in range(width):
                value = at_column(chances, x * last / max(1, width - 1))
                if value is not None:
                    canvas.put(AXIS + x, row(value), sign_of(seat, look), paint)
        x = AXIS
        for seat, name in enumerate(self._names):
            text = f"{sign_of(seat, look)} {fitted(look.text(name), min(16, len(name)))}"
            x = canvas.put(x, height, text, Paint(look.seat(seat), bold=True)) + 3


def move_note(judgement: Judgement, said: Words) -> str:
    """Write the chance after a move beside what it was worth."""
    return f"{format_percent(judgement.played.win, said):>4}  {worth_of(judgement, said)}"


def summary_of(analysis: Analysis, seat: int, said: Words) -> str:
    """Count the moves of a seat by what they were worth."""
    marks: dict[str, Any] = analysis.summary(seat).marks
    return "  ".join(f"{said[f'page.rated.{mark}']} {count}" for mark, count in marks.items())


def account_note(analysis: Analysis, seat: int, said: Words) -> str:
    """Write what made a seat's result: own moves, the others' moves, luck; and who plays so."""
    text = "  ".join(account_words(account_of(analysis, seat), said))
    like = analysis.levels_like(seat)
    return text if like is None else f"{text}  {like_words(like, said)}"
