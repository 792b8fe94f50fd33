"""What the sentence of a refusal mentions."""

from typing import Any

from ludoteca.core.words import Words
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
from ludoteca.games.codex_naturalis.notation.objectives import join
from ludoteca.games.codex_naturalis.play_area import cell_of_spot, count_symbol

KINDS = ("resource", "gold")


def refusal_values(s: CodexNaturalis, seat: int, action: int, words: Words) -> dict[str, Any]:
    """Return what a refusal may mention: seat, card, position, deck and missing symbols."""
    values: dict[str, Any] = {"number": s.turn + 1, "card": 0, "x": 0, "y": 0}
    values |= {"deck": "", "kind": "", "lacks": ""}
    if DRAW_DECK <= action < PLACE_CARD:
        kind = KINDS[action - DRAW_DECK if action < DRAW_FACE_UP else (action - DRAW_FACE_UP) // 2]
        values |= {"deck": words[f"board.deck.{kind}"], "kind": words[f"card.{kind}"]}
    elif PLACE_CARD <= action < ACTIONS:
        card = s.hand[seat][slot_of(action)]
        x, y = position_of(cell_of_spot(s, spot_of(action)))
        values |= {"card": card, "x": x, "y": y}
        if card > 0:
            values["lacks"] = lacking(s, seat, card, words)
    return values


def missing(s: CodexNaturalis, seat: int, card: int) -> dict[str, int]:
    """Count the symbols that are missing for the front of a gold card."""
    symbols = s.symbols[seat]
    short = {
        symbol: count - count_symbol(symbols, SYMBOLS.index(symbol))
        for symbol, count in CARD_FACTS[card].requires.items()
    }
    return {symbol: count for symbol, count in short.items() if count > 0}


def lacking(s: CodexNaturalis, seat: int, card: int, words: Words) -> str:
    """Name the symbols that are missing for the front of a gold card."""
    counts = missing(s, seat, card).items()
    return join([words.say(f"board.count.{symbol}", n=count) for symbol, count in counts], words)
