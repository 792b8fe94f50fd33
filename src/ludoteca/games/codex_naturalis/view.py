"""What a seat of Codex Naturalis may know, and any state in the form of the record."""

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec

from ludoteca.core.game import SPECTATOR
from ludoteca.games.codex_naturalis.catalog import BACK_SIZE, WHOLE_DECK
from ludoteca.games.codex_naturalis.deal.hand import back_code, kind_of, rank
from ludoteca.games.codex_naturalis.layout import (
    BACK,
    CARDS,
    DECK,
    KINDS,
    OVER,
    STARTER,
    CodexNaturalis,
    position_of,
)
from ludoteca.games.codex_naturalis.play_area import count_symbol, open_spots, take_spots
from ludoteca.games.codex_naturalis.rules import is_blocked, seat_to_move
from ludoteca.games.codex_naturalis.wire import KindName, Kingdom, SideName, SymbolName

Phase = Literal["starter", "objective", "place", "draw", "over"]

PHASES: tuple[Phase, ...] = get_args(Phase)
KIND_NAMES: tuple[KindName, ...] = get_args(KindName)
SIDES: tuple[SideName, ...] = get_args(SideName)
KINGDOM_NAMES: tuple[Kingdom, ...] = get_args(Kingdom)
SYMBOL_NAMES: tuple[SymbolName, ...] = get_args(SymbolName)

UNKNOWN = -1
"""An objective card that was dealt to another seat."""


BLANK = CodexNaturalis()
"""Nothing is known: views begin with a copy of it."""


class Back(msgspec.Struct, frozen=True):
    """A card of which only the back is known."""

    kind: KindName
    kingdom: Kingdom


Card = int | Back


class Deck(msgspec.Struct, frozen=True):
    """A deck; in a view only the number of cards below the top is known."""

    top: Card | None
    below: list[int] | int


class Decks(msgspec.Struct, frozen=True):
    """Both decks."""

    resource: Deck
    gold: Deck


class FaceUp(msgspec.Struct, frozen=True):
    """The cards that lie face up; null for an empty place."""

    resource: list[int | None]
    gold: list[int | None]


class Placement(msgspec.Struct, frozen=True):
    """A card in a play area; of a rival's card that lies face down only the back is known."""

    card: Card
    side: SideName
    x: int
    y: int


class CodexSeat(msgspec.Struct, frozen=True):
    """What lies before one player, and what the player holds."""

    hand: list[Card]
    starter: int | None
    objectives_dealt: list[int | None]
    secret_objective: int | None
    points: int
    blocked: bool
    symbols: dict[SymbolName, int]
    play_area: list[Placement]


class CodexPosition(msgspec.Struct, frozen=True):
    """A state as the record shows it."""

    to_move: int | None
    first_seat: int | None
    over: bool
    phase: Phase
    last_round: bool
    decks: Decks
    face_up: FaceUp
    common_objectives: list[int]
    seats: list[CodexSeat]


def mask(s: CodexNaturalis, seat: int | None) -> CodexNaturalis:
    """Build a state of all that a seat may know; once the match is over that is everything."""
    if s.phase == OVER:
        return s.copy()
    seen = BLANK.copy()
    seen.masked = 1
    _show_table(s, seen)
    stand_ins = _stand_ins(s, seat)
    for other in range(s.players):
        seen.hand[other] = [back_code(card) if card else 0 for card in s.hand[other]]
        seen.objectives_dealt[other] = [
            UNKNOWN if card else 0 for card in s.objectives_dealt[other]
        ]
        seen.secret_objective[other] = UNKNOWN if s.secret_objective[other] else 0
        if s.phase != STARTER:
            _show_area(s, seen, other, stand_ins)
    if seat is not SPECTATOR:
        seen.hand[seat] = list(s.hand[seat])
        seen.objectives_dealt[seat] = list(s.objectives_dealt[seat])
        seen.secret_objective[seat] = s.secret_objective[seat]
        _show_area(s, seen, seat, stand_ins)
    seen.deck = [_possible(seen, kind) for kind in range(KINDS)]
    return seen


def _show_table(s: CodexNaturalis, seen: CodexNaturalis) -> None:
    """Show what everybody sees."""
    seen.players = s.players
    seen.tie_break = s.tie_break
    seen.due = s.due
    seen.cursor = s.cursor
    seen.phase = s.phase
    seen.turn = s.turn
    seen.first_seat = s.first_seat
    seen.ending = s.ending
    seen.last_round = s.last_round
    seen.chosen = s.chosen
    seen.below = list(s.below)
    seen.top = [back_code(card) if card else 0 for card in s.top]
    seen.face_up = list(s.face_up)
    seen.common_objectives = list(s.common_objectives)
    seen.seen = [list(cards) for cards in s.seen]
    seen.starter = list(s.starter)
    seen.points = list(s.points)


def _stand_ins(s: CodexNaturalis, seat: int | None) -> dict[int, int]:
    """Choose the card that stands in for each card whose front the seat may not see.

    They are the lowest of the same back that the seat sees nowhere, in the order of placing:
    nothing that is hidden decides it.
    """
    shown, hidden = list(s.face_up), list[int]()
    for other in range(s.players):
        for card in s.area[other][1 : s.placed[other]]:
            (hidden if other != seat and s.side[card] == BACK else shown).append(card)
    if not hidden:
        return {}
    if seat is not SPECTATOR:
        shown += s.hand[seat]
    taken, chosen = set(shown), {}
    for card in hidden:
        number = rank(back_code(card))
        while number in taken:
            number += 1
        taken.add(number)
        chosen[card] = number
    return chosen


