"""What the sentence of a refusal wants to mention."""

from collections.abc import Mapping
from typing import Any

from ludoteca.games.codex_naturalis.actions import (
    ACTIONS,
    DRAW_DECK,
    DRAW_FACE_UP,
    PLACE_CARD,
    slot_of,
    spot_of,
)
from ludoteca.games.codex_naturalis.catalog import CARD_FACTS
from ludoteca.games.codex_naturalis.catalog.reading import SYMBOLS
from ludoteca.games.codex_naturalis.layout import CodexNaturalis, position_of
from ludoteca.games.codex_naturalis.play_area import cell_of_spot, count_symbol

KINDS = ("resource", "gold")


def refusal_values(
    s: CodexNaturalis, seat: int, action: int, words: Mapping[str, str] = {}
) -> dict[str, Any]:
    """Give the card, the position, the deck and what the requirement lacks, as far as there are.

    Names are given in the language of the words, in English without them.
    """
    values: dict[str, Any] = {"seat": s.turn, "card": 0, "x": 0, "y": 0, "deck": "", "lacks": ""}
    if DRAW_DECK <= action < PLACE_CARD:
        kind = KINDS[action - DRAW_DECK if action < DRAW_FACE_UP else (action - DRAW_FACE_UP) // 2]
        values["deck"] = words.get(kind, kind)
    elif PLACE_CARD <= action < ACTIONS:
        card = s.hand[seat][slot_of(action)]
        x, y = position_of(cell_of_spot(s, spot_of(action)))
        values |= {"card": card, "x": x, "y": y}
        if card > 0:
            values["lacks"] = lacking(s, seat, card, words)
    return values


def lacking(s: CodexNaturalis, seat: int, card: int, words: Mapping[str, str] = {}) -> str:
    """Name the symbols that a gold card's requirement lacks."""
    missing = []
    for symbol, count in CARD_FACTS[card].requires.items():
        short = count - count_symbol(s.symbols[seat], SYMBOLS.index(symbol))
        if short > 0:
            missing.append(f"{short} {words.get(symbol, symbol)}")
    return ", ".join(missing)
