"""Help: all keys that work on the screen below, and what the signs mean."""

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from ludoteca.language import Words
from ludoteca.tui.bars import joined, keys_of
from ludoteca.tui.screens.base import BaseScreen
from ludoteca.tui.text_page import PageLine, TextPage


class HelpScreen(BaseScreen[None]):
    """A page about the screen below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,enter", "back", "tui.key.back"),
    ]
    TITLE_KEY = "tui.help.title"

    def __init__(self, below: BaseScreen[Any]) -> None:
        """Take the screen that is to be explained."""
        super().__init__()
        self._keys = keys_of(below, shown_only=False)
        self._words = below.words
        self._legend = below.legend()

    @property
    def words(self) -> Words:
        """The words of the screen below."""
        return self._words

    def body(self) -> list[Widget]:
        """List the keys."""
        return [TextPage(self._lines())]

    def _lines(self) -> list[PageLine]:
        said, look = self._words, self.look
        lines = [PageLine(said["tui.help.keys"], "title"), PageLine("")]
        named = [
            (joined(keys, look.ascii, said), said.get(words, "")) for keys, words in self._keys
        ]
        width = max(len(name) for name, _ in named) + 2
        lines += [PageLine(f"  {name:{width}}{text}") for name, text in named if text]
        lines += [PageLine(""), PageLine(said["tui.help.mouse"])]
        lines += [PageLine(""), PageLine(said["tui.help.typing"])]
        if self._legend:
            lines += [PageLine(""), PageLine(said["tui.help.signs"], "title"), PageLine("")]
            lines += [PageLine(self._legend)]
        return lines
