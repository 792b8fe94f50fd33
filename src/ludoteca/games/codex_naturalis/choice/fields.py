"""The fields of a move of Codex Naturalis: the legal moves that have them, or the rule against."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ludoteca.core.words import Words
from ludoteca.games.codex_naturalis.actions import (
    DRAW_DECK,
    KEEP_FIRST,
    PLACE_CARD,
    TAKE_FRONT,
    place_action,
)
from ludoteca.games.codex_naturalis.layout import (
    DRAW,
    FRONT,
    HAND,
    OBJECTIVE,
    PLACE,
    STARTER,
    CodexNaturalis,
    cell_of,
)
from ludoteca.games.codex_naturalis.notation import move_fields
from ludoteca.games.codex_naturalis.notation.moves import DECKS, LARGEST
from ludoteca.games.codex_naturalis.notation.refusals import lacking
from ludoteca.games.codex_naturalis.play_area import (
    FREE,
    NO_CARD_THERE,
    may_show_front,
    nth_open,
    refusal_at,
)
from ludoteca.games.codex_naturalis.rules import REFUSALS
from ludoteca.games.codex_naturalis.rules.legality import has_source
from ludoteca.games.codex_naturalis.wire import DeckName, SideName

Refusal = tuple[str, dict[str, Any]]
"""The code of a rule, and what its sentence wants to mention."""


class CodexFields(msgspec.Struct, forbid_unknown_fields=True):
    """Some or all fields of a move."""

    starter_side: SideName | msgspec.UnsetType = msgspec.UNSET
    keep_objective: int | msgspec.UnsetType = msgspec.UNSET
    draw: int | DeckName | msgspec.UnsetType = msgspec.UNSET
    place: int | msgspec.UnsetType = msgspec.UNSET
    side: SideName | msgspec.UnsetType = msgspec.UNSET
    x: int | msgspec.UnsetType = msgspec.UNSET
    y: int | msgspec.UnsetType = msgspec.UNSET


PHASE_OF = {"starter_side": STARTER, "keep_objective": OBJECTIVE, "draw": DRAW}
"""When a move with a field is made; those of placing a card are the others."""


def read(fields: Mapping[str, Any]) -> CodexFields | None:
    """Check fields that somebody sent; None if no move can have such."""
    try:
        wanted = msgspec.convert(fields, CodexFields)
    except msgspec.ValidationError:
        return None
    phases = {PHASE_OF.get(name, PLACE) for name in fields}
    return wanted if len(phases) <= 1 else None


def open_spots(s: CodexNaturalis, seat: int) -> list[int]:
    """List the spots that stand for the legal positions, rising."""
    return [nth_open(s, seat, n) for n in range(s.places[seat])]


def actions_with(s: CodexNaturalis, seat: int, fields: Mapping[str, Any]) -> Iterator[int]:
    """Return the legal actions, rising, whose fields contain the given ones."""
    if read(fields) is None:
        return
    for action in _actions(s, seat, fields):
        move = move_fields(s, seat, action)
        if all(move.get(name) == value for name, value in fields.items()):
            yield action


def _actions(s: CodexNaturalis, seat: int, fields: Mapping[str, Any]) -> Iterator[int]:
    """Return the legal actions; of the cards and sides only those that are asked for."""
    if s.phase == STARTER:
        yield from (TAKE_FRONT, TAKE_FRONT + 1)
    elif s.phase == OBJECTIVE:
        yield from (KEEP_FIRST, KEEP_FIRST + 1)
    elif s.phase == DRAW:
        yield from (n for n in range(DRAW_DECK, PLACE_CARD) if has_source(s, n))
    else:
        spots = open_spots(s, seat)
        for slot in range(HAND):
            card = s.hand[seat][slot]
            if not card or fields.get("place", card) != card:
                continue
            for side in range(2):
                if side != FRONT or may_show_front(s, seat, card):
                    yield from (place_action(slot, side, spot) for spot in spots)


def refusal_of_fields(
    s: CodexNaturalis, seat: int, fields: Mapping[str, Any], words: Words
) -> Refusal:
    """Name the rule that forbids every move with these fields, and what its sentence says."""
    wanted = read(fields)
    if wanted is None:
        return "unreadable_move", {}
    phase = PHASE_OF.get(next(iter(fields)), PLACE)
    if phase != s.phase:
        return _wrong_time(s.phase, phase), {}
    if phase == OBJECTIVE:
        return "not_dealt", {}
    if phase == PLACE:
        return _refusal_of_place(s, seat, wanted, words)
    if isinstance(wanted.draw, int):
        return "not_face_up", {}
    kind = ("resource", "gold")[DECKS.index(str(wanted.draw))]
    return "empty_deck", {"deck": words[f"board.deck.{kind}"]}


def _wrong_time(now: int, asked: int) -> str:
    """Name the rule against a move that belongs to another phase."""
    if now < PLACE:
        return "choose_starter" if now == STARTER else "choose_objective"
    if asked < PLACE:
        return "setup_done"
    return "place_first" if now == PLACE else "draw_first"


def _refusal_of_place(s: CodexNaturalis, seat: int, wanted: CodexFields, words: Words) -> Refusal:
    """Name the rule against placing: first those on the hand, then the position, then the front."""
    hand = [card for card in s.hand[seat] if card]
    if wanted.place is not msgspec.UNSET:
        hand = [card for card in hand if card == wanted.place]
    if not hand:
        return "not_in_hand", {}
    if wanted.x is not msgspec.UNSET and wanted.y is not msgspec.UNSET:
        code = _refusal_of_position(s, seat, wanted.x, wanted.y)
        if code:
            return code, {"x": wanted.x, "y": wanted.y}
    elif wanted.x is not msgspec.UNSET or wanted.y is not msgspec.UNSET:
        return "unreadable_move", {}
    return "requirement", {"card": hand[0], "lacks": lacking(s, seat, hand[0], words)}


def _refusal_of_position(s: CodexNaturalis, seat: int, x: int, y: int) -> str:
    """Name the rule against any card at a position; "" if there is none."""
    if (x + y) % 2:
        return "off_grid"
    if max(abs(x), abs(y)) > LARGEST:
        return REFUSALS[NO_CARD_THERE]
    reason = refusal_at(s, seat, cell_of(x, y))
    return "" if reason == FREE else REFUSALS[reason]
