"""Sixteen colours: in terminals with only those, every colour keeps its hue.

The nearest of sixteen colours is often a grey, and six kinds of tiles would become three. So a
colour is chosen by its hue first, and letters stay readable on what they stand on.
"""

import colorsys
from functools import lru_cache

from rich.color import Color as Ink
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

BLACK, WHITE, GREY, BRIGHT_WHITE = 0, 7, 8, 15
RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN = 1, 2, 3, 4, 5, 6
BRIGHTER = 8
"""Difference between the number of a colour and that of its bright twin."""

HUES = ((20, RED), (70, YELLOW), (165, GREEN), (200, CYAN), (255, BLUE), (335, MAGENTA), (361, RED))
"""Up to which hue, in degrees, a colour is called what."""

GREYS = ((0.2, BLACK), (0.45, GREY), (0.8, WHITE), (1.1, BRIGHT_WHITE))
"""Up to which lightness a colour without a hue is which grey."""

PALE = 43
"""Colours whose parts differ by less are greys."""

READABLE = 3.0
"""The least contrast of letters."""

SHOWN = (
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
    (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
    (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
)  # fmt: skip
"""How terminals usually show them."""

Triplet = tuple[int, int, int]


@lru_cache(1024)
def number_of(red: int, green: int, blue: int) -> int:
    """Return the number of the colour that keeps the hue.

    >>> number_of(0x5E, 0x84, 0x33) == GREEN, number_of(0x86, 0xCA, 0xD8) == CYAN + BRIGHTER
    (True, True)
    """
    hue, lightness, _ = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    if max(red, green, blue) - min(red, green, blue) < PALE:
        return next(number for most, number in GREYS if lightness < most)
    found = next(number for most, number in HUES if 360 * hue < most)
    return found + BRIGHTER if lightness >= 0.5 else found


def contrast(one: Triplet, other: Triplet) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Triplet) -> float:
    parts = [part / 255 for part in colour]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def chosen(ink: Triplet, paper: Triplet) -> tuple[int, int]:
    """Choose both colours; where they could be read before, they can be read after."""
    front, back = number_of(*ink), number_of(*paper)
    was_readable = contrast(ink, paper) >= READABLE
    if was_readable and contrast(SHOWN[front], SHOWN[back]) < READABLE:
        plain = (BLACK, BRIGHT_WHITE)
        front = max(plain, key=lambda number: contrast(SHOWN[number], SHOWN[back]))
    return front, back


class AnsiColourFilter(LineFilter):
    """Paints with sixteen colours."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Repaint one line."""
        return [Segment(text, repainted(style), control) for text, style, control in segments]


@lru_cache(2048)
def repainted(style: Style | None) -> Style | None:
    """Return a style in sixteen colours."""
    if style is None or (style.color is None and style.bgcolor is None):
        return style
    ink = _triplet(style.color)
    paper = _triplet(style.bgcolor)
    if ink is None or paper is None:
        some = ink or paper
        if some is None:
            return style
        only = Ink.from_ansi(number_of(*some))
        return style + (Style(color=only) if ink else Style(bgcolor=only))
    front, back = chosen(ink, paper)
    return style + Style(color=Ink.from_ansi(front), bgcolor=Ink.from_ansi(back))


def _triplet(colour: Ink | None) -> Triplet | None:
    if colour is None or colour.triplet is None:
        return None
    return colour.triplet.red, colour.triplet.green, colour.triplet.blue
