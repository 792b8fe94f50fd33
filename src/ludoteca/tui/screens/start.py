"""The first screen: what one may do here."""

from typing import TYPE_CHECKING

from textual.containers import Center, Vertical
from textual.widget import Widget

from ludoteca import games
from ludoteca.tui.canvas import Canvas, Paint
from ludoteca.tui.drawable import Drawable
from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.base import BaseScreen

if TYPE_CHECKING:  # the first screen does not wait for the rules to be read
    from ludoteca.client.unfinished import UnfinishedMatch

TITLE = (
    "█   █ █ █▀▄ █▀█ ▀█▀ █▀▀ █▀▀ █▀█",
    "█   █ █ █ █ █ █  █  █▀  █   █▀█",
    "▀▀▀ ▀▀▀ ▀▀  ▀▀▀  ▀  ▀▀▀ ▀▀▀ ▀ ▀",
)

BOOKS = "▆▇▅▇▆▃▇▅▆▇▇▄▆▅▇▆▇▃▅▇▆▄▇▆▅▇▆▇▅▆"
SPINES = ("#C65088", "#EFB346", "#5E8433", "#86CAD8", "#A9321F", "#F6EED8", "#2F6CB4", "#8A6A3A")
"""A board full of books, and their colours."""


class Logo(Drawable):
    """The program's name over a shelf of books."""

    DEFAULT_CSS = "Logo { height: 9; }"

    def draw(self, canvas: Canvas) -> None:
        """Draw name, books and motto in the middle."""
        look, palette = self.look, self.look.palette
        words = self.screen.words  # type: ignore[attr-defined]
        width = len(TITLE[0])
        x = (canvas.width - width) // 2
        accent = Paint(palette.accent, bold=True)
        if look.ascii:
            canvas.put(x, 2, "L   U   D   O   T   E   C   A", accent)
            canvas.put(x, 5, "=" * width, Paint(palette.soft))
        else:
            canvas.block(x, 1, list(TITLE), accent)
            for number, book in enumerate(BOOKS):
                canvas.put(x + number, 5, book, Paint(SPINES[number * 5 % len(SPINES)]))
            canvas.put(x - 1, 6, "▀" * (width + 2), Paint("#B97F4C"))
        motto = look.text(words["tui.start.motto"])
        canvas.put((canvas.width - len(motto)) // 2, 7, motto, Paint(palette.soft))


class StartScreen(BaseScreen[None]):
    """The first screen."""

    CSS = """
    StartScreen Center { height: 1fr; }
    StartScreen Form { width: 66; height: 1fr; margin-top: 1; }
    """

    _unfinished: "UnfinishedMatch | None" = None
    """The match that can be continued."""

    def body(self) -> list[Widget]:
        """Put the banner and the menu."""
        return [Vertical(Logo(), Center(Form(self._rows())))]

    def _rows(self) -> list[Row]:
        said, language = self.words, self.app.language
        rows = self._unfinished_rows()
        for name in games.names():
            title = games.title(name, language)
            rows.append(Row(f"play {name}", f"{said['tui.start.play_now']}: {title}"))
        rows.append(Row("space", "", is_title=True))
        for key in ("online", "new", "records", "rules", "settings", "quit"):
            note = said.get(f"tui.start.{key}.note", "")
            if key == "online":
                note = self.app.server or self.app.settings.server or note
            rows.append(Row(key, said[f"tui.start.{key}"], note=note))
        return rows

    def _unfinished_rows(self) -> list[Row]:
        """Offer to continue the match that was left last."""
        said = self.words
        self._unfinished = next(iter(self.app.unfinished()), None)
        if self._unfinished is None:
            return []
        from ludoteca.tui.match_view import said_name  # the rules are read with it

        title = games.title(self._unfinished.opened.setting.game, self.app.language)
        names = ", ".join(said_name(name, said) for name in self._unfinished.names)
        return [Row("continue", f"{said['tui.start.continue']}: {title}", note=names)]

    def on_screen_resume(self) -> None:
        """Offer the match that was just left."""
        for form in self.query(Form):
            form.set_rows(self._rows())
            if self._unfinished:
                form.go_to("continue")

    def refresh_look(self) -> None:
        """Write everything in other words."""
        self.query_one(Form).set_rows(self._rows())
        super().refresh_look()

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Do what was chosen."""
        word, _, name = message.key.partition(" ")
        if word == "continue" and self._unfinished:
            self.app.resume(self._unfinished)
        elif word == "play":
            self.app.play_now(name)
        elif word == "online":
            self.app.go_online()
        elif word == "rules":
            self.app.show_rules()
        elif word == "quit":
            self.app.exit()
        else:
            self.app.open_screen(word)

    def action_back(self) -> None:
        """Go to the last row; leave the program from there."""
        form = self.query_one(Form)
        if form.here.key == "quit":
            self.app.exit()
        form.go_to("quit")
