"""The rules of a game, in our own words."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from ludoteca import games
from ludoteca.tui.boards import board_of
from ludoteca.tui.screens.base import BaseScreen
from ludoteca.tui.text_page import PageLine, TextPage, parse_page


class RulesScreen(BaseScreen[None]):
    """A page for each game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,right", "turn(1)", "tui.rules.next"),
        Binding("left", "turn(-1)", "tui.rules.next", show=False),
    ]
    TITLE_KEY = "tui.start.rules"

    def __init__(self, game: str | None = None) -> None:
        super().__init__()
        self._shown = game or games.names()[0]

    def body(self) -> list[Widget]:
        """Put the page."""
        return [TextPage()]

    def on_mount(self) -> None:
        """Open the page."""
        self._read()

    def _read(self) -> None:
        game = games.load(self._shown)
        board = board_of(game)
        texts = game.folder / "text"
        path = texts / f"rules.{self.app.language}.md"
        if not path.exists():
            path = texts / "rules.en.md"
        lines = [PageLine(game.words(self.app.language)["about"])]
        if path.exists():
            lines = parse_page(path.read_text(encoding="utf-8"))
        self.query_one(TextPage).read(
            lines, board.marks(board.dressed(self.look, game.words(self.app.language)))
        )

    def action_turn(self, by: int) -> None:
        """Go to another game's rules."""
        names = games.names()
        self._shown = names[(names.index(self._shown) + by) % len(names)]
        self._read()

    def refresh_look(self) -> None:
        """Read in another language."""
        self._read()
        super().refresh_look()
