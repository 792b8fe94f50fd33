"""Moves in text.

front                the side of the starter card (or back)
keep 95              the objective card that is kept
60 back 2,0          a card of the hand, its side, and the position
draw resource        the top of a deck (or draw gold)
draw 21              a face-up card

The others see `? back 2,0` of a card that is laid face down, and `?` of a side or an objective.
"""

import re
from collections.abc import Mapping
from typing import Any, get_args

from ludoteca.core.choice import HIDDEN
from ludoteca.core.errors import IllegalMove, UnreadableMove
from ludoteca.games.codex_naturalis.actions import (
    DRAW_DECK,
    DRAW_FACE_UP,
    KEEP_FIRST,
    PLACE_CARD,
    TAKE_FRONT,
    place_action,
    side_of,
    slot_of,
    spot_of,
)
from ludoteca.games.codex_naturalis.catalog import CORNER_STEPS
from ludoteca.games.codex_naturalis.catalog.reading import KINGDOMS
from ludoteca.games.codex_naturalis.deal.hand import back_code, kind_of
from ludoteca.games.codex_naturalis.layout import (
    DRAW,
    OBJECTIVE,
    PLACE,
    CodexNaturalis,
    cell_of,
    position_of,
)
from ludoteca.games.codex_naturalis.play_area import (
    NO_CARD_THERE,
    OCCUPIED,
    card_at,
    cell_of_spot,
    is_open,
    refusal_at,
)
from ludoteca.games.codex_naturalis.rules import may_move
from ludoteca.games.codex_naturalis.wire import CodexMove, DeckName, SideName

SIDES: tuple[SideName, ...] = get_args(SideName)
DECKS: tuple[DeckName, ...] = get_args(DeckName)
KINDS = ("resource", "gold")

_STARTER = re.compile(r"(?:starter )?(front|back|f|b)")
_KEEP = re.compile(r"keep (?:objective )?(\d+)")
_PLACE = re.compile(r"(?:place )?(\d+) (front|back|f|b)(?: at)? \(?(-?\d+)(?: ?, ?| )(-?\d+)\)?")
_DRAW = re.compile(r"draw (?:(resource|gold)(?: deck)?|(\d+))")

LONGEST_NUMBER = 4
"""No id and no coordinate has more digits."""


def format_move(s: CodexNaturalis, seat: int, action: int) -> str:
    """Write a move."""
    if action < KEEP_FIRST:
        return SIDES[action - TAKE_FRONT]
    if action < DRAW_DECK:
        return f"keep {s.objectives_dealt[seat][action - KEEP_FIRST]}"
    if action < DRAW_FACE_UP:
        return f"draw {KINDS[action - DRAW_DECK]}"
    if action < PLACE_CARD:
        return f"draw {s.face_up[action - DRAW_FACE_UP]}"
    x, y = position_of(cell_of_spot(s, spot_of(action)))
    return f"{s.hand[seat][slot_of(action)]} {SIDES[side_of(action)]} {x},{y}"


def move_fields(s: CodexNaturalis, seat: int, action: int) -> CodexMove:
    """Return a move in the form of the replay stream."""
    if action < KEEP_FIRST:
        return {"starter_side": SIDES[action - TAKE_FRONT]}
    if action < DRAW_DECK:
        return {"keep_objective": s.objectives_dealt[seat][action - KEEP_FIRST]}
    if action < DRAW_FACE_UP:
        return {"draw": DECKS[action - DRAW_DECK]}
    if action < PLACE_CARD:
        return {"draw": s.face_up[action - DRAW_FACE_UP]}
    x, y = position_of(cell_of_spot(s, spot_of(action)))
    card = s.hand[seat][slot_of(action)]
    return {"place": card, "side": SIDES[side_of(action)], "x": x, "y": y}


def hidden_move(s: CodexNaturalis, seat: int, action: int) -> tuple[str, dict[str, Any]]:
    """Return text and fields of a secret move as others see it: of a face-down card its back."""
    fields: Mapping[str, Any] = move_fields(s, seat, action)
    if action < PLACE_CARD:
        return HIDDEN, dict.fromkeys(fields)
    back = back_code(s.hand[seat][slot_of(action)])
    kind, kingdom = KINDS[kind_of(back)], KINGDOMS[(-1 - back) % len(KINGDOMS)]
    text = f"{HIDDEN} {SIDES[side_of(action)]} {fields['x']},{fields['y']}"
    return text, {**fields, "place": {"kind": kind, "kingdom": kingdom}}


