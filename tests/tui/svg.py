"""Screens of the terminal program as SVG: one picture, or several that follow each other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from rich.cells import cell_len
from rich.style import Style
from textual.app import App

WIDTH, HEIGHT = 8.4, 17.0
"""Of a character, in pixels."""

MARGIN = 12.0

FONTS = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"

BLOCKS = {"█": (0.0, 1.0), "▀": (0.0, 0.5), "▄": (0.5, 0.5), "▇": (0.125, 0.875),
          "▆": (0.25, 0.75), "▅": (0.375, 0.625), "▃": (0.625, 0.375)}  # fmt: skip
"""Characters that are drawn as rectangles, so that they touch: first part from the top, height."""

Run = tuple[int, str, str, str, bool, bool]
"""Column, text, ink, paper, bold, underlined."""
Row = tuple[Run, ...]


def capture(app: App[None]) -> list[Row]:
    """Read the screen: runs of characters that look alike."""
    rows = []
    for strip in app.screen._compositor.render_strips():
        column, runs = 0, []
        for text, style, _ in strip:
            ink, paper = _colours(style or Style())
            bold = bool(style and style.bold)
            runs.append((column, text, ink, paper, bold, bool(style and style.underline)))
            column += cell_len(text)
        rows.append(tuple(runs))
    return rows


def _colours(style: Style) -> tuple[str, str]:
    ink, paper = (
        "" if colour is None or colour.is_default else colour.get_truecolor().hex
        for colour in (style.color, style.bgcolor)
    )
    return (paper, ink) if style.reverse else (ink, paper)


@dataclass
class Film:
    """Frames of one size; rows that are alike are kept once."""

    columns: int
    rows: int
    ground: str
    ink: str
    frames: list[list[int]] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    """Seconds that each frame is shown."""
    _known: dict[Row, int] = field(default_factory=dict)

    def add(self, rows: Sequence[Row], seconds: float) -> None:
        """Show another screen."""
        self.frames.append([self._known.setdefault(row, len(self._known)) for row in rows])
        self.lengths.append(seconds)

    def write(self, title: str) -> str:
        """Write the picture; with several frames, they follow each other for ever."""
        width = self.columns * WIDTH + 2 * MARGIN
        height = self.rows * HEIGHT + 2 * MARGIN
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'role="img" aria-label="{escape(title)}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="100%" height="100%" rx="8" fill="{self.ground}"/>',
            f'<g font-family="{FONTS}" font-size="14" fill="{self.ink}" '
            'xml:space="preserve"><defs>',
            *(f'<g id="r{number}">{"".join(_row(row))}</g>' for row, number in self._known.items()),
            "</defs>",
            *self._written(),
            "</g></svg>\n",
        ]
        return "\n".join(parts)

    def _written(self) -> Iterator[str]:
        total, begin = sum(self.lengths), 0.0
        for frame, seconds in zip(self.frames, self.lengths, strict=True):
            rows = "".join(
                f'<use href="#r{row}" x="{MARGIN:.0f}" y="{MARGIN + y * HEIGHT:.0f}"/>'
                for y, row in enumerate(frame)
            )
            if len(self.frames) == 1:
                yield f"<g>{rows}</g>"
                return
            first, last = begin / total, (begin + seconds) / total
            times = f"0;{first:.4f};{last:.4f}" if first else f"0;{last:.4f}"
            values = "none;inline;none" if first else "inline;none"
            yield (
                f'<g display="none">{rows}<animate attributeName="display" values="{values}" '
                f'keyTimes="{times}" dur="{total:.1f}s" calcMode="discrete" '
                'repeatCount="indefinite"/></g>'
            )
            begin += seconds


def _row(row: Row) -> Iterator[str]:
    for column, text, _, paper, _, _ in row:
        if paper:
            yield _rect(column, 0, cell_len(text), 1, paper)
    for column, text, ink, _, bold, underlined in row:
        yield from _text(column, text, ink, bold, underlined)


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (
        f'<rect x="{x * WIDTH:.1f}" y="{y * HEIGHT:.2f}" width="{width * WIDTH + 0.3:.1f}" '
        f'height="{height * HEIGHT + (0.3 if y + height == 1 else 0):.2f}" fill="{fill}"/>'
    )


def _text(column: int, text: str, ink: str, bold: bool, underlined: bool) -> Iterator[str]:
    """Write a run word by word; blocks are drawn."""
    word, start = "", column
    for mark in [*text, " "]:
        if mark == " " or mark in BLOCKS:
            if word:
                yield _word(start, word, ink, bold, underlined)
            word = ""
        elif not word:
            start = column
        if mark in BLOCKS:
            top, height = BLOCKS[mark]
            yield _rect(column, top, 1, height, ink or "currentColor")
        elif mark != " ":
            word += mark
        column += cell_len(mark)


def _word(column: int, word: str, ink: str, bold: bool, underlined: bool) -> str:
    style = f' fill="{ink}"' if ink else ""
    style += ' font-weight="bold"' if bold else ""
    style += ' text-decoration="underline"' if underlined else ""
    return (
        f'<text x="{column * WIDTH:.1f}" y="13" textLength="{cell_len(word) * WIDTH:.1f}" '
        f'lengthAdjust="spacingAndGlyphs"{style}>{escape(word)}</text>'
    )