def _show_area(
    s: CodexNaturalis, seen: CodexNaturalis, seat: int, stand_ins: Mapping[int, int]
) -> None:
    """Show the play area of a seat."""
    cards = s.area[seat][: s.placed[seat]]
    seen.symbols[seat] = s.symbols[seat]
    seen.placed[seat] = s.placed[seat]
    seen.area[seat] = list(s.area[seat])
    seen.slots[seat] = list(s.slots[seat])
    seen.open[seat] = list(s.open[seat])
    seen.places[seat] = s.places[seat]
    if stand_ins:
        seen.area[seat] = [stand_ins.get(card, card) for card in s.area[seat]]
        seen.slots[seat] = [stand_ins.get(card, card) for card in s.slots[seat]]
        hidden = [card for card in cards if card in stand_ins]
        spots = [take_spots(seen, seat, card) for card in hidden]
        for card, corners in zip(hidden, spots, strict=True):
            open_spots(seen, seat, stand_ins[card], corners)
            kind = kind_of(card)
            seen.stand_ins[kind] |= 1 << stand_ins[card] - 1 - DECK * kind
    for card, number in zip(cards, seen.area[seat], strict=False):
        seen.cell[number] = s.cell[card]
        seen.side[number] = s.side[card]


def _possible(seen: CodexNaturalis, kind: int) -> int:
    """Return the cards of a kind that a view shows nowhere: all of them may be in the deck."""
    shown = [*seen.face_up, *(card for hand in seen.hand for card in hand)]
    for seat in range(seen.players):
        shown += seen.area[seat][: seen.placed[seat]]
    cards = WHOLE_DECK
    for card in shown:
        if 0 < card <= CARDS and kind_of(card) == kind:
            cards &= ~(1 << card - 1 - DECK * kind)
    cards |= seen.stand_ins[kind]
    for masks in seen.seen:
        cards &= ~masks[kind]
    return cards


def stands_in(s: CodexNaturalis, card: int) -> bool:
    """Return whether a card of an area stands in for one of which only the back is known."""
    return card <= CARDS and bool(s.stand_ins[kind_of(card)] >> (card - 1) % DECK & 1)


def position(s: CodexNaturalis) -> CodexPosition:
    """Return a state in the form of the record; what it leaves open is null."""
    mover = seat_to_move(s)
    return CodexPosition(
        to_move=None if mover < 0 else mover,
        first_seat=None if s.first_seat < 0 else s.first_seat,
        over=s.phase == OVER,
        phase=PHASES[s.phase],
        last_round=bool(s.last_round),
        decks=Decks(_deck(s, 0), _deck(s, 1)),
        face_up=FaceUp(*([card or None for card in s.face_up[n : n + 2]] for n in (0, 2))),
        common_objectives=[card for card in s.common_objectives if card],
        seats=[_seat(s, seat) for seat in range(s.players)],
    )


def cards_below(s: CodexNaturalis, kind: int) -> list[int]:
    """List the cards that are, or in a view may be, below the top of a deck."""
    return [n + 1 + DECK * kind for n in range(DECK) if s.deck[kind] >> n & 1]


def back_of(code: int) -> Back:
    """Return the back that the code of a card stands for.

    >>> back_of(-1), back_of(-8)
    (Back(kind='resource', kingdom='fungi'), Back(kind='gold', kingdom='insect'))
    """
    return Back(KIND_NAMES[kind_of(code)], KINGDOM_NAMES[(-1 - code) % (DECK // BACK_SIZE)])


def _card(card: int) -> Card:
    return card if card > 0 else back_of(card)


def _deck(s: CodexNaturalis, kind: int) -> Deck:
    top = s.top[kind]
    return Deck(_card(top) if top else None, s.below[kind] if s.masked else cards_below(s, kind))


def _seat(s: CodexNaturalis, seat: int) -> CodexSeat:
    return CodexSeat(
        hand=[_card(card) for card in s.hand[seat] if card],
        starter=s.starter[seat] or None,
        objectives_dealt=[card if card > 0 else None for card in s.objectives_dealt[seat] if card],
        secret_objective=s.secret_objective[seat] if s.secret_objective[seat] > 0 else None,
        points=s.points[seat],
        blocked=is_blocked(s, seat),
        symbols=symbol_counts(s.symbols[seat]),
        play_area=placements(s, seat),
    )


def symbol_counts(symbols: int) -> dict[SymbolName, int]:
    """Name the counts of all symbols."""
    return {name: count_symbol(symbols, number) for number, name in enumerate(SYMBOL_NAMES)}


def placements(s: CodexNaturalis, seat: int) -> list[Placement]:
    """List the cards of an area in the order of placing."""
    cards = s.area[seat][: s.placed[seat]]
    return [
        Placement(
            back_of(back_code(card)) if stands_in(s, card) else card,
            SIDES[s.side[card]],
            *position_of(s.cell[card]),
        )
        for card in cards
    ]
