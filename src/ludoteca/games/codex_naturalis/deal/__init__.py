"""What chance decides in Codex Naturalis: every card, one by one, and who begins.

The set-up deals the face-up cards and the starter cards; when every seat has chosen a side, the
hands, the tops of the decks, the common objectives and two objectives for each seat; when every
seat has kept one, the first seat. Later each draw that uses up the top of a deck deals the next.
"""

from collections.abc import Sequence

from ludoteca.core.bits import nth_index, popcount
from ludoteca.games.codex_naturalis.catalog import (
    FIRST_OBJECTIVE,
    FIRST_STARTER,
    OBJECTIVE_CARDS,
    STARTER_CARDS,
    WHOLE_DECK,
)
from ludoteca.games.codex_naturalis.deal.audit import faults
from ludoteca.games.codex_naturalis.deal.hand import add_to_hand
from ludoteca.games.codex_naturalis.deal.unseen import fill_unknown
from ludoteca.games.codex_naturalis.layout import (
    COMMON_OBJECTIVES,
    DECK,
    FACE_UP,
    FIRST_SEAT,
    HAND,
    HANDS,
    KINDS,
    NO_DEAL,
    NOBODY,
    NOT_YET,
    OBJECTIVES,
    RESOURCE_TOP,
    SEATS,
    STARTER,
    STARTERS,
    TOPS,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.play_area import clear_area

__all__ = ["deal_name", "faults", "fill_unknown", "outcome_of", "put_outcome", "roll_size", "start"]

DEALS = (
    "",
    "starters",
    "common_objectives",
    "objectives",
    "first_seat",
    "face_up",
    "hands",
    "tops",
    "resource_top",
    "gold_top",
)
"""The name of each deal."""


def start(s: CodexNaturalis, players: int, options: Sequence[int]) -> None:
    """Set up the empty table; the face-up cards are to be dealt."""
    s.players = players
    s.tie_break = options[0]
    s.masked = 0
    s.due = FACE_UP
    s.cursor = 0
    s.phase = STARTER
    s.turn = 0
    s.first_seat = NOBODY
    s.ending = NOT_YET
    s.last_round = 0
    s.chosen = 0
    for kind in range(KINDS):
        s.deck[kind] = WHOLE_DECK
        s.below[kind] = DECK
        s.top[kind] = 0
        s.face_up[2 * kind] = 0
        s.face_up[2 * kind + 1] = 0
        s.common_objectives[kind] = 0
    for seat in range(SEATS):
        clear_seat(s, seat)


def clear_seat(s: CodexNaturalis, seat: int) -> None:
    """Take everything away from a seat."""
    clear_area(s, seat)
    s.starter[seat] = 0
    s.secret_objective[seat] = 0
    s.points[seat] = 0
    for slot in range(HAND):
        s.hand[seat][slot] = 0
    for n in range(2):
        s.seen[seat][n] = 0
        s.objectives_dealt[seat][n] = 0


def deal_name(s: CodexNaturalis) -> str:
    """Name the deal that is due, "" if none is."""
    return DEALS[s.due]


def kind_due(s: CodexNaturalis) -> int:
    """Return the deck that the next card of a deal comes from."""
    if s.due >= RESOURCE_TOP:
        return s.due - RESOURCE_TOP
    if s.due == FACE_UP:
        return s.cursor // 2
    if s.due == HANDS:
        return 1 if s.cursor % HAND == HAND - 1 else 0
    return s.cursor


def is_from_deck(due: int) -> bool:
    """Return whether a deal takes resource or gold cards."""
    return due >= FACE_UP


def roll_size(s: CodexNaturalis) -> int:
    """Return the number below which the next draw is made, 0 if no deal is due."""
    if s.due == NO_DEAL:
        return 0
    if is_from_deck(s.due):
        return popcount(s.deck[kind_due(s)])
    if s.due == FIRST_SEAT:
        return s.players
    return popcount(undealt(s))


def outcome_of(s: CodexNaturalis, roll: int) -> int:
    """Return the card, or the seat, that a roll decides."""
    if is_from_deck(s.due):
        kind = kind_due(s)
        return nth_index(s.deck[kind], roll) + 1 + DECK * kind
    if s.due == FIRST_SEAT:
        return roll
    first = FIRST_STARTER if s.due == STARTERS else FIRST_OBJECTIVE
    return first + nth_index(undealt(s), roll)


def undealt(s: CodexNaturalis) -> int:
    """Return the starter cards, or the objective cards, still in their pile: bit n for the n-th."""
    if s.due == STARTERS:
        cards = (1 << STARTER_CARDS) - 1
        for seat in range(s.cursor):
            cards &= ~(1 << s.starter[seat] - FIRST_STARTER)
        return cards
    cards = (1 << OBJECTIVE_CARDS) - 1
    for n in range(2):
        if s.common_objectives[n] > 0:
            cards &= ~(1 << s.common_objectives[n] - FIRST_OBJECTIVE)
        for seat in range(s.players):
            if s.objectives_dealt[seat][n] > 0:
                cards &= ~(1 << s.objectives_dealt[seat][n] - FIRST_OBJECTIVE)
    return cards


def put_outcome(s: CodexNaturalis, outcome: int) -> None:
    """Lay a dealt card where it belongs, or let a seat begin."""
    if s.due >= RESOURCE_TOP:
        turn_up(s, s.due - RESOURCE_TOP, outcome)
        s.due = NO_DEAL
    elif is_from_deck(s.due):
        put_from_deck(s, outcome)
    elif s.due == STARTERS:
        s.starter[s.cursor] = outcome
        next_card(s, s.players, NO_DEAL)
    elif s.due == COMMON_OBJECTIVES:
        s.common_objectives[s.cursor] = outcome
        next_card(s, 2, OBJECTIVES)
    elif s.due == OBJECTIVES:
        s.objectives_dealt[s.cursor // 2][s.cursor % 2] = outcome
        next_card(s, 2 * s.players, NO_DEAL)
    else:
        s.first_seat = outcome
        s.turn = outcome
        s.due = NO_DEAL


def put_from_deck(s: CodexNaturalis, card: int) -> None:
    """Lay a card of the set-up face up, into a hand or on top of its deck."""
    kind = kind_due(s)
    if s.due == TOPS:
        turn_up(s, kind, card)
        next_card(s, KINDS, COMMON_OBJECTIVES)
        return
    leave_deck(s, kind, card)
    if s.due == FACE_UP:
        s.face_up[s.cursor] = card
        next_card(s, 2 * KINDS, STARTERS)
    else:
        add_to_hand(s, s.cursor // HAND, card)
        next_card(s, HAND * s.players, TOPS)


def next_card(s: CodexNaturalis, cards: int, then: int) -> None:
    """Go on to the next card of a deal; after the last card to the deal that follows."""
    s.cursor += 1
    if s.cursor == cards:
        s.cursor = 0
        s.due = then


def turn_up(s: CodexNaturalis, kind: int, card: int) -> None:
    """Let a card be the top of its deck."""
    leave_deck(s, kind, card)
    s.top[kind] = card


def leave_deck(s: CodexNaturalis, kind: int, card: int) -> None:
    """Take a card out of the set of those below the top."""
    s.deck[kind] &= ~(1 << card - 1 - DECK * kind)
    s.below[kind] -= 1
