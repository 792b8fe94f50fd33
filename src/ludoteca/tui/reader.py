"""A page of text that scrolls: rules, help, news."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType

from ludoteca.tui.canvas import Canvas, Paint, wrapped
from ludoteca.tui.sheet import Sheet

WIDEST = 90
"""Longer lines are hard to read."""


@dataclass(frozen=True)
class Line:
    """A paragraph, a title or a line of a picture."""

    text: str
    kind: str = "text"
    """`text`, `title`, `heading`, `item` or `picture`."""


def parse_page(text: str) -> list[Line]:
    r"""Read a page of simple Markdown: titles, paragraphs, lists and fenced pictures.

    >>> [line.kind for line in parse_page("# A\n\nWords\ngo on.\n\n- one\n- two\n")]
    ['title', 'text', 'text', 'text', 'item', 'item']
    """
    lines: list[Line] = []
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            lines.append(Line(line, "picture"))
        elif line.startswith("# "):
            lines.append(Line(line[2:], "title"))
        elif line.startswith("#"):
            lines.append(Line(line.lstrip("# "), "heading"))
        elif line.startswith("- "):
            lines.append(Line(line[2:], "item"))
        elif line and lines and lines[-1].text and lines[-1].kind in ("text", "item"):
            lines[-1] = Line(f"{lines[-1].text} {line.strip()}", lines[-1].kind)
        else:
            lines.append(Line(line))
    return lines


class Reader(Sheet, can_focus=True):
    """Lines on the screen; arrows, pages and the wheel move them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_by(-1)", "tui.key.scroll", show=False),
        Binding("down", "scroll_by(1)", "tui.key.scroll"),
        Binding("pageup", "page(-1)", "tui.key.page", show=False),
        Binding("pagedown,space", "page(1)", "tui.key.page"),
        Binding("home", "scroll_by(-100000)", "tui.key.first", show=False),
        Binding("end", "scroll_by(100000)", "tui.key.first", show=False),
    ]

    def __init__(
        self, lines: Sequence[Line] = (), marks: dict[str, Paint] = {}, **more: Any
    ) -> None:
        """Take the lines, and how letters look in pictures."""
        super().__init__(**more)
        self._lines, self._marks = list(lines), marks
        self._top = 0

    def read(self, lines: Sequence[Line], marks: dict[str, Paint] = {}) -> None:
        """Show another page."""
        self._lines, self._marks, self._top = list(lines), marks, 0
        self.redraw()

    def action_scroll_by(self, by: int) -> None:
        """Move the page."""
        self._top = max(0, self._top + by)
        self.redraw()

    def action_page(self, by: int) -> None:
        """Move the page by a screen."""
        self.action_scroll_by(by * max(1, self.size.height - 2))

    def on_mouse_scroll_down(self, _: events.MouseScrollDown) -> None:
        """Follow the wheel."""
        self.action_scroll_by(3)

    def on_mouse_scroll_up(self, _: events.MouseScrollUp) -> None:
        """Follow the wheel."""
        self.action_scroll_by(-3)

    def _laid_out(self, width: int) -> list[Line]:
        """Break the paragraphs into lines."""
        found = []
        for line in self._lines:
            text = self.look.text(line.text)
            if line.kind in ("picture", "text") and (line.kind == "picture" or text[:1] == " "):
                found.append(Line(text, line.kind))
                continue
            indent = "  " if line.kind == "item" else ""
            parts = wrapped(text, width - len(indent)) or [""]
            bullet = ("- " if self.look.ascii else "• ") if line.kind == "item" else ""
            found += [
                Line((bullet if n == 0 else indent) + part, line.kind)
                for n, part in enumerate(parts)
            ]
        return found

    def draw(self, canvas: Canvas) -> None:
        """Draw the lines that fit."""
        width = min(canvas.width - 4, WIDEST)
        lines = self._laid_out(width)
        self._top = max(0, min(self._top, len(lines) - canvas.height))
        left = max(2, (canvas.width - width) // 2)
        palette = self.look.palette
        paints = {
            "title": Paint(palette.accent, bold=True, underline=True),
            "heading": Paint(palette.accent, bold=True),
        }
        for y, line in enumerate(lines[self._top : self._top + canvas.height]):
            if line.kind == "picture":
                self._put_picture(canvas, left + 4, y, line.text)
            else:
                canvas.put(left, y, line.text, paints.get(line.kind, Paint()))
        below = len(lines) - self._top - canvas.height
        if below > 0:
            canvas.put(canvas.width - 2, canvas.height - 1, "v" if self.look.ascii else "▼",
                       Paint(palette.accent))  # fmt: skip

    def _put_picture(self, canvas: Canvas, x: int, y: int, text: str) -> None:
        for mark in text:
            x = canvas.put(x, y, mark, self._marks.get(mark, Paint(self.look.palette.soft)))
