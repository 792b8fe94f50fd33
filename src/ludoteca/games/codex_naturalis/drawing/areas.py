"""A play area as text.

A card is `[12F]` face up or `(12F)` face down: its number and the letter of its kingdom (* for a
starter card). Of a rival's card face down only the back is known: `( ?F)`, or `(?F*)` if it is
gold. Its corners stand above and below the brackets; where cards overlap, the corner of
the upper one is shown. A + marks a legal position.

      2       +       +
                .   .
      1   +     ( 5F)     +
            .   .   P   P
      0     [83*]   [12P]
            .   .   #   .
     -1   +               +
"""

from typing import NamedTuple

from ludoteca.core.colour import colour
from ludoteca.core.words import Words
from ludoteca.games.codex_naturalis.catalog import CARD_FACTS
from ludoteca.games.codex_naturalis.catalog.reading import KINGDOMS, SYMBOLS
from ludoteca.games.codex_naturalis.deal.hand import kind_of
from ludoteca.games.codex_naturalis.layout import CARDS, GOLD, CodexNaturalis, position_of
from ludoteca.games.codex_naturalis.play_area import cell_of_spot, nth_open
from ludoteca.games.codex_naturalis.view import stands_in

LETTERS = "FPAIQKM"
"""Fungi, plant, animal, insect, quill, inkwell, manuscript."""

INKS = "rgbmyyy"
"""Their colours."""

ACROSS, DOWN = 4, 2
"""Characters from a card to the next one to the right or below."""

MARGIN = 4
"""Characters for the y coordinate."""

Place = tuple[int, int]


class Window(NamedTuple):
    """The part of an area that is drawn: its least and greatest x and y."""

    left: int
    right: int
    bottom: int
    top: int

    def holds(self, x: int, y: int) -> bool:
        """Return whether a position is in the picture."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top


def letters_in(words: Words) -> str:
    """Return the letters of the symbols in a language."""
    return words.get("terminal.letters", LETTERS)


def letter_of(symbol: str, letters: str = LETTERS) -> str:
    """Return the letter of a symbol, a dot for an empty corner, # for a hidden one.

    >>> letter_of("inkwell"), letter_of("hidden")
    ('K', '#')
    """
    if symbol in SYMBOLS:
        return letters[SYMBOLS.index(symbol)]
    return "." if symbol == "empty" else "#"


def inked(symbol: str, letters: str) -> str:
    """Write a symbol in its colour."""
    letter = letter_of(symbol, letters)
    return colour(INKS[SYMBOLS.index(symbol)], letter) if symbol in SYMBOLS else letter


def legal_positions(s: CodexNaturalis, seat: int) -> list[Place]:
    """List the positions where a card may be placed, from left to right."""
    spots = [nth_open(s, seat, n) for n in range(s.places[seat])]
    return sorted(position_of(cell_of_spot(s, spot)) for spot in spots)


def cards_at(s: CodexNaturalis, seat: int) -> dict[Place, int]:
    """Return the cards of an area by their positions, in the order of placing."""
    return {position_of(s.cell[card]): card for card in s.area[seat][: s.placed[seat]]}


def last_place(s: CodexNaturalis, seat: int) -> Place:
    """Return the position of the card placed last."""
    return [(0, 0), *cards_at(s, seat)][-1]


def window(s: CodexNaturalis, seat: int, centre: Place, width: int, height: int) -> Window:
    """Choose what to draw in a given width: all that is used, or the part round the centre."""
    used = [*cards_at(s, seat), *legal_positions(s, seat)] or [(0, 0)]
    columns = max(1, (width - MARGIN - 1) // ACROSS)
    rows = max(1, (height - 2) // DOWN)
    left, right = _span([x for x, _ in used], centre[0], columns)
    bottom, top = _span([y for _, y in used], centre[1], rows)
    return Window(left, right, bottom, top)


def _span(used: list[int], middle: int, room: int) -> tuple[int, int]:
    least, most = min(used), max(used)
    if most - least < room:
        return least, most
    first = min(max(middle - room // 2, least), most - room + 1)
    return first, first + room - 1


def outside(s: CodexNaturalis, seat: int, shown: Window) -> dict[str, int]:
    """Count the cards that lie outside a window on each side."""
    cards = list(cards_at(s, seat))
    return {
        "left": sum(x < shown.left for x, _ in cards),
        "right": sum(x > shown.right for x, _ in cards),
        "above": sum(y > shown.top for _, y in cards),
        "below": sum(y < shown.bottom for _, y in cards),
    }


def area_lines(
    s: CodexNaturalis, seat: int, centre: Place, width: int, height: int, letters: str = LETTERS
) -> list[str]:
    """Draw an area with its coordinates in a given width; move the centre to scroll."""
    shown = window(s, seat, centre, width, height)
    canvas = _canvas(s, seat, shown, letters)
    columns = ACROSS * (shown.right - shown.left + 1) + 1
    lines = []
    for row in range(DOWN * (shown.top - shown.bottom + 1) + 1):
        y = shown.top - row // DOWN
        label = f"{y:>{MARGIN - 1}} " if row % DOWN else " " * MARGIN
        marks = (canvas.get((row, column), " ") for column in range(columns))
        lines.append((label + "".join(marks)).rstrip())
    numbers = "".join(f"{x:^{ACROSS}}" for x in range(shown.left, shown.right + 1))
    return [*lines, (" " * MARGIN + " " + numbers).rstrip()]


def _canvas(s: CodexNaturalis, seat: int, shown: Window, letters: str) -> dict[Place, str]:
    """Put every mark in its row and column; cards placed later cover earlier ones."""
    canvas: dict[Place, str] = {}
    for x, y in legal_positions(s, seat):
        if shown.holds(x, y):
            canvas[_middle(shown, x, y)] = "+"
    last = last_place(s, seat)
    for (x, y), card in cards_at(s, seat).items():
        if not shown.holds(x, y):
            continue
        row, column = _middle(shown, x, y)
        face = (CARD_FACTS[card].front, CARD_FACTS[card].back)[s.side[card]]
        for corner, symbol in enumerate(face.corners):
            side, up = (column - 2, column + 2)[corner % 2], (row - 1, row + 1)[corner // 2]
            canvas[up, side] = inked(symbol, letters)
        known = not stands_in(s, card)
        marks = card_marks(card, s.side[card], known=known, letters=letters)
        for n, mark in enumerate(marks):
            canvas[row, column - 2 + n] = (
                colour("R", mark) if (x, y) == last else _tinted(card, mark)
            )
    return canvas


def _middle(shown: Window, x: int, y: int) -> Place:
    return DOWN * (shown.top - y) + 1, ACROSS * (x - shown.left) + 2


def card_marks(card: int, side: int, known: bool = True, letters: str = LETTERS) -> str:
    """Write a card of an area in five characters.

    >>> card_marks(5, 1), card_marks(83, 0), card_marks(5, 1, known=False)
    ('( 5F)', '[83*]', '( ?F)')
    """
    kingdom = letter_of(CARD_FACTS[card].kingdom, letters) if card <= CARDS else "*"
    if not known:
        return f"(?{kingdom}*)" if kind_of(card) == GOLD else f"( ?{kingdom})"
    return "[("[side] + f"{card:2}{kingdom}" + "])"[side]


def _tinted(card: int, mark: str) -> str:
    if card > CARDS or mark == " ":
        return mark
    return colour(INKS[KINGDOMS.index(CARD_FACTS[card].kingdom)], mark)
