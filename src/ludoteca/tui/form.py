"""A list of rows to choose from and to set: menus, new matches and settings are made of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from ludoteca.tui.canvas import Canvas, Paint, fitted
from ludoteca.tui.sheet import Sheet

LONGEST_TEXT = 20
"""Characters of a name."""


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
    """Drawn as a button even among choices."""
    is_title: bool = False
    """Only says what follows; can't be chosen."""
    is_fact: bool = False
    """Only says something among rows that can be chosen."""
    is_secret: bool = False
    """Its text is not shown."""
    longest: int = LONGEST_TEXT
    """Characters of its text."""

    @property
    def is_still(self) -> bool:
        """Whether the cursor passes it by."""
        return self.is_title or self.is_fact

    @property
    def shown(self) -> str:
        """The words of the present value."""
        return next((words for value, words in self.values if value == self.value), self.value)


class Form(Sheet, can_focus=True):
    """Rows; the arrows go through them and set them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "tui.key.move", show=False),
        Binding("down", "step(1)", "tui.key.move", show=False),
        Binding("home", "jump(0)", "tui.key.first", show=False),
        Binding("end", "jump(-1)", "tui.key.first", show=False),
        Binding("left", "change(-1)", "tui.key.change", show=False),
        Binding("right", "change(1)", "tui.key.change", show=False),
        Binding("enter", "choose", "tui.key.choose"),
    ]

    class Chosen(Message):
        """A button was pressed."""

        def __init__(self, key: str) -> None:
            """Take the key of the row."""
            super().__init__()
            self.key = key

    class Changed(Message):
        """A row has another value."""

        def __init__(self, key: str, value: str) -> None:
            """Take the key of the row and its value."""
            super().__init__()
            self.key, self.value = key, value

    def __init__(self, rows: Sequence[Row] = (), **more: Any) -> None:
        """Begin with the first row."""
        super().__init__(**more)
        self.rows = list(rows)
        self.at = 0
        self._first = 0
        self._settle()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows; stay on the one with the same key."""
        here = self.rows[self.at].key if self.rows else ""
        self.rows = list(rows)
        self.at = next((n for n, row in enumerate(rows) if row.key == here), 0)
        self._settle()
        self.redraw()

    def go_to(self, key: str) -> None:
        """Go to a row by its key, if there is one."""
        self.at = next((n for n, row in enumerate(self.rows) if row.key == key), self.at)
        self.redraw()

    def _settle(self, by: int = 1) -> None:
        """Go on from a row that can't be chosen."""
        if any(not row.is_still for row in self.rows):
            while self.rows[self.at].is_still:
                self.at = (self.at + by) % len(self.rows)

    @property
    def here(self) -> Row:
        """The row under the cursor."""
        return self.rows[self.at]

    def action_step(self, by: int) -> None:
        """Go to another row."""
        self.at = (self.at + by) % len(self.rows)
        self._settle(by)
        self.redraw()

    def action_jump(self, to: int) -> None:
        """Go to the first or the last row."""
        self.at = to % len(self.rows)
        self._settle(1 if to == 0 else -1)
        self.redraw()

    def action_change(self, by: int) -> None:
        """Set the row to its next value."""
        row = self.here
        if row.values:
            values = [value for value, _ in row.values]
            at = values.index(row.value) if row.value in values else 0
            row.value = values[(at + by) % len(values)]
            self.post_message(self.Changed(row.key, row.value))
            self.redraw()

    def action_choose(self) -> None:
        """Press the button, or set the row to its next value."""
        row = self.here
        if row.is_still:  # there is nothing else
            return
        if row.values and not row.is_button:
            self.action_change(1)
        elif row.is_text and not row.is_button:
            self.action_step(1)
        else:
            self.post_message(self.Chosen(row.key))

    def on_key(self, event: events.Key) -> None:
        """Type into a row that takes text."""
        row = self.here if self.rows else None
        if row is None or not row.is_text:
            return
        if event.key == "backspace":
            row.value = row.value[:-1]
        elif event.is_printable and event.character and cell_len(row.value) < row.longest:
            row.value += event.character
        else:
            return
        event.stop()
        event.prevent_default()
        self.post_message(self.Changed(row.key, row.value))
        self.redraw()

    def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted into a row that takes text."""
        if self.rows and self.here.is_text:
            row, text = self.here, "".join(event.text.split())
            if row.is_secret:  # a password may have blanks
                text = event.text.strip("\r\n")
            row.value = (row.value + text)[: row.longest]
            event.stop()
            self.post_message(self.Changed(row.key, row.value))
            self.redraw()

    def touch(self, name: str) -> None:
        """Choose by the mouse: a row, or an arrow beside its value."""
        word, number = name.split()
        self.at = int(number)
        if word == "before":
            self.action_change(-1)
        elif word == "after":
            self.action_change(1)
        else:
            self.action_choose()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Take a line for each row, where the height is left to the form."""
        return len(self.rows)

    def draw(self, canvas: Canvas) -> None:
        """Draw the rows that fit, with the one under the cursor among them."""
        height = canvas.height
        if self.at < self._first or self.at >= self._first + height:
            self._first = max(0, min(self.at - height // 2, len(self.rows) - height))
        if self.at <= 1:
            self._first = 0
        label = max((cell_len(row.label) for row in self.rows if row.values or row.is_text),
                    default=0)  # fmt: skip
        for y, number in enumerate(range(self._first, min(self._first + height, len(self.rows)))):
            self._draw_row(canvas, y, number, label)

    def _put_note(self, canvas: Canvas, x: int, y: int, note: str) -> None:
        """Write what stands beside a row; what does not fit ends with a sign of it."""
        text = self.look.text(note)
        text = fitted(
            text, min(cell_len(text), max(0, canvas.width - x)), self.look.glyphs.ellipsis
        )
        canvas.put(x, y, text, Paint(self.look.palette.soft))

    def _draw_row(self, canvas: Canvas, y: int, number: int, label: int) -> None:
        row, look, palette = self.rows[number], self.look, self.look.palette
        here = number == self.at and self.has_focus
        if row.is_title:
            canvas.put(1, y, look.text(row.label), Paint(palette.accent, bold=True))
            return
        if here:
            canvas.fill(0, y, canvas.width, 1, palette.raised)
            canvas.put(0, y, look.glyphs.cursor, Paint(palette.accent, bold=True))
        if not row.is_still:
            canvas.spot(0, y, canvas.width, 1, f"row {number}")
        paint = Paint(palette.accent if here else palette.ink, bold=here)
        if not row.values and not row.is_text:
            x = canvas.put(2, y, look.text(row.label), paint)
            self._put_note(canvas, x + 2, y, row.note)
            return
        canvas.put(2, y, fitted(look.text(row.label), label), Paint(palette.soft))
        self._draw_value(canvas, 4 + label, y, number, paint)

    def _draw_value(self, canvas: Canvas, x: int, y: int, number: int, paint: Paint) -> None:
        row, look = self.rows[number], self.look
        arrows = Paint(look.palette.soft)
        if row.is_text:
            caret = "_" if number == self.at and self.has_focus else ""
            text = "•" * len(row.value) if row.is_secret else row.value
            end = canvas.put(x + 2, y, look.text(text) + caret, paint)
            self._put_note(canvas, end + 2, y, row.note)
            return
        canvas.put(x, y, look.glyphs.left, arrows)
        canvas.spot(x - 1, y, 3, 1, f"before {number}")
        end = canvas.put(x + 2, y, look.text(row.shown), paint)
        canvas.put(end + 1, y, look.glyphs.right, arrows)
        canvas.spot(end, y, 3, 1, f"after {number}")
        if row.note:
            self._put_note(canvas, end + 4, y, row.note)