def parse_move(s: CodexNaturalis, seat: int, text: str) -> int:
    """Read a move; refuse what can be no move at all, naming the rule."""
    plain = " ".join(text.lower().split())
    if len(plain) < 100 and not re.search(r"\d" * (LONGEST_NUMBER + 1), plain):
        if match := _STARTER.fullmatch(plain):
            return TAKE_FRONT + "fb".index(match[1][0])
        if match := _KEEP.fullmatch(plain):
            return _keep(s, seat, int(match[1]))
        if match := _DRAW.fullmatch(plain):
            return _draw(s, seat, match[1], match[2])
        if match := _PLACE.fullmatch(plain):
            card, side, x, y = match.groups()
            return _place(s, seat, int(card), "fb".index(side[0]), int(x), int(y))
    raise UnreadableMove(f"{text.strip()[:80]!r} is not a move; {_example(s)}")


def _example(s: CodexNaturalis) -> str:
    if s.phase == PLACE:
        return "write card, side and position, like 60 back 2,0"
    if s.phase == DRAW:
        return "write draw resource, draw gold or draw with the number of a face-up card"
    return "write keep and a number" if s.phase == OBJECTIVE else "write front or back"


def _is_asked(s: CodexNaturalis, seat: int, phase: int) -> bool:
    """Return whether this is the time for a move; if not, the rules will refuse any such move."""
    return s.phase == phase and 0 <= seat < s.players and may_move(s, seat)


def _keep(s: CodexNaturalis, seat: int, card: int) -> int:
    if not _is_asked(s, seat, OBJECTIVE):
        return KEEP_FIRST
    if card not in s.objectives_dealt[seat]:
        dealt = " and ".join(str(each) for each in s.objectives_dealt[seat])
        raise IllegalMove(f"objective {card} was not dealt to you; you have {dealt}", "not_dealt")
    return KEEP_FIRST + s.objectives_dealt[seat].index(card)


def _draw(s: CodexNaturalis, seat: int, deck: str | None, card: str | None) -> int:
    if deck is not None:
        return DRAW_DECK + KINDS.index(deck)
    assert card is not None
    if not _is_asked(s, seat, DRAW):
        return DRAW_FACE_UP
    if int(card) == 0 or int(card) not in s.face_up:
        raise IllegalMove(f"card {int(card)} does not lie face up", "not_face_up")
    return DRAW_FACE_UP + s.face_up.index(int(card))


def _place(s: CodexNaturalis, seat: int, card: int, side: int, x: int, y: int) -> int:
    if not _is_asked(s, seat, PLACE):
        return PLACE_CARD
    if card == 0 or card not in s.hand[seat]:
        raise IllegalMove(f"card {card} is not in your hand", "not_in_hand")
    if (x + y) % 2:
        raise IllegalMove(
            f"{x},{y} lies between the positions: x and y are both even or both odd", "off_grid"
        )
    return place_action(s.hand[seat].index(card), side, spot_at(s, seat, x, y))


def spot_at(s: CodexNaturalis, seat: int, x: int, y: int) -> int:
    """Return the spot that stands for a position, or one that the rules will refuse."""
    cell = cell_of(x, y)
    reason = NO_CARD_THERE if max(abs(x), abs(y)) > LARGEST else refusal_at(s, seat, cell)
    if reason == OCCUPIED:
        raise IllegalMove(f"a card lies at {x},{y} already", "occupied", x=x, y=y)
    if reason == NO_CARD_THERE:
        sentence = f"no card has a corner at {x},{y} that could be covered"
        raise IllegalMove(sentence, "no_card_there", x=x, y=y)
    spots = [
        4 * card + 3 - corner
        for corner in range(4)
        if (card := card_at(s, seat, cell + CORNER_STEPS[corner]))
    ]
    return next((spot for spot in spots if is_open(s, seat, spot)), spots[0])


LARGEST = 90
"""No area reaches so far from its starter card."""
