"""Small pictures for the page, written as SVG; their colours come from the page's style sheet."""

import math
from collections.abc import Mapping, Sequence
from html import escape

COLOURS = 8
"""Number of colours in the style sheet: classes c0, c1 and so on."""

WIDTH, MARGIN, ROW = 720, 44, 30
LABELS = 220
"""Room for names, in the same units as the width."""

LETTER = 7.2
"""About how wide a letter is."""

HEIGHT = 260


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


def intervals(
    rows: Sequence[tuple[str, float, float, float]],
    mark: float | None,
    about: str,
    bounds: tuple[float, float] | None = None,
) -> str:
    """Draw a point with its interval for each row: name, value, low, high."""
    ends = [value for row in rows for value in row[1:]] + ([] if mark is None else [mark])
    least, most = min(ends), max(ends)
    room = 0.05 * (most - least) or 1.0
    least, most = least - room, most + room
    if bounds is not None:
        least, most = max(least, bounds[0]), min(most, bounds[1])
    bottom = 8 + ROW * len(rows)

    def x(value: float) -> float:
        return LABELS + (WIDTH - MARGIN - LABELS) * (value - least) / (most - least)

    parts = [_tick(x(tick), 8, bottom, tick) for tick in ticks(least, most)]
    if mark is not None:
        parts.append(
            f'<line class="mark" x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="4" y2="{bottom}"/>'
        )
    for n, (name, value, low, high) in enumerate(rows):
        y = 8 + ROW * (n + 0.5)
        parts.append(
            f"<g><title>{escape(name)}: {value:.4g} ({low:.4g} to {high:.4g})</title>"
            f'<text class="name" x="{LABELS - 12}" y="{y + 4:.1f}">{_short(name)}</text>'
            f'<line class="whisker c0" x1="{x(low):.1f}" x2="{x(high):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle class="c0" cx="{x(value):.1f}" cy="{y}" r="4.5"/></g>'
        )
    return _picture(bottom + 24, about, parts)


def distributions(series: Mapping[str, Mapping[int, int]], about: str) -> str:
    """Draw how often each number came up, a line for each series."""
    shares = {
        name: {value: times / sum(counts.values()) for value, times in counts.items()}
        for name, counts in series.items()
        if counts
    }
    values = [value for counts in shares.values() for value in counts]
    least, most = min(values), max(max(values), min(values) + 1)
    top = max(share for counts in shares.values() for share in counts.values())

    def x(value: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * (value - least) / (most - least)

    def y(share: float) -> float:
        return HEIGHT - (HEIGHT - 16) * share / top

    parts = [_tick(x(tick), 16, HEIGHT, tick) for tick in ticks(least, most, 10)]
    for tick in ticks(0, 100 * top, 4):
        parts.append(_level(y(tick / 100), f"{tick:g} %"))
    for n, (name, counts) in enumerate(shares.items()):
        first, last = max(least, min(counts) - 1), min(most, max(counts) + 1)
        line = " ".join(
            f"{x(value):.1f},{y(counts.get(value, 0)):.1f}" for value in range(first, last + 1)
        )
        shade = f"{x(first):.1f},{HEIGHT} {line} {x(last):.1f},{HEIGHT}"
        colour = f"c{n % COLOURS}"
        parts.append(
            f'<g><title>{escape(name)}</title><polygon class="shade {colour}" points="{shade}"/>'
            f'<polyline class="{colour}" points="{line}"/></g>'
        )
    return _picture(HEIGHT + 24, about, parts) + _legend(list(shares))


def course(points: Sequence[tuple[float, float]], bounds: tuple[float, float], about: str) -> str:
    """Draw the course of a test between its bounds, from 0 on."""
    path = [(0.0, 0.0), *points]
    most = max(point[0] for point in path) or 1.0
    low = min(bounds[0], *(point[1] for point in path)) - 0.5
    high = max(bounds[1], *(point[1] for point in path)) + 0.5

    def x(value: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * value / most

    def y(value: float) -> float:
        return HEIGHT - (HEIGHT - 8) * (value - low) / (high - low)

    parts = [_tick(x(tick), 8, HEIGHT, tick) for tick in ticks(0, most)]
    parts += [_level(y(tick), f"{tick:g}") for tick in ticks(low, high, 5)]
    parts += [
        f'<line class="mark" x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y(b):.1f}" y2="{y(b):.1f}"/>'
        for b in bounds
    ]
    line = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in path)
    parts.append(f'<polyline class="c0" points="{line}"/>')
    return _picture(HEIGHT + 24, about, parts)


def _picture(height: float, about: str, parts: Sequence[str]) -> str:
    words = escape(about)
    return (
        f"<figure><figcaption>{words}</figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{words}">'
        f"{''.join(parts)}</svg></figure>"
    )


def _tick(x: float, top: float, bottom: float, value: float) -> str:
    return (
        f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top:g}" y2="{bottom:g}"/>'
        f'<text class="tick" x="{x:.1f}" y="{bottom + 18:g}">{value:g}</text>'
    )


def _level(y: float, text: str) -> str:
    return (
        f'<line class="grid" x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<text class="level" x="{MARGIN - 6}" y="{y + 4:.1f}">{text}</text>'
    )


def _short(name: str) -> str:
    room = int((LABELS - 12) / LETTER)
    return escape(name if len(name) <= room else name[: room - 1] + "…")


def _legend(names: Sequence[str]) -> str:
    items = "".join(
        f'<li class="c{n % COLOURS}"><span>{escape(name)}</span></li>'
        for n, name in enumerate(names)
    )
    return f'<ul class="legend">{items}</ul>'
