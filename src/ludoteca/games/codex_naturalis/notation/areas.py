"""A play area in text: card, side and position of each placement, and back."""

import re

from ludoteca.games.codex_naturalis.layout import (
    CARD_IDS,
    CARDS,
    CodexNaturalis,
    cell_of,
    position_of,
)
from ludoteca.games.codex_naturalis.play_area import (
    FREE,
    HIDDEN_CORNER,
    NO_CARD_THERE,
    OCCUPIED,
    lies_in_area,
    put_card,
    refusal_at,
)

_STEP = "(0|-?[1-9][0-9]?)"
_PLACEMENT = re.compile(rf"([1-9][0-9]?)([fb])(?:{_STEP},{_STEP})?")

REASONS = {
    NO_CARD_THERE: "no card there to cover",
    OCCUPIED: "the position is occupied",
    HIDDEN_CORNER: "a hidden corner lies there",
}


def format_area(s: CodexNaturalis, seat: int) -> str:
    """Write an area, - if it is empty."""
    cards = s.area[seat][: s.placed[seat]]
    return ";".join(_format_placement(s, card) for card in cards) or "-"


def _format_placement(s: CodexNaturalis, card: int) -> str:
    x, y = position_of(s.cell[card])
    return f"{card}{'fb'[s.side[card]]}" + (f"{x},{y}" if card <= CARDS else "")


def parse_area(s: CodexNaturalis, seat: int, text: str) -> None:
    """Read an area and lay its cards out one by one, whatever they require."""
    if text == "-":
        return
    for n, mark in enumerate(text.split(";")):
        match = _PLACEMENT.fullmatch(mark)
        if not match or (match[3] is None) != (n == 0):
            raise ValueError(f"{mark[:20]!r} is no placement like 83f at first, then 5b1,1")
        card, side = int(match[1]), "fb".index(match[2])
        x, y = (int(match[3]), int(match[4])) if n else (0, 0)
        if (n == 0) != (card > CARDS) or card >= CARD_IDS:
            raise ValueError("a starter card comes first, and no other")
        if n:
            _check(s, seat, card, x, y)
        put_card(s, seat, card, side, cell_of(x, y))


def _check(s: CodexNaturalis, seat: int, card: int, x: int, y: int) -> None:
    if any(lies_in_area(s, other, card) for other in range(s.players)):
        raise ValueError(f"card {card} lies there twice")
    reason = NO_CARD_THERE if (x + y) % 2 else refusal_at(s, seat, cell_of(x, y))
    if reason != FREE:
        raise ValueError(f"card {card} at {x},{y}: {REASONS[reason]}")
