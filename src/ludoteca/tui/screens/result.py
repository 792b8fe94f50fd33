"""How a match ended: the score step by step, and what may follow."""

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.widget import Widget

from ludoteca.language import Words
from ludoteca.tui.canvas import Canvas, Paint, fitted
from ludoteca.tui.drawable import Drawable
from ludoteca.tui.form import Form, Row
from ludoteca.tui.match_view import MatchView
from ludoteca.tui.screens.base import BaseScreen

COLUMN = 14
"""Columns for each seat."""

ABOVE_AND_BELOW = 8
"""Rows for names, totals and the winner."""


class ScoreTable(Drawable):
    """The parts of all scores; they come one by one."""

    def __init__(self, match: MatchView) -> None:
        super().__init__()
        self._match = match
        ending = match.ending
        assert ending is not None
        self._steps = [step for step in ending.steps if step["step"] != "result"]
        self._scores = ending.scores
        self._winners = ending.winners
        self.told = 0
        self.styles.height = len(self._steps) + ABOVE_AND_BELOW

    def tell(self, everything: bool = False) -> None:
        """Show the next step, or all of them."""
        self.told = len(self._steps) if everything else self.told + 1
        self.redraw()

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
        text = match.say_of("tui.result.wins", names, names=names, n=points)
        canvas.put(x, y, look.text(f"{look.glyphs.star} {text}"),
                   Paint(look.palette.glow, bold=True))  # fmt: skip
        ending: Any = match.ending
        broken = ending.steps[-1].get("tie_break") if ending.steps else None
        if broken:
            canvas.put(x, y + 1, look.text(said.get(f"tie_break.{broken}", "")))


class ResultScreen(BaseScreen[str]):
    """The end of a match."""

    CSS = """
    ResultScreen Center { height: auto; }
    ResultScreen Form { width: 40; height: auto; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("space", "next", "tui.key.next")]
    TITLE_KEY = "tui.result.title"

    def __init__(self, match: MatchView, is_told: bool = False) -> None:
        """Take the match; `is_told` shows all steps at once."""
        super().__init__()
        self._match, self._is_told = match, is_told

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the next step only while there is one."""
        return not self._is_told if action == "next" else True

    def body(self) -> list[Widget]:
        """Put the table and what may follow."""
        return [Vertical(ScoreTable(self._match), Center(Form(self._rows())))]

    def _rows(self) -> list[Row]:
        again = () if self._match.seat is None else ("again",)
        steps = () if self._is_told else ("next",)
        keys = (*steps, "board", *again, "replay", "home")
        return [Row(key, self.say(f"tui.result.{key}")) for key in keys]

    def action_next(self) -> None:
        """Show the next step; the cursor ends on a row where another Enter starts nothing."""
        table = self.query_one(ScoreTable)
        table.tell(everything=self._is_told)
        if table.is_told:
            self._is_told = True
            self.query_one(Form).set_rows(self._rows())
            self.refresh_bindings()

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
        """Leave the table."""
        self.dismiss("home")
