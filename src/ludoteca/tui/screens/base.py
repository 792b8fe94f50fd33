"""What every screen has: a title, keys, help, a way back, and a word to terminals too small."""

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.message import Message
from textual.messages import Prune
from textual.screen import Screen
from textual.widget import Widget

from ludoteca.language import Words
from ludoteca.tui.app import TerminalApp
from ludoteca.tui.bars import KeyLine, TitleBar
from ludoteca.tui.canvas import Canvas, Paint, wrapped
from ludoteca.tui.drawable import Drawable
from ludoteca.tui.look import Look
from ludoteca.tui.work import WithWorkers

if TYPE_CHECKING:
    from ludoteca.core.game import Game

LEAST_WIDTH, LEAST_HEIGHT = 80, 24

T = TypeVar("T")


class TooSmall(Drawable):
    """What a terminal shows that is too small for everything else."""

    def draw(self, canvas: Canvas) -> None:
        """Show how large it must be, and how large it is."""
        words: Words = self.screen.words  # type: ignore[attr-defined]
        size = self.app.size
        text = words.say(
            "tui.too_small",
            width=LEAST_WIDTH,
            height=LEAST_HEIGHT,
            columns=size.width,
            rows=size.height,
        )
        canvas.block(0, 0, wrapped(self.look.text(text), canvas.width), Paint(bold=True))


class BaseScreen(WithWorkers, Screen[T]):
    """A screen with a title bar, a key line, help and a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "tui.key.back"),
        Binding("question_mark", "help", "tui.key.help"),
        Binding("ctrl+p", "app.command_palette", "tui.key.palette", show=False),
        Binding("ctrl+q", "app.quit", "tui.key.quit", show=False),
    ]

    TITLE_KEY: ClassVar[str] = ""
    """The words of the first line."""

    AUTO_FOCUS = "Form, Board, TextPage"

    _focused_before: Widget | None = None
    """What had the focus before there was no room for it."""

    app = getters.app(TerminalApp)

    @property
    def words(self) -> Words:
        """The words of this screen."""
        return self.app.words

    @property
    def look(self) -> Look:
        """How everything is drawn."""
        return self.app.look

    def say(self, key: str, **values: object) -> str:
        """Return a sentence."""
        return self.words.say(key, **values)

    def legend(self) -> str:
        """Explain the signs on this screen, if it has any."""
        return ""

    def compose(self) -> ComposeResult:
        """Put the lines around the body."""
        yield TitleBar()
        yield from self.body()
        yield KeyLine()
        yield TooSmall()

    def body(self) -> list[Widget]:
        """Return what stands between the lines."""
        return []

    def on_mount(self) -> None:
        """Write the first line."""
        self.write_title()

    async def _on_message(self, message: Message) -> None:
        """Hear a message; what it would be written on may have gone already, or never come."""
        try:
            await super()._on_message(message)
        except NoMatches:
            if self.app.is_running and self.is_attached and not self._pruning:
                raise

    async def on_prune(self, event: Prune) -> None:
        """End what is under way when the screen goes: what it would write on goes first."""
        self.workers.cancel_node(self)

    def write_title(self) -> None:
        """Write the first line."""
        here = self.say(self.TITLE_KEY) if self.TITLE_KEY else ""
        self.query_one(TitleBar).say("ludoteca", here)

    def on_resize(self) -> None:
        """Show a word instead of everything if there is no room for it."""
        size = self.app.size
        small = size.width < LEAST_WIDTH or size.height < LEAST_HEIGHT
        if small and not self.has_class("too-small"):
            self._focused_before = self.focused
        self.set_class(small, "too-small")
        if not small and self._focused_before is not None:
            kept, self._focused_before = self._focused_before, None
            self.call_after_refresh(kept.focus)

    def refresh_look(self) -> None:
        """Redraw everything, in other words or colours."""
        self.write_title()
        for widget in self.query("Drawable, Form, TextPage"):
            widget.redraw()  # type: ignore[attr-defined]

    def shows_pictures(self, game: "Game") -> bool:
        """Return whether this terminal can show a game's board as a picture."""
        return self.app.graphics is not None and game.modules.svg is not None

    def open_picture(
        self, draw: Callable[[], str | None], step: Callable[[int], None] | None = None
    ) -> None:
        """Show a position as a picture, which stays up to date."""
        from ludoteca.tui.screens.picture import PictureScreen

        self.app.push_screen(PictureScreen(draw, self.words["name"], step))

    def action_back(self) -> None:
        """Go back one screen."""
        self.app.pop_screen()

    def action_help(self) -> None:
        """Show the keys of this screen."""
        from ludoteca.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self))
