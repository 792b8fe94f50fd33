"""A screen that is one form."""

from textual.widget import Widget

from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.base import BaseScreen


class FormScreen(BaseScreen[None]):
    """A screen whose rows are written again when language or look change."""

    def _rows(self) -> list[Row]:
        """Return the rows; every form has its own."""
        return []

    def body(self) -> list[Widget]:
        """Put the form."""
        return [Form(self._rows())]

    def refresh_look(self) -> None:
        """Write all rows in other words."""
        self.query_one(Form).set_rows(self._rows())
        super().refresh_look()
