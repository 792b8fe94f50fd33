"""How a match ended: the score step by step, and what may follow."""

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget

from ludoteca.language import Words
from ludoteca.tui.canvas import Canvas, Paint, fitted
from ludoteca.tui.form import Form, Row
from ludoteca.tui.match import Match
from ludoteca.tui.screens.base import HouseScreen
from ludoteca.tui.sheet import Sheet

COLUMN = 14
"""Columns for each seat."""


class ScoreTable(Sheet):
    """The parts of all scores; they come one by one."""

    DEFAULT_CSS = "ScoreTable { height: 1fr; }"

    def __init__(self, match: Match) -> None:
        """Begin before the first step."""
        super().__init__()
        self._match = match
        ending = match.ending
        assert ending is not None
        self._steps = [step for step in ending.steps if step["step"] != "result"]
        self._scores = ending.scores
        self._winners = ending.winners
        self.told = 0

    @property
    def is_told(self) -> bool:
        """Whether all is told."""
        return self.told >= len(self._steps)

    def _row(
        self, canvas: Canvas, x: int, y: int, label: str, cells: list[str], paint: Paint
    ) -> None:
        look = self.look
        canvas.put(x, y, fitted(look.text(label), 24, look.glyphs.ellipsis), paint)
        for seat, cell in enumerate(cells):
            text = fitted(look.text(cell), COLUMN - 2, look.glyphs.ellipsis)
            canvas.put(x + 26 + COLUMN * seat, y, text, paint)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table as far as it is told."""
        match, palette = self._match, self.look.palette
        said = match.words
        x = max(1, (canvas.width - 26 - COLUMN * len(match.names)) // 2)
        self._row(canvas, x, 1, "", list(match.names), Paint(palette.accent, bold=True))
        y = 3
        for step in self._steps[: self.told]:
            cells = [str(each["points"]) for each in step["seats"]]
            self._row(canvas, x, y, said[f"step.{step['step']}"], cells, Paint())
            y += 1
        totals = [str(parts["total"]) for parts in self._scores]
        if self._steps and not self.is_told:
            last = self._steps[self.told - 1]["seats"] if self.told else []
            totals = [str(each["total"]) for each in last]
        line = self.look.glyphs.horizontal * (24 + COLUMN * len(match.names))
        canvas.put(x, y, line, Paint(palette.line))
        self._row(canvas, x, y + 1, said["total"], totals, Paint(bold=True))
        if self.is_told:
            self._draw_winner(canvas, x, y + 3, said)

    def _draw_winner(self, canvas: Canvas, x: int, y: int, said: Words) -> None:
        match, look = self._match, self.look
        names = " · ".join(match.winners)
        points = self._scores[self._winners[0]]["total"]
        text = said.say("tui.result.wins", names=names, n=points)
        canvas.put(x, y, look.text(f"{look.glyphs.star} {text}"),
                   Paint(look.palette.glow, bold=True))  # fmt: skip
        ending: Any = match.ending
        broken = ending.steps[-1].get("tie_break") if ending.steps else None
        if broken:
            canvas.put(x, y + 1, look.text(said.get(f"tie_break.{broken}", "")))


class ResultScreen(HouseScreen[str]):
    """The end of a match."""

    CSS = "ResultScreen Form { height: 5; margin: 1 0 0 4; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "next", "tui.key.next")]
    TITLE_KEY = "tui.result.title"

    def __init__(self, match: Match) -> None:
        """Take the match."""
        super().__init__()
        self._match = match

    def body(self) -> list[Widget]:
        """Put the table and what may follow."""
        return [Vertical(ScoreTable(self._match), Form(self._rows()))]

    def _rows(self) -> list[Row]:
        again = () if self._match.seat is None else ("again",)
        keys = ("next", *again, "replay", "board", "home")
        return [Row(key, self.say(f"tui.result.{key}")) for key in keys]

    def action_next(self) -> None:
        """Tell the next step."""
        table = self.query_one(ScoreTable)
        table.told += 1
        table.redraw()
        if table.is_told:
            form = self.query_one(Form)
            form.set_rows([row for row in form.rows if row.key != "next"])

    def on_mount(self) -> None:
        """Begin with the first step; a match that was ended early has none."""
        self.action_next()

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Go on."""
        if message.key == "next":
            self.action_next()
        elif message.key == "board":
            self.dismiss("")
        else:
            self.dismiss(message.key)

    def action_back(self) -> None:
        """Look at the board again."""
        self.dismiss("")
