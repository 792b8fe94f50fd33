"""A list of rows to choose from and to set: Textual's option list, with values and text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events, getters
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.strip import Strip
from textual.style import Style
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ludoteca.tui.app import TerminalApp

LONGEST_TEXT = 20
"""Characters of a name."""

CHANGE = "change"
"""The click target of an arrow beside a value: -1 or 1."""


@dataclass
class Row:
    """One line of a form: a button, a choice among values, or a text to type."""

    key: str
    label: str
    values: Sequence[tuple[str, str]] = ()
    """Each value with its words."""
    value: str = ""
    is_text: bool = False
    note: str = ""
    is_button: bool = False
    """Enter presses the row even though it has values or text."""
    is_title: bool = False
    """A heading; can't be chosen."""
    is_fact: bool = False
    """A line of information among rows that can be chosen."""
    is_secret: bool = False
    """Its text is not shown."""
    longest: int = LONGEST_TEXT
    """Maximum characters of its text."""

    @property
    def is_still(self) -> bool:
        """Whether the cursor skips it."""
        return self.is_title or self.is_fact

    @property
    def shown(self) -> str:
        """The words of the present value."""
        if self.is_text:
            return "•" * len(self.value) if self.is_secret else self.value
        return next((words for value, words in self.values if value == self.value), self.value)


class Form(OptionList):
    """Rows; up and down go through them, left and right change a value."""

    DEFAULT_CSS = """
    Form, Form:focus {
        border: none; padding: 0; background: $background; background-tint: $background 0%;
        scrollbar-size-vertical: 1; scrollbar-color: $panel;
        scrollbar-background: $background; text-wrap: nowrap; text-overflow: ellipsis;
        & > .option-list--option-disabled { color: $foreground; }
        & > .option-list--option-hover { background: $surface; }
        & > .option-list--option-highlighted {
            background: $background; color: $foreground; text-style: none;
        }
    }
    Form:focus > .option-list--option-highlighted {
        background: $panel; color: $accent; text-style: bold;
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor_up", "tui.key.move", show=False),
        Binding("down", "cursor_down", "tui.key.move", show=False),
        Binding("home", "first", "tui.key.first", show=False),
        Binding("end", "last", "tui.key.first", show=False),
        Binding("left", "change(-1)", "tui.key.change", show=False),
        Binding("right", "change(1)", "tui.key.change", show=False),
        Binding("enter", "select", "tui.key.choose"),
    ]

    app = getters.app(TerminalApp)

    class Chosen(Message):
        """A button was pressed."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Changed(Message):
        """A row has another value."""

        def __init__(self, key: str, value: str) -> None:
            super().__init__()
            self.key, self.value = key, value

    def __init__(self, rows: Sequence[Row] = (), **more: Any) -> None:
        """Begin on the first row that can be chosen."""
        super().__init__(**more)
        self.rows: list[Row] = []
        self.set_rows(rows)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Replace the rows; the cursor stays on the row with the same key."""
        here = self.here.key if self.highlighted is not None else None
        self.rows = list(rows)
        self.set_options(Option("", disabled=row.is_still) for row in rows)
        self.highlighted = None
        self.action_first()
        if here is not None:
            self.go_to(here)
        self.redraw()

    def go_to(self, key: str) -> None:
        """Move the cursor to a row by its key, if it can be chosen."""
        for number, row in enumerate(self.rows):
            if row.key == key and not row.is_still:
                self.highlighted = number

    @property
    def here(self) -> Row:
        """The row under the cursor."""
        assert self.highlighted is not None
        return self.rows[self.highlighted]

    def action_change(self, by: int) -> None:
        """Set the row to its next value."""
        if self.highlighted is None or not self.here.values:
            return
        values = [value for value, _ in self.here.values]
        at = values.index(self.here.value) if self.here.value in values else 0
        self._set(values[(at + by) % len(values)])

    def action_select(self) -> None:
        """Press the button, or set the row to its next value."""
        if self.highlighted is None:
            return
        row = self.here
        if row.values and not row.is_button:
            self.action_change(1)
        elif row.is_text and not row.is_button:
            self.action_cursor_down()
        else:
            self.post_message(self.Chosen(row.key))

    def _set(self, value: str) -> None:
        self.here.value = value
        self.post_message(self.Changed(self.here.key, value))
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        """Type into a row that takes text."""
        row = self.here if self.highlighted is not None else None
        if row is None or not row.is_text:
            return
        if event.key == "backspace":
            self._set(row.value[:-1])
        elif event.is_printable and event.character and cell_len(row.value) < row.longest:
            self._set(row.value + event.character)
        else:
            return
        event.stop()
        event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Paste into a row that takes text; only a password keeps its blanks."""
        if self.highlighted is not None and self.here.is_text:
            text = event.text.strip("\r\n") if self.here.is_secret else "".join(event.text.split())
            event.stop()
            self._set((self.here.value + text)[: self.here.longest])

    async def _on_click(self, event: events.Click) -> None:
        """Choose by the mouse: a row, or an arrow beside its value."""
        by, number = event.style.meta.get(CHANGE), event.style.meta.get("option")
        if by is None or number is None:
            await super()._on_click(event)
        else:
            self.highlighted = number
            self.action_change(by)
        event.prevent_default()

    # Drawing

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Move the caret with the cursor."""
        super().watch_highlighted(highlighted)
        self._write(number for number, row in enumerate(self.rows) if row.is_text)

    def redraw(self) -> None:
        """Write all rows again, in the present words, characters and colours."""
        self._write(range(len(self.rows)))

    def _write(self, numbers: Iterable[int]) -> None:
        if not self.is_attached or self.option_count != len(self.rows):
            return
        wide = (row for row in self.rows if row.values or row.is_text)
        label = max((cell_len(self.app.look.text(row.label)) for row in wide), default=0)
        for number in numbers:
            prompt = self._prompt(self.rows[number], label, number == self.highlighted)
            self.replace_option_prompt_at_index(number, prompt)

    def on_mount(self) -> None:
        """Write the rows, now that colours and characters are known."""
        self.redraw()
        self.scroll_to_highlight()

    def _prompt(self, row: Row, label: int, here: bool) -> Content:
        look, palette = self.app.look, self.app.look.palette
        soft, note = Style.parse(palette.soft), look.text(row.note)
        text = look.text(row.label)
        if row.is_title:
            return Content.assemble(" ", (text, f"bold {palette.accent}"))
        if not row.values and not row.is_text:
            return Content.assemble("  ", text, "  ", (note, soft))
        parts: list[Any] = ["  ", (text.ljust(label + len(text) - cell_len(text)), soft), "  "]
        shown = look.text(row.shown)
        if row.is_text:
            return Content.assemble(*parts, "  ", shown, "_" if here else "", "  ", (note, soft))
        left, right = (soft + Style.from_meta({CHANGE: by}) for by in (-1, 1))
        glyphs = look.glyphs
        parts += [(f"{glyphs.left} ", left), shown, (f" {glyphs.right}", right)]
        return Content.assemble(*parts, "  ", (note, soft))

    def render_line(self, y: int) -> Strip:
        """Draw a row, with a cursor before the one that is highlighted."""
        strip = super().render_line(y)
        line = self.scroll_offset.y + y
        here = line < len(self._lines) and self._lines[line][0] == self.highlighted
        if not here or not self.has_focus:
            return strip
        style = self.get_visual_style("option-list--option", "option-list--option-highlighted")
        cursor = Segment(self.app.look.glyphs.cursor, style.rich_style)
        return Strip([cursor, *strip.crop(1)], strip.cell_length)
