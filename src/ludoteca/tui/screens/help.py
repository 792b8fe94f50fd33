"""Help: all keys that work on the screen below, and what the signs mean."""

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from ludoteca.language import Words
from ludoteca.tui.bars import joined, keys_of
from ludoteca.tui.reader import Line, Reader
from ludoteca.tui.screens.base import HouseScreen


class HelpScreen(HouseScreen[None]):
    """A page about the screen below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,enter", "back", "tui.key.back"),
    ]
    TITLE_KEY = "tui.help.title"

    def __init__(self, below: HouseScreen[Any]) -> None:
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
        return [Reader(self._lines())]

    def _lines(self) -> list[Line]:
        said, look = self._words, self.look
        lines = [Line(said["tui.help.keys"], "title"), Line("")]
        named = [(joined(keys, look.ascii), said.get(words, "")) for keys, words in self._keys]
        width = max(len(name) for name, _ in named) + 2
        lines += [Line(f"  {name:{width}}{text}") for name, text in named if text]
        lines += [Line(""), Line(said["tui.help.mouse"])]
        lines += [Line(""), Line(said["tui.help.typing"])]
        if self._legend:
            lines += [Line(""), Line(said["tui.help.signs"], "title"), Line("")]
            lines += [Line(self._legend)]
        return lines
