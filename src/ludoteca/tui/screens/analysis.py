"""A match judged move by move: the chances as a chart, and every move with what it was worth."""

from collections.abc import Callable, Sequence

from textual.containers import Vertical
from textual.widget import Widget

from ludoteca.coach import Analysis
from ludoteca.language import Words
from ludoteca.tui.bars import TitleBar
from ludoteca.tui.chances import ChanceChart, account_note, move_note, summary_of
from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.base import BaseScreen


class AnalysisScreen(BaseScreen[int | None]):
    """Ends with the ply that was chosen, if one was."""

    CSS = """
    AnalysisScreen Vertical { padding: 1 2 0 2; }
    AnalysisScreen Form { height: 2fr; margin-top: 1; }
    """

    def __init__(
        self,
        analysis: Callable[[], Analysis],
        total: int,
        names: Sequence[str],
        at: int,
        said: Words,
    ) -> None:
        """Take where the judgements are: they may still be coming."""
        super().__init__()
        self._analysis, self._total, self._names = analysis, total, names
        self._at, self._said = at, said

    @property
    def words(self) -> Words:
        """The program's words joined with the game's."""
        return self._said

    def body(self) -> list[Widget]:
        """Put the chart over the moves."""
        chart = ChanceChart(self._analysis, self._names, self._at)
        return [Vertical(chart, Form(self._rows()))]

    def on_mount(self) -> None:
        """Begin at the move that the replay shows."""
        self.query_one(Form).go_to(f"ply {self._at}")

    def write_title(self) -> None:
        """Show how far the judging is."""
        done = len(self._analysis().judgements)
        key = "page.chances" if done == self._total else "page.judging"
        self.query_one(TitleBar).say("ludoteca", self.say(key, n=done, of=self._total))

    def _rows(self) -> list[Row]:
        analysis, said = self._analysis(), self._said
        rows = []
        for each in analysis.judgements:
            label = f"{each.ply:3}. {self._names[each.seat]}: {each.text}"
            rows.append(Row(f"ply {each.ply}", label, note=move_note(each, said)))
        if not rows:
            return [Row("wait", said["page.judging_soon"], is_title=True)]
        rows.append(Row("space", "", is_title=True))
        for seat, name in enumerate(self._names):
            rows.append(Row(f"sum {seat}", f"{name}: {summary_of(analysis, seat, said)}",
                            is_title=True))  # fmt: skip
            if len(analysis.judgements) == self._total:
                note = account_note(analysis, seat, said)
                rows.append(Row(f"account {seat}", f"  {note}", is_title=True))
        return rows

    def judged(self) -> None:
        """Show what has come since."""
        if len(self.query("Form, ChanceChart, TitleBar")) < 3:
            return  # the screen is not there yet, or on its way out
        form = self.query_one(Form)
        form.set_rows(self._rows())
        if len(self._analysis().judgements) == 1:
            form.action_first()
        self.query_one(ChanceChart).redraw()
        self.write_title()

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Go to a move."""
        self.dismiss(int(message.key.split()[1]))

    def action_back(self) -> None:
        """Go back to where the replay was."""
        self.dismiss(None)
