"""Charts as SVG: axes with round numbers, and whole pictures of lines and bars for files.

>>> panel = Panel("points", "turn", "score", [ChartLine("Ada", [(0, 0), (1, 4), (2, 9)])])
>>> Picture("A match", [panel]).svg().count("<polyline")
1
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ludoteca.core import raster

Point = tuple[float, float]

INK, SOFT, GRID = "#23262b", "#676d76", "#dedbd3"
COLOURS = ("#0b6e99", "#c4501b", "#3d8b37", "#8a4fb0", "#b8860b", "#c2378a", "#5c6670", "#15998e")

PANEL_WIDTH, PANEL_HEIGHT = 540, 300
LEFT, RIGHT, TOP, BELOW = 66, 14, 64, 44
"""Space around the axes of a panel: for numbers, titles and labels."""

ROW = 18
"""Height of a line of the legend."""

LETTER = 7.2
"""About how wide a letter is."""


def ticks(least: float, most: float, about: int = 6) -> list[float]:
    """Choose round numbers for an axis.

    >>> ticks(0, 70), ticks(-0.3, 0.4, 4)
    ([0.0, 20.0, 40.0, 60.0], [-0.2, 0.0, 0.2, 0.4])
    """
    rough = (most - least) / about or 1.0
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough * 0.999)
    first, last = math.ceil(least / step - 1e-9), math.floor(most / step + 1e-9)
    return [round(n * step, 10) + 0.0 for n in range(first, last + 1)]


@dataclass(frozen=True)
class Axes:
    """A box with numbers along two sides; its classes `grid`, `tick` and `level` are styled."""

    left: float
    top: float
    right: float
    bottom: float
    across: tuple[float, float]
    """The numbers at the left and right side."""
    up: tuple[float, float] = (0.0, 1.0)
    """The numbers at the bottom and top."""

    def x(self, value: float) -> float:
        """Return how far right a number is."""
        least, most = self.across
        return self.left + (self.right - self.left) * (value - least) / (most - least)

    def y(self, value: float) -> float:
        """Return how far down a number is."""
        least, most = self.up
        return self.bottom - (self.bottom - self.top) * (value - least) / (most - least)

    def points(self, points: Sequence[Point]) -> str:
        """Write points as a polyline wants them."""
        return " ".join(f"{self.x(a):.1f},{self.y(b):.1f}" for a, b in points)

    def columns(self, about: int = 6) -> list[str]:
        """Draw upright lines with their numbers below."""
        return [
            f'<line class="grid" x1="{self.x(tick):.1f}" x2="{self.x(tick):.1f}"'
            f' y1="{self.top:g}" y2="{self.bottom:g}"/>'
            f'<text class="tick" x="{self.x(tick):.1f}" y="{self.bottom + 18:g}">{tick:g}</text>'
            for tick in ticks(*self.across, about)
        ]

    def rows(self, about: int, write: Callable[[float], str] = "{:g}".format) -> list[str]:
        """Draw level lines with their numbers at the left."""
        return [
            f'<line class="grid" x1="{self.left:g}" x2="{self.right:g}"'
            f' y1="{self.y(tick):.1f}" y2="{self.y(tick):.1f}"/>'
            f'<text class="level" x="{self.left - 6:g}" y="{self.y(tick) + 4:.1f}">'
            f"{write(tick)}</text>"
            for tick in ticks(*self.up, about)
        ]


@dataclass(frozen=True)
class ChartLine:
    """A line with a name; some of its points may be crossed, and it may be dashed."""

    name: str
    points: Sequence[Point]
    crosses: Sequence[Point] = ()
    is_dashed: bool = False


@dataclass(frozen=True)
class Panel:
    """Lines and bars over the same axes, with a legend if there are lines."""

    title: str
    across: str
    up: str
    lines: Sequence[ChartLine] = ()
    bars: Sequence[Point] = ()
    bounds: tuple[float, float] | None = None
    """Of the numbers that go up; None: as far as the points go."""

    def parts(self, left: float, bottom: float) -> list[str]:
        """Draw the panel; `left` is its left side, `bottom` that of its axes."""
        axes = self._axes(left, bottom)
        middle, centre = (axes.left + axes.right) / 2, (TOP + bottom) / 2
        parts = [*axes.columns(8), *axes.rows(5)]
        parts += [
            f'<text class="head" x="{middle:g}" y="{TOP - 12}">{escape(self.title)}</text>',
            f'<text class="label" x="{middle:g}" y="{bottom + 38:g}">{escape(self.across)}</text>',
            f'<text class="label" transform="translate({left + 16:g} {centre:g}) rotate(-90)">'
            f"{escape(self.up)}</text>",
        ]
        wide = max(1.0, 0.8 * (axes.x(1) - axes.x(0)))
        for value, height in self.bars:
            top = axes.y(height)
            parts.append(
                f'<rect x="{axes.x(value) - wide / 2:.1f}" y="{top:.1f}" width="{wide:.1f}"'
                f' height="{bottom - top:.1f}" fill="{COLOURS[1]}"/>'
            )
        for number, line in enumerate(self.lines):
            parts += _drawn(axes, line, COLOURS[number % len(COLOURS)])
        return parts + self._legend(axes, bottom + BELOW)

    def _axes(self, left: float, bottom: float) -> Axes:
        points = [*self.bars, *(point for line in self.lines for point in line.points)]
        values = [value for value, _ in points] or [0.0]
        least, most = min(values), max(values)
        if self.bars:
            least, most = least - 0.5, most + 0.5
        tops = [height for _, height in points] or [0.0]
        low, high = self.bounds or (min(0.0, *tops), 1.05 * max(tops))
        sides = left + LEFT, TOP, left + PANEL_WIDTH - RIGHT, bottom
        return Axes(*sides, (least, max(most, least + 1)), (low, high if high > low else low + 1))

    def _legend(self, axes: Axes, top: float) -> list[str]:
        parts, x, y = [], axes.left, top + 12
        for number, line in enumerate(self.lines):
            width = 26 + LETTER * len(line.name) + 14
            if x + width > axes.right and x > axes.left:
                x, y = axes.left, y + ROW
            dash = ' stroke-dasharray="5 4"' if line.is_dashed else ""
            parts.append(
                f'<line class="line" x1="{x:g}" x2="{x + 20:g}" y1="{y - 4:g}" y2="{y - 4:g}"'
                f' stroke="{COLOURS[number % len(COLOURS)]}"{dash}/>'
                f'<text class="name" x="{x + 26:g}" y="{y:g}">{escape(line.name)}</text>'
            )
            x += width
        return parts

    def legend_rows(self) -> int:
        """Count the lines of text that the legend takes."""
        rows, x, most = 0, 0.0, PANEL_WIDTH - LEFT - RIGHT
        for line in self.lines:
            width = 26 + LETTER * len(line.name) + 14
            if rows == 0 or (x + width > most and x > 0):
                rows, x = rows + 1, 0.0
            x += width
        return rows


@dataclass(frozen=True)
class Picture:
    """Panels beside each other under a title; a notebook shows it."""

    title: str
    panels: Sequence[Panel]

    def svg(self) -> str:
        """Return the picture: the same panels give the same text."""
        bottom = TOP + PANEL_HEIGHT - 40
        width = PANEL_WIDTH * len(self.panels)
        height = bottom + BELOW + ROW * max(panel.legend_rows() for panel in self.panels) + 12
        parts = [f'<text class="title" x="{width / 2:g}" y="24">{escape(self.title)}</text>']
        for number, panel in enumerate(self.panels):
            parts += panel.parts(PANEL_WIDTH * number, bottom)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}" height="{height}" font-family="sans-serif">'
            f"<style>{_STYLE}</style>"
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>{"".join(parts)}</svg>\n'
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def save(self, path: Path) -> None:
        """Write the picture into a file that ends in .svg or .png."""
        svg = self.svg()
        if path.suffix.lower() == ".png":
            width, height = raster.size_of(svg)
            path.write_bytes(raster.png(svg, round(2 * width), round(2 * height)))
        else:
            path.write_text(f'<?xml version="1.0" encoding="utf-8"?>\n{svg}', encoding="utf-8")


_STYLE = (
    f"text{{font-size:12px;fill:{SOFT}}}"
    f".title{{font-size:17px;fill:{INK};text-anchor:middle}}"
    f".head{{font-size:14px;fill:{INK};text-anchor:middle}}"
    f".name{{fill:{INK}}}.label,.tick{{text-anchor:middle}}.level{{text-anchor:end}}"
    f".grid{{stroke:{GRID};stroke-width:1}}.line{{fill:none;stroke-width:2}}"
)


def _drawn(axes: Axes, line: ChartLine, colour: str) -> list[str]:
    dash = ' stroke-dasharray="5 4"' if line.is_dashed else ""
    parts = [
        f'<polyline class="line" stroke="{colour}"{dash} points="{axes.points(line.points)}"/>'
    ]
    if not line.is_dashed:
        parts += [
            f'<circle cx="{axes.x(a):.1f}" cy="{axes.y(b):.1f}" r="2.5" fill="{colour}"/>'
            for a, b in line.points
        ]
    for a, b in line.crosses:
        x, y = axes.x(a), axes.y(b)
        parts.append(
            f'<path class="line" stroke="{colour}" d="M{x - 5:.1f} {y - 5:.1f}l10 10'
            f'M{x + 5:.1f} {y - 5:.1f}l-10 10"/>'
        )
    return parts
