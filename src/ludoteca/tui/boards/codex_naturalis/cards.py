"""Cards of Codex Naturalis as pictures, in three sizes.

A corner is one row high; a card that covers it lies exactly over it. So from a card to its
neighbour it is the width less a corner to the side, and the height less one row up or down.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from ludoteca.games.codex_naturalis.catalog import CARD_FACTS
from ludoteca.games.codex_naturalis.catalog.reading import SYMBOLS, Card, Face
from ludoteca.games.codex_naturalis.layout import CARDS, DECK
from ludoteca.tui.canvas import Canvas, Paint
from ludoteca.tui.look import Look, Palette

PALETTES = {
    "dark": Palette(
        "#141A2A", "#1E263A", "#28324A", "#3C4762", "#EADFC4", "#B3AD98",
        "#E3BE62", "#231A06", "#8FD0AE", "#FF9B8A", "#E3BE62",
    ),
    "light": Palette(
        "#E7D8B8", "#F6EDD6", "#FBF3DF", "#CFBB8E", "#2E2419", "#6A563A",
        "#8A2B1B", "#FFFFFF", "#2F6B4F", "#A12B2B", "#8A5A12",
    ),
}  # fmt: skip
"""The colours around the cards: parchment or dark wood."""

USUAL_LETTERS = "FPAIQKM"
"""The letters of the symbols where no language says otherwise."""


def letters(look: Look) -> dict[str, str]:
    """Return the letter of each symbol, in the player's language.

    >>> letters(Look())["inkwell"], letters(Look(letters="ZPTIFKM"))["fungi"]
    ('K', 'Z')
    """
    return _named(look.letters or USUAL_LETTERS)


@cache
def _named(marks: str) -> dict[str, str]:
    return dict(zip(SYMBOLS, marks, strict=True))


COLOURS = {
    "fungi": ("#A9321F", "#6E1C10"),
    "plant": ("#567C2B", "#3A5A1A"),
    "animal": ("#2F6CB4", "#173E70"),
    "insect": ("#5A2F8C", "#331452"),
    "": ("#8A6A3A", "#5C4524"),
}
"""Front and back of each kingdom, and of starter cards."""

SYMBOL_INKS = {
    "fungi": "#A9321F", "plant": "#40641C", "animal": "#1F5596", "insect": "#432069",
    "quill": "#7A5312", "inkwell": "#7A5312", "manuscript": "#7A5312",
}  # fmt: skip
"""Symbols on light tabs."""

ON_DARK = {
    "fungi": "#F08A70", "plant": "#A8D070", "animal": "#84B8F0", "insect": "#C9A6F0",
    "quill": "#E3BE62", "inkwell": "#E3BE62", "manuscript": "#E3BE62",
}  # fmt: skip
"""Symbols on dark ground."""

TAB, GOLD, CREAM = "#FCF5E3", "#F0D283", "#FFF9EA"


@dataclass(frozen=True)
class Size:
    """How large cards are drawn."""

    width: int
    height: int
    corner: int

    @property
    def step(self) -> tuple[int, int]:
        """From a card to its neighbour: columns and rows."""
        return self.width - self.corner, self.height - 1


NARROW = Size(7, 4, 2)
"""As narrow as the smallest, with a row for what a gold card requires."""

SIZES = (Size(7, 3, 2), Size(9, 4, 2), Size(11, 4, 3), Size(15, 5, 4), Size(21, 7, 5))
"""From small to large."""


def symbol_paint(symbol: str, look: Look, on_tab: bool = False) -> Paint:
    """Return the colour of a symbol."""
    inks = SYMBOL_INKS if on_tab or look.theme == "light" else ON_DARK
    return Paint(inks[symbol], bold=True)


def points_text(card: Card, look: Look) -> str:
    """Write the points of a card, with what they are paid for.

    >>> points_text(CARD_FACTS[41], Look())
    '1×Q'
    """
    if not card.points:
        return ""
    times = "x" if look.ascii else "×"
    if card.rule == "flat":
        return str(card.points)
    paid = "corner" if card.rule == "per_covered_corner" else card.rule[4:]
    sign = corner_sign(look) if paid == "corner" else letters(look)[paid]
    return f"{card.points}{times}{sign}"


def corner_sign(look: Look) -> str:
    """Return the sign for a covered corner."""
    return "c" if look.ascii else "◩"


def put_card(
    canvas: Canvas, x: int, y: int, card: int, side: str, size: Size, look: Look, ring: bool = False
) -> None:
    """Draw a card whose number is known, one of its sides up."""
    facts = CARD_FACTS[card]
    face = facts.back if side == "back" else facts.front
    front, back = COLOURS[facts.kingdom]
    paper = back if side == "back" else front
    _put_body(canvas, x, y, size, look, paper, ring)
    _put_corners(canvas, x, y, face, size, look)
    middle = y + (size.height - 1) // 2
    gold = DECK < card <= CARDS and side == "front"
    text = _centre(card, facts, face, side, look)
    strip = Paint("#3A2606", GOLD, bold=True) if gold else Paint(CREAM, paper, bold=True)
    inner = size.width - 2
    canvas.put(x + 1, middle, text.center(inner), strip)
    if side == "front" and size.height > 3:
        _put_details(canvas, x, y, facts, size, look, paper)


def _centre(card: int, facts: Card, face: Face, side: str, look: Look) -> str:
    """Write what stands in the middle of a card."""
    if card > CARDS:
        return "".join(letters(look)[symbol] for symbol in face.centre) or "*"
    letter = letters(look)[facts.kingdom]
    if side == "back":
        return f"({letter})"
    points = points_text(facts, look)
    return f"{letter} {points}" if points else letter


def _put_details(
    canvas: Canvas, x: int, y: int, facts: Card, size: Size, look: Look, paper: str
) -> None:
    """Write the requirement of a gold card under its middle."""
    needs = "".join(letters(look)[symbol] * count for symbol, count in facts.requires.items())
    if needs:
        line = y + (size.height - 1) // 2 + 1
        paint = Paint("#3A2606", GOLD)
        canvas.put(x + 1, line, needs.center(size.width - 2), paint)


def _put_body(
    canvas: Canvas, x: int, y: int, size: Size, look: Look, paper: str, ring: bool
) -> None:
    bare = look.ascii or not look.colour
    for row in range(size.height):
        edge = row in (0, size.height - 1)
        line = " " * size.width
        if bare:
            line = "-" * size.width if edge else f"|{' ' * (size.width - 2)}|"
        if ring:
            mark = "=" if edge else " "
            line = f"{'#' if bare else '▌'}{mark * (size.width - 2)}{'#' if bare else '▐'}"
        canvas.put(x, y + row, line, Paint("#FFD25E" if ring else CREAM, paper, bold=ring))


def _put_corners(canvas: Canvas, x: int, y: int, face: Face, size: Size, look: Look) -> None:
    bare = look.ascii or not look.colour
    for corner, symbol in enumerate(face.corners):
        left = x if corner % 2 == 0 else x + size.width - size.corner
        row = y if corner < 2 else y + size.height - 1
        if symbol == "hidden":
            mark = "#" if bare else "▚"
            canvas.put(left, row, mark * size.corner, Paint("#1A1208"))
            continue
        text = "." if bare else "·"
        paint = Paint("#8A7A5A", TAB)
        if symbol != "empty":
            text, paint = letters(look)[symbol], Paint(SYMBOL_INKS[symbol], TAB, bold=True)
        outer = text.ljust(size.corner) if corner % 2 == 0 else text.rjust(size.corner)
        canvas.put(left, row, text.center(size.corner) if size.corner > 2 else outer, paint)


def some_card(card: int | dict[str, Any]) -> int:
    """Return a card, or some card with a back: face down all of them look the same.

    >>> some_card(47), some_card({"kind": "gold", "kingdom": "plant"})
    (47, 51)
    """
    if isinstance(card, int):
        return card
    kinds = (range(1, DECK + 1), range(DECK + 1, CARDS + 1))[card["kind"] == "gold"]
    return next(each for each in kinds if CARD_FACTS[each].kingdom == card["kingdom"])


def put_back(canvas: Canvas, x: int, y: int, back: dict[str, Any], size: Size, look: Look) -> None:
    """Draw a card of which only the back is known."""
    paper = COLOURS[back["kingdom"]][1]
    _put_body(canvas, x, y, size, look, paper, ring=False)
    letter = letters(look)[back["kingdom"]]
    text = f"({letter})" if back["kind"] == "resource" else f"({letter}*)"
    paint = Paint(GOLD if back["kind"] == "gold" else CREAM, paper, bold=True)
    canvas.put(x + 1, y + (size.height - 1) // 2, text.center(size.width - 2), paint)


def put_known(
    canvas: Canvas, x: int, y: int, card: int | dict[str, Any] | None, size: Size, look: Look
) -> None:
    """Draw a card of hand or table as far as it is known; nothing for an empty place."""
    if isinstance(card, dict):
        put_back(canvas, x, y, card, size, look)
    elif card is not None:
        put_card(canvas, x, y, card, "front", size, look)
    else:
        for row in range(size.height):
            canvas.put(x, y + row, look.glyphs.dot * size.width, Paint(look.palette.line))
