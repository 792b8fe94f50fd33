"""A question with yes and no."""

from textual.widget import Widget

from ludoteca.tui.canvas import wrapped
from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.base import BaseScreen

WIDTH = 62
"""Columns of a line of the question."""


class ConfirmScreen(BaseScreen[bool | None]):
    """Asks before something that can't be taken back."""

    CSS = """
    ConfirmScreen { align: center middle; }
    ConfirmScreen Form { width: 64; height: auto; }
    """

    def __init__(
        self, key: str, answers: str | None = None, first: str = "yes", **values: str
    ) -> None:
        """Take the words of the question; `yes` and `no` stand beside it, or in `answers`.

        The cursor is on `first`: a question that comes by itself may meet a key meant for a move.
        """
        super().__init__()
        self._key, self._answers, self._first, self._values = key, answers or key, first, values

    def body(self) -> list[Widget]:
        """Put the question and its answers."""
        question = wrapped(self.say(self._key, **self._values), WIDTH)
        rows = [Row(f"title {n}", line, is_title=True) for n, line in enumerate((*question, ""))]
        rows += [Row(answer, self.say(f"{self._answers}.{answer}")) for answer in ("yes", "no")]
        form = Form(rows)
        form.go_to(self._first)
        return [form]

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Answer."""
        self.dismiss(message.key == "yes")

    def action_back(self) -> None:
        """Answer no."""
        self.dismiss(False)
