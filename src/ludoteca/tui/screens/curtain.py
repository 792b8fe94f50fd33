"""The curtain between two people at one screen: nothing is seen until the next one is there."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.base import HouseScreen


class CurtainScreen(HouseScreen[bool]):
    """Covers everything until the next person says so."""

    CSS = """
    CurtainScreen { align: center middle; }
    CurtainScreen Form { width: 60; height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "nothing", show=False)]

    def __init__(self, name: str) -> None:
        """Take who comes next."""
        super().__init__()
        self._next_one = name

    def body(self) -> list[Widget]:
        """Put one button."""
        title = Row("title", self.say("tui.curtain.pass", name=self._next_one), is_title=True)
        space = Row("space", "", is_title=True)
        return [
            Form([title, space, Row("here", self.say("tui.curtain.here", name=self._next_one))])
        ]

    def on_form_chosen(self) -> None:
        """Open the curtain."""
        self.dismiss(True)

    def action_nothing(self) -> None:
        """Stay: there is no way back past the curtain."""
