"""The drawings of the page as SVG for Python: parts by name, put together to pictures.

The page's build writes one file per game (`web/dev/art.mjs`), so page and Python show the same art.
A picture holds all that it needs, and nothing else: no style sheets, which programs that turn SVG
into pixels do not know.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from ludoteca.core.errors import UsageError

FOLDER = Path(__file__).parents[1] / "art"

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

_REFERENCE = re.compile(r'(?:href="#|url\(#)([\w-]+)')

LINE, LETTER, MARGIN = 18, 8.4, 12
"""Size of a line and of a letter of a picture that is made of text, and the space around it."""


@dataclass(frozen=True)
class Art:
    """The drawings of one game."""

    palette: dict[str, str]
    """Colours by their names on the page, like `--shelf-wood`."""
    shared: dict[str, str]
    """Elements by their ids, which parts and other elements refer to."""
    parts: dict[str, tuple[str, str]]
    """What can be placed, by name: the attributes of its `svg` element, and the rest of it."""

    def part(self, name: str, x: float, y: float, width: float, height: float) -> str:
        """Place a part in a box."""
        attributes, rest = self.parts[name]
        return f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{attributes}>{rest}'

    def colour(self, name: str) -> str:
        """Return a colour of the palette."""
        return self.palette[f"--{name}"]

    def picture(self, width: float, height: float, body: Sequence[str]) -> str:
        """Write a picture with all that it refers to."""
        text = "\n".join(body)
        found: dict[str, str] = {}
        waiting = _REFERENCE.findall(text)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = self.shared[name]
                waiting += _REFERENCE.findall(found[name])
        shared = "\n".join(found[name] for name in sorted(found))
        return document(width, height, f"<defs>\n{shared}\n</defs>\n{text}")


def document(width: float, height: float, body: str) -> str:
    """Write a whole SVG file."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}" font-family="{FONT}">\n{body}\n</svg>\n'
    )


@cache
def load(game_id: str) -> Art:
    """Read the drawings of a game."""
    path = FOLDER / f"{game_id}.json"
    if not path.is_file():
        raise UsageError(
            f"the drawings of {game_id} are not built; in a checkout: python hatch_build.py"
        )
    fields = json.loads(path.read_text(encoding="utf-8"))
    parts = {name: (opening, rest) for name, (opening, rest) in fields["parts"].items()}
    return Art(fields["palette"], fields["shared"], parts)


def text(
    words: str,
    x: float,
    y: float,
    size: float = 16,
    fill: str = "#2e2419",
    weight: int = 400,
    anchor: str = "start",
) -> str:
    """Write words at a place, whatever letters they hold.

    >>> text("Ada & Bo", 1, 2)
    '<text x="1" y="2" font-size="16" font-weight="400" fill="#2e2419">Ada &amp; Bo</text>'
    """
    aligned = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}"'
        f' fill="{fill}"{aligned}>{escape(words)}</text>'
    )


def short(name: str, most: int = 18) -> str:
    """Cut a name that would be too long.

    >>> short("A name of many letters")
    'A name of many le…'
    """
    return name if len(name) <= most else f"{name[: most - 1]}…"


def box(
    x: float, y: float, width: float, height: float, radius: float, fill: str, more: str = ""
) -> str:
    """Draw a box with round corners."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
        f' fill="{fill}"{more}/>'
    )


def of_text(drawing: str) -> str:
    """Make a picture of a drawing in text, for games without drawings of their own."""
    lines = drawing.rstrip().split("\n")
    width = 2 * MARGIN + LETTER * max(map(len, lines))
    height = 2 * MARGIN + LINE * len(lines)
    spans = "\n".join(
        f'<tspan x="{MARGIN}" y="{MARGIN + LINE * n + 13}">{escape(line)}</tspan>'
        for n, line in enumerate(lines)
    )
    return document(
        width,
        height,
        f"{box(0, 0, width, height, 8, '#fbf3df')}\n"
        f'<text font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14"'
        f' fill="#2e2419" xml:space="preserve">\n{spans}\n</text>',
    )
