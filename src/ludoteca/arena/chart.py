"""Small pictures for the page, written as SVG; their colours come from the page's style sheet."""

from collections.abc import Mapping, Sequence
from html import escape

from ludoteca.core.chart import LETTER, Axes

COLOURS = 8
"""Number of colours in the style sheet: classes c0, c1 and so on."""

WIDTH, MARGIN, ROW = 720, 44, 30
LABELS = 220
"""Room for names, in the same units as the width."""

HEIGHT = 260


def intervals(
    rows: Sequence[tuple[str, float, float, float]],
    mark: float | None,
    about: str,
    bounds: tuple[float, float] | None = None,
) -> str:
    """Draw a point with its interval for each row: name, value, low, high."""
    ends = [value for row in rows for value in row[1:]] + ([] if mark is None else [mark])
    least, most = min(ends), max(ends)
    margin = 0.05 * (most - least) or 1.0
    least, most = least - margin, most + margin
    if bounds is not None:
        least, most = max(least, bounds[0]), min(most, bounds[1])
    bottom = 8 + ROW * len(rows)

    axes = Axes(LABELS, 8, WIDTH - MARGIN, bottom, (least, most))
    x, parts = axes.x, axes.columns()
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

    axes = Axes(MARGIN, 16, WIDTH - MARGIN, HEIGHT, (least, most), (0, 100 * top))
    parts = [*axes.columns(10), *axes.rows(4, "{:g} %".format)]
    for n, (name, counts) in enumerate(shares.items()):
        first, last = max(least, min(counts) - 1), min(most, max(counts) + 1)
        line = axes.points([(v, 100 * counts.get(v, 0)) for v in range(first, last + 1)])
        shade = f"{axes.x(first):.1f},{HEIGHT} {line} {axes.x(last):.1f},{HEIGHT}"
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

    axes = Axes(MARGIN, 8, WIDTH - MARGIN, HEIGHT, (0, most), (low, high))
    parts = [*axes.columns(), *axes.rows(5)]
    for y in map(axes.y, bounds):
        parts.append(
            f'<line class="mark" x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
    parts.append(f'<polyline class="c0" points="{axes.points(path)}"/>')
    return _picture(HEIGHT + 24, about, parts)


def _picture(height: float, about: str, parts: Sequence[str]) -> str:
    words = escape(about)
    return (
        f"<figure><figcaption>{words}</figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{words}">'
        f"{''.join(parts)}</svg></figure>"
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
