"""A short list to pick one thing from: what to do at a table, a feeling, a person."""

from collections.abc import Sequence

from textual.widget import Widget

from ludoteca.tui.bars import TitleBar
from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.base import BaseScreen


class PickScreen(BaseScreen[str | None]):
    """Ends with the key of the row that was picked; with nothing if none was."""

    CSS = """
    PickScreen { align: center middle; }
    PickScreen Form { width: 76; height: auto; max-height: 90%; }
    """

    def __init__(self, title: str, rows: Sequence[Row]) -> None:
        """Take the rows; those without a key to pick only say something."""
        super().__init__()
        self._title, self._given = title, list(rows)

    def body(self) -> list[Widget]:
        """Put the list."""
        return [Form(self._given)]

    def write_title(self) -> None:
        """Show what is to be picked."""
        self.query_one(TitleBar).say("ludoteca", self._title)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows, while time goes by."""
        for form in self.query(Form):  # none before the screen is there, and after it
            form.set_rows(list(rows))

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Pick."""
        self.dismiss(message.key)

    def action_back(self) -> None:
        """Pick nothing."""
        self.dismiss(None)
