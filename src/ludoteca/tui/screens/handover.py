"""The curtain between two people at one screen: nothing is seen until the next one is there."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.base import BaseScreen


class HandoverScreen(BaseScreen[bool]):
    """Covers everything until the next person says so."""

    CSS = """
    HandoverScreen { align: center middle; }
    HandoverScreen Form { width: 60; height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "nothing", show=False)]

    def __init__(self, name: str) -> None:
        """Take who comes next."""
        super().__init__()
        self._next_one = name

    def body(self) -> list[Widget]:
        """Put one button."""
        own = ".you" if self._next_one == self.words["tui.you"] else ""
        text = self.say(f"tui.curtain.pass{own}", name=self._next_one)
        title = Row("title", text, is_title=True)
        space = Row("space", "", is_title=True)
        return [
            Form(
                [title, space, Row("here", self.say(f"tui.curtain.here{own}", name=self._next_one))]
            )
        ]

    def on_form_chosen(self) -> None:
        """Open the curtain."""
        self.dismiss(True)

    def action_nothing(self) -> None:
        """Stay: there is no way back past the curtain."""
