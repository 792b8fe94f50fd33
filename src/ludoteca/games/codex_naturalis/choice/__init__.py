"""What may be chosen in Codex Naturalis, what it would bring, and how the seats stand."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.games.codex_naturalis import preview
from ludoteca.games.codex_naturalis.actions import DRAW_DECK, KEEP_FIRST, PLACE_CARD
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
from ludoteca.games.codex_naturalis.layout import (
    DRAW,
    OBJECTIVE,
    STARTER,
    CodexNaturalis,
    position_of,
)
from ludoteca.games.codex_naturalis.notation.moves import DECKS
from ludoteca.games.codex_naturalis.play_area import cell_of_spot, may_show_front
from ludoteca.games.codex_naturalis.view import SIDES, SYMBOL_NAMES, back_of
from ludoteca.games.codex_naturalis.wire import (
    CodexChoices,
    CodexNotes,
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
    numbers = [0] * preview.NOTES
    gains = [0, *points.get("common", (0, 0)), points.get("secret", 0)]
    preview.notes_into(s, seat, action, after, gains, numbers)
    if action < KEEP_FIRST:
        return {"symbols": symbol_changes(numbers)}
    if action < DRAW_DECK:
        return {"fulfilled": numbers[preview.FULFILLED]}
    if action < PLACE_CARD:
        back = back_of(numbers[preview.ITS_BACK])
        card = numbers[preview.DRAWN] or None
        return {"card": card, "kind": back.kind, "kingdom": back.kingdom}
    cards = (*s.common_objectives, s.secret_objective[seat])
    more = numbers[preview.COMMON_1 : preview.SECRET + 1]
    return {
        "symbols": symbol_changes(numbers),
        "covers": numbers[preview.COVERS],
        "why": points_from(numbers),
        "objectives": {str(card): times for card, times in zip(cards, more, strict=True) if times},
    }


def symbol_changes(numbers: Sequence[int]) -> SymbolChanges:
    """Name the visible symbols that a seat gains and loses."""
    return {name: change for name, change in zip(SYMBOL_NAMES, numbers, strict=False) if change}


def points_from(numbers: Sequence[int]) -> PlacePoints | None:
    """Return what the points of a card just placed are paid for; None if it gives none."""
    rule, count, each = numbers[preview.RULE], numbers[preview.COUNT], numbers[preview.EACH]
    if rule == preview.NO_POINTS:
        return None
    if rule == preview.SYMBOL:
        name = SYMBOL_NAMES[numbers[preview.PAID_SYMBOL]]
        return {"rule": "symbol", "count": count, "each": each, "symbol": name}
    if rule == preview.COVERED_CORNER:
        return {"rule": "covered_corner", "count": count, "each": each}
    return {"rule": "flat", "count": count, "each": each}
