"""A sheet of characters with colours, on which boards are drawn and clicks are found.

A picture is drawn once and serves as lines for the screen, as plain text for tests and for those
who do not see, and as a map of what lies under the mouse.
"""

from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ludoteca.language import harmless


@dataclass(frozen=True)
class Paint:
    """How a character looks; colours are `#rrggbb`, empty for that of the surface."""

    ink: str = ""
    paper: str = ""
    bold: bool = False
    dim: bool = False
    reverse: bool = False
    underline: bool = False


PLAIN = Paint()

NARROW = "\u1100"
"""Characters before this one are one column wide."""


@dataclass(frozen=True)
class ClickArea:
    """A rectangle that answers the mouse."""

    left: int
    top: int
    width: int
    height: int
    name: str

    def holds(self, x: int, y: int) -> bool:
        """Return whether a character lies in it."""
        return self.left <= x < self.left + self.width and self.top <= y < self.top + self.height


@lru_cache(4096)
def _style(paint: Paint, surface: Paint, colour: bool) -> Style:
    ink, paper = paint.ink or surface.ink, paint.paper or surface.paper
    return Style(
        color=ink or None if colour else None,
        bgcolor=paper or None if colour else None,
        bold=paint.bold,
        dim=paint.dim,
        reverse=paint.reverse,
        underline=paint.underline,
    )


class Canvas:
    """Characters in rows; what is drawn outside is left out."""

    def __init__(self, width: int, height: int, surface: Paint = PLAIN) -> None:
        """Begin with an empty sheet; the surface shows where nothing else is said."""
        self.width, self.height, self.surface = width, height, surface
        self.marks = [[" "] * width for _ in range(height)]
        self.paints = [[PLAIN] * width for _ in range(height)]
        self.spots: list[ClickArea] = []

    def put(self, x: int, y: int, text: str, paint: Paint = PLAIN) -> int:
        """Write text; return the column after it."""
        for mark in harmless(text):
            wide = 1 if mark < NARROW else cell_len(mark)
            if 0 <= y < self.height and x >= 0 and x + wide <= self.width:
                self.marks[y][x] = mark
                under = self.paints[y][x]
                self.paints[y][x] = paint if paint.paper else _on(paint, under.paper)
                if wide == 2:
                    self.marks[y][x + 1] = ""
            x += wide
        return x

    def block(self, x: int, y: int, lines: list[str], paint: Paint = PLAIN) -> None:
        """Write lines below each other."""
        for number, line in enumerate(lines):
            self.put(x, y + number, line, paint)

    def fill(self, x: int, y: int, width: int, height: int, paper: str, mark: str = " ") -> None:
        """Colour a rectangle."""
        for row in range(y, y + height):
            self.put(x, row, mark * width, Paint(paper=paper))

    def spot(self, x: int, y: int, width: int, height: int, name: str) -> None:
        """Let a rectangle answer the mouse; later ones lie above."""
        self.spots.append(ClickArea(x, y, width, height, name))

    def spot_at(self, x: int, y: int) -> str | None:
        """Name what lies under the mouse."""
        return next((spot.name for spot in reversed(self.spots) if spot.holds(x, y)), None)

    def paste(self, other: "Canvas", x: int, y: int) -> None:
        """Lay another sheet onto this one, with what answers the mouse on it."""
        for row in range(other.height):
            for column in range(other.width):
                mark = other.marks[row][column]
                if mark and 0 <= y + row < self.height and 0 <= x + column < self.width:
                    self.marks[y + row][x + column] = mark
                    paint = _on(other.paints[row][column], other.surface.paper)
                    self.paints[y + row][x + column] = paint
        for spot in other.spots:
            self.spot(spot.left + x, spot.top + y, spot.width, spot.height, spot.name)

    def strip(self, row: int, colour: bool) -> Strip:
        """Return one line for the screen."""
        segments: list[Segment] = []
        marks, paints = self.marks[row], self.paints[row]
        begin = 0
        for column in range(1, self.width + 1):
            if column == self.width or paints[column] != paints[begin]:
                text = "".join(marks[begin:column])
                segments.append(Segment(text, _style(paints[begin], self.surface, colour)))
                begin = column
        return Strip(segments, self.width)

    def changed_rows(self, other: "Canvas") -> list[int]:
        """List the rows that look different on another sheet of the same size."""
        return [
            row
            for row in range(self.height)
            if self.marks[row] != other.marks[row] or self.paints[row] != other.paints[row]
        ]

    def text(self) -> str:
        """Return all lines as plain text."""
        return "\n".join("".join(row).rstrip() for row in self.marks)


@lru_cache(4096)
def _on(paint: Paint, paper: str) -> Paint:
    """Return the paint on a paper, unless it brings its own."""
    if paint.paper or not paper:
        return paint
    return Paint(paint.ink, paper, paint.bold, paint.dim, paint.reverse, paint.underline)


def fitted(text: str, width: int, ellipsis: str = "…") -> str:
    """Cut or pad a text to a number of columns.

    >>> fitted("bookshelf", 6), fitted("bag", 5)
    ('books…', 'bag  ')
    """
    if cell_len(text) <= width:
        return text + " " * (width - cell_len(text))
    return set_cell_size(text, max(0, width - len(ellipsis))) + ellipsis[:width]


def wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines of at most a number of columns.

    >>> wrapped("One more, or choose a column.", 14)
    ['One more, or', 'choose a', 'column.']
    """
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if cell_len(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word if cell_len(word) <= width else fitted(word, width)
    return [*lines, line] if line else lines
