"""A page of text that scrolls: rules, help, news."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import VerticalScroll
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from ludoteca.tui.app import TerminalApp
from ludoteca.tui.canvas import Paint, wrapped

WIDEST = 90
"""Longer lines are hard to read."""


@dataclass(frozen=True)
class PageLine:
    """A paragraph, a title or a line of a picture."""

    text: str
    kind: str = "text"
    """`text`, `title`, `heading`, `item` or `picture`."""


def parse_page(text: str) -> list[PageLine]:
    r"""Read a page of simple Markdown: titles, paragraphs, lists and fenced pictures.

    >>> [line.kind for line in parse_page("# A\n\nWords\ngo on.\n\n- one\n- two\n")]
    ['title', 'text', 'text', 'text', 'item', 'item']
    """
    lines: list[PageLine] = []
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            lines.append(PageLine(line, "picture"))
        elif line.startswith("# "):
            lines.append(PageLine(line[2:], "title"))
        elif line.startswith("#"):
            lines.append(PageLine(line.lstrip("# "), "heading"))
        elif line.startswith("- "):
            lines.append(PageLine(line[2:], "item"))
        elif line and lines and lines[-1].text and lines[-1].kind in ("text", "item"):
            lines[-1] = PageLine(f"{lines[-1].text} {line.strip()}", lines[-1].kind)
        else:
            lines.append(PageLine(line))
    return lines


class TextPage(VerticalScroll, can_focus=True):
    """Lines on the screen; arrows, pages and the wheel scroll them."""

    DEFAULT_CSS = """
    TextPage { align-horizontal: center; scrollbar-size-vertical: 1; scrollbar-color: $panel;
        scrollbar-background: $background; background: $background; }
    TextPage > Static { width: 100%; max-width: 94; padding: 0 2; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "tui.key.scroll", show=False),
        Binding("down", "scroll_down", "tui.key.scroll"),
        Binding("pageup", "page_up", "tui.key.page", show=False),
        Binding("pagedown,space", "page_down", "tui.key.page"),
        Binding("home", "scroll_home", "tui.key.first", show=False),
        Binding("end", "scroll_end", "tui.key.first", show=False),
    ]

    app = getters.app(TerminalApp)

    def __init__(
        self, lines: Sequence[PageLine] = (), marks: dict[str, Paint] = {}, **more: Any
    ) -> None:
        """Take the lines, and how letters look in pictures."""
        super().__init__(**more)
        self._lines, self._marks = list(lines), marks

    def compose(self) -> ComposeResult:
        """Put the text."""
        yield Static()

    def read(self, lines: Sequence[PageLine], marks: dict[str, Paint] = {}) -> None:
        """Show another page."""
        self._lines, self._marks = list(lines), marks
        self.redraw()
        self.scroll_home(animate=False)

    def on_resize(self) -> None:
        """Break the lines for the new width."""
        self.redraw()

    def redraw(self) -> None:
        """Write the page again, in the present characters and colours."""
        for text in self.query(Static):
            width = min(self.scrollable_content_region.width - 4, WIDEST)
            text.update(Content("\n").join(self._laid_out(width)))

    def _laid_out(self, width: int) -> Iterator[Content]:
        """Break the paragraphs into lines."""
        look, accent = self.app.look, self.app.look.palette.accent
        styles = {"title": f"bold underline {accent}", "heading": f"bold {accent}"}
        for line in self._lines:
            text = look.text(line.text)
            if line.kind == "picture":
                yield self._picture(text)
                continue
            indent, bullet = "", ""
            if line.kind == "item":
                indent, bullet = "  ", "- " if look.ascii else "• "
            parts = [text] if text[:1] == " " else wrapped(text, width - len(indent)) or [""]
            for number, part in enumerate(parts):
                yield Content.styled((indent if number else bullet) + part,
                                     styles.get(line.kind, ""))  # fmt: skip

    def _picture(self, text: str) -> Content:
        usual = Paint(self.app.look.palette.soft)
        around = f" {text} "
        paints = (
            (mark, usual if _is_in_word(around, number) else self._marks.get(mark, usual))
            for number, mark in enumerate(text)
        )
        return Content.assemble("    ", *((mark, _style(paint)) for mark, paint in paints))


def _is_in_word(around: str, number: int) -> bool:
    """Return whether a letter stands beside another one; `around` has a space at both ends.

    >>> [_is_in_word(" F Federkiel ", number) for number in (0, 2)]
    [False, True]
    """
    return around[number].isalpha() or around[number + 2].isalpha()


def _style(paint: Paint) -> Style:
    return Style(
        foreground=Color.parse(paint.ink) if paint.ink else None,
        background=Color.parse(paint.paper) if paint.paper else None,
        bold=paint.bold,
    )
