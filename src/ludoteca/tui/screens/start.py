"""The first screen: what one may do here."""

from textual.containers import Vertical
from textual.widget import Widget

from ludoteca import games
from ludoteca.tui.canvas import Canvas, Paint
from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.base import HouseScreen
from ludoteca.tui.sheet import Sheet

TITLE = (
    "█   █ █ █▀▄ █▀█ ▀█▀ █▀▀ █▀▀ █▀█",
    "█   █ █ █ █ █ █  █  █▀  █   █▀█",
    "▀▀▀ ▀▀▀ ▀▀  ▀▀▀  ▀  ▀▀▀ ▀▀▀ ▀ ▀",
)

BOOKS = "▆▇▅▇▆▃▇▅▆▇▇▄▆▅▇▆▇▃▅▇▆▄▇▆▅▇▆▇▅▆"
SPINES = ("#C65088", "#EFB346", "#5E8433", "#86CAD8", "#A9321F", "#F6EED8", "#2F6CB4", "#8A6A3A")
"""A board full of books, and their colours."""


class Banner(Sheet):
    """The name of the house over a shelf of books."""

    DEFAULT_CSS = "Banner { height: 9; }"

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


class StartScreen(HouseScreen[None]):
    """The first screen."""

    CSS = """
    StartScreen Vertical { align: center top; }
    StartScreen Form { width: 66; height: 1fr; margin-top: 1; }
    """

    def body(self) -> list[Widget]:
        """Put the banner and the menu."""
        return [Vertical(Banner(), Form(self._rows()))]

    def _rows(self) -> list[Row]:
        said, language = self.words, self.house.language
        rows = []
        for name in games.names():
            title = games.title(name, language)
            rows.append(Row(f"play {name}", f"{said['tui.start.play_now']}: {title}"))
        rows.append(Row("space", "", is_title=True))
        online = ("online",) if self.house.server else ()
        for key in (*online, "new", "records", "rules", "settings", "quit"):
            note = said.get(f"tui.start.{key}.note", "")
            if key == "online":
                note = self.house.server or ""
            rows.append(Row(key, said[f"tui.start.{key}"], note=note))
        return rows

    def refresh_look(self) -> None:
        """Write everything in other words."""
        self.query_one(Form).set_rows(self._rows())
        super().refresh_look()

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Do what was chosen."""
        word, _, name = message.key.partition(" ")
        if word == "play":
            self.house.play_now(name)
        elif word == "online":
            self.house.go_online()
        elif word == "rules":
            self.house.show_rules()
        elif word == "quit":
            self.app.exit()
        else:
            self.house.open_screen(word)

    def action_back(self) -> None:
        """Leave the program."""
        self.app.exit()
