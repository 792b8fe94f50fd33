"""What may be chosen in Codex Naturalis, what it would bring, and how the seats stand."""

from collections.abc import Mapping
from typing import Any

from ludoteca.games.codex_naturalis.actions import (
    DRAW_DECK,
    DRAW_FACE_UP,
    KEEP_FIRST,
    PLACE_CARD,
    side_of,
    slot_of,
    spot_of,
)
from ludoteca.games.codex_naturalis.catalog import (
    CORNER_STEPS,
    FIRST_OBJECTIVE,
    OBJECTIVE_POINTS,
    PAID_OBJECT,
    PER_CORNER,
    POINTS,
)
from ludoteca.games.codex_naturalis.choice.fields import (
    actions_with,
    open_spots,
    refusal_of_fields,
)
from ludoteca.games.codex_naturalis.choice.standing import (
    standing,
    step_detail,
    tie_break,
)
from ludoteca.games.codex_naturalis.deal.hand import back_code
from ludoteca.games.codex_naturalis.layout import (
    BACK,
    DRAW,
    OBJECTIVE,
    STARTER,
    CodexNaturalis,
    position_of,
)
from ludoteca.games.codex_naturalis.notation.moves import DECKS
from ludoteca.games.codex_naturalis.play_area import (
    card_at,
    cell_of_spot,
    count_symbol,
    may_show_front,
)
from ludoteca.games.codex_naturalis.scoring.objectives import times_fulfilled
from ludoteca.games.codex_naturalis.view import SIDES, SYMBOL_NAMES, back_of, symbol_counts
from ludoteca.games.codex_naturalis.wire import (
    CodexChoices,
    CodexNotes,
    DrawNotes,
    PlacePoints,
    SymbolChanges,
)

__all__ = [
    "actions_with",
    "choices",
    "notes",
    "refusal_of_fields",
    "standing",
    "step_detail",
    "tie_break",
]


def choices(s: CodexNaturalis, seat: int) -> CodexChoices:
    """Return what may be chosen in this phase."""
    if s.phase == STARTER:
        return {"starter_side": list(SIDES)}
    if s.phase == OBJECTIVE:
        return {"keep_objective": list(s.objectives_dealt[seat])}
    if s.phase == DRAW:
        decks = [deck for deck, top in zip(DECKS, s.top, strict=True) if top]
        return {"draw": [*decks, *(card for card in s.face_up if card)]}
    hand = [card for card in s.hand[seat] if card]
    places = [list(position_of(cell_of_spot(s, spot))) for spot in open_spots(s, seat)]
    return {
        "place": {"front": [card for card in hand if may_show_front(s, seat, card)], "back": hand},
        "places": sorted(places),
    }


def notes(
    s: CodexNaturalis, seat: int, action: int, after: CodexNaturalis, points: Mapping[str, Any]
) -> CodexNotes:
    """Return what a move brings besides points: symbols, objectives, the card that is drawn."""
    if action < KEEP_FIRST:
        return {"symbols": symbol_changes(s, seat, after)}
    if action < DRAW_DECK:
        return {"fulfilled": times_fulfilled(after, seat, after.secret_objective[seat])}
    if action < PLACE_CARD:
        return draw_notes(s, action)
    covers = covered_corners(s, seat, cell_of_spot(s, spot_of(action)))
    card = s.hand[seat][slot_of(action)]
    return {
        "symbols": symbol_changes(s, seat, after),
        "covers": covers,
        "why": points_from(after, seat, card, side_of(action), covers),
        "objectives": objective_changes(s, seat, points),
    }


def draw_notes(s: CodexNaturalis, action: int) -> DrawNotes:
    """Return the card that is drawn; of a deck, only its back."""
    known = action >= DRAW_FACE_UP
    card = s.face_up[action - DRAW_FACE_UP] if known else s.top[action - DRAW_DECK]
    back = back_of(back_code(card))
    return {"card": card if known else None, "kind": back.kind, "kingdom": back.kingdom}


def symbol_changes(s: CodexNaturalis, seat: int, after: CodexNaturalis) -> SymbolChanges:
    """Count the visible symbols that a seat gains and loses."""
    then, now = symbol_counts(s.symbols[seat]), symbol_counts(after.symbols[seat])
    return {name: now[name] - then[name] for name in now if now[name] != then[name]}


def covered_corners(s: CodexNaturalis, seat: int, cell: int) -> int:
    """Count the corners that a card at a free cell would cover."""
    return sum(card_at(s, seat, cell + step) != 0 for step in CORNER_STEPS)


def points_from(
    after: CodexNaturalis, seat: int, card: int, side: int, covers: int
) -> PlacePoints | None:
    """Return what the points of a card just placed are paid for; None if it gives none."""
    each = POINTS[card]
    if side == BACK or not each:
        return None
    if PER_CORNER[card]:
        return {"rule": "covered_corner", "count": covers, "each": each}
    symbol = PAID_OBJECT[card]
    if symbol >= 0:
        count = count_symbol(after.symbols[seat], symbol)
        return {"rule": "symbol", "count": count, "each": each, "symbol": SYMBOL_NAMES[symbol]}
    return {"rule": "flat", "count": 1, "each": each}


def objective_changes(s: CodexNaturalis, seat: int, points: Mapping[str, Any]) -> dict[str, int]:
    """Return which objectives known to the seat become fulfilled more often, or less."""
    cards = (*s.common_objectives, s.secret_objective[seat])
    gains = (*points.get("common", (0, 0)), points.get("secret", 0))
    return {
        str(card): gain // OBJECTIVE_POINTS[card - FIRST_OBJECTIVE]
        for card, gain in zip(cards, gains, strict=True)
        if gain
    }
