"""Deals in text: the name of the deal, then the cards (or the seat) that chance decided."""

from collections.abc import Sequence

from ludoteca.core.game import EVERYTHING
from ludoteca.games.codex_naturalis.deal import DEALS
from ludoteca.games.codex_naturalis.layout import (
    COMMON_OBJECTIVES,
    FACE_UP,
    FIRST_SEAT,
    HAND,
    HANDS,
    KINDS,
    OBJECTIVES,
    STARTERS,
    TOPS,
    CodexNaturalis,
)

PUBLIC = (FACE_UP, STARTERS, COMMON_OBJECTIVES, FIRST_SEAT)
"""Deals that everybody sees."""


def outcomes_due(s: CodexNaturalis) -> int:
    """Count the outcomes of the deal that is due."""
    sizes = {
        FACE_UP: 2 * KINDS,
        STARTERS: s.players,
        HANDS: HAND * s.players,
        TOPS: KINDS,
        COMMON_OBJECTIVES: 2,
        OBJECTIVES: 2 * s.players,
    }
    return sizes.get(s.due, 1)


def format_deal(s: CodexNaturalis, outcomes: Sequence[int], seat: int | None) -> str:
    """Write a deal that begins in this state, with ? for what the seat may not know."""
    shown = [
        str(outcome) if _is_seen(s.due, number, seat) else "?"
        for number, outcome in enumerate(outcomes)
    ]
    return f"{DEALS[s.due]} {' '.join(shown)}"


def _is_seen(due: int, number: int, seat: int | None) -> bool:
    if seat == EVERYTHING or due in PUBLIC:
        return True
    if due == HANDS:
        return number // HAND == seat
    return due == OBJECTIVES and number // 2 == seat


def parse_deal(s: CodexNaturalis, text: str) -> list[int]:
    """Read a deal that begins in this state."""
    name, *numbers = text.split(" ")
    if name != DEALS[s.due] or not name:
        raise ValueError(f"the deal of {DEALS[s.due] or 'nothing'} is due, not {name!r}")
    if not all(len(n) < 4 and n.isascii() and n.isdigit() for n in numbers):
        raise ValueError(f"numbers expected, not {' '.join(numbers)!r}")
    if len(numbers) != outcomes_due(s):
        raise ValueError(f"{outcomes_due(s)} numbers expected, {len(numbers)} found")
    return [int(number) for number in numbers]
