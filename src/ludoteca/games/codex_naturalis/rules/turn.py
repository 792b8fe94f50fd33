"""What a move does, and how turns, rounds and the match come to their end."""

from ludoteca.core.bits import popcount
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
    END_POINTS,
    PAID_OBJECT,
    PER_CORNER,
    POINTS,
)
from ludoteca.games.codex_naturalis.deal.hand import (
    add_to_hand,
    forget_back,
    take_from_hand,
)
from ludoteca.games.codex_naturalis.layout import (
    ALL_BLOCKED,
    BACK,
    BY_DECKS,
    BY_POINTS,
    DECK,
    DRAW,
    FIRST_SEAT,
    GOLD,
    HANDS,
    NOT_YET,
    OBJECTIVE,
    OVER,
    PLACE,
    RESOURCE,
    RESOURCE_TOP,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.play_area import cell_of_spot, count_symbol, put_card
from ludoteca.games.codex_naturalis.rules.legality import count_sources


def apply(s: CodexNaturalis, seat: int, action: int) -> None:
    """Make a legal move."""
    if action >= PLACE_CARD:
        place(s, seat, slot_of(action), side_of(action), cell_of_spot(s, spot_of(action)))
        finish_placing(s, seat)
    elif action >= DRAW_DECK:
        draw(s, seat, action)
        end_turn(s, seat)
    elif action >= KEEP_FIRST:
        keep_objective(s, seat, action - KEEP_FIRST)
    else:
        take_side(s, seat, action)


def take_side(s: CodexNaturalis, seat: int, side: int) -> None:
    """Lay the starter card; when it was the last one, the hands are dealt."""
    put_card(s, seat, s.starter[seat], side, 0)
    s.chosen |= 1 << seat
    if popcount(s.chosen) == s.players:
        s.chosen = 0
        s.phase = OBJECTIVE
        s.due = HANDS


def keep_objective(s: CodexNaturalis, seat: int, which: int) -> None:
    """Keep one objective; when the last seat has, chance decides who begins."""
    s.secret_objective[seat] = s.objectives_dealt[seat][which]
    s.chosen |= 1 << seat
    if popcount(s.chosen) == s.players:
        s.chosen = 0
        s.phase = PLACE
        s.due = FIRST_SEAT


def place(s: CodexNaturalis, seat: int, slot: int, side: int, cell: int) -> None:
    """Move a card from the hand into the area, and its points to the track."""
    card = take_from_hand(s, seat, slot)
    if side == BACK:
        forget_back(s, seat, card)
    covered = put_card(s, seat, card, side, cell)
    s.points[seat] += placing_points(card, side, covered, s.symbols[seat])


def placing_points(card: int, side: int, covered: int, symbols: int) -> int:
    """Count the points of a card just placed, the symbols being those that are visible now."""
    if side == BACK:
        return 0
    if PER_CORNER[card]:
        return POINTS[card] * covered
    if PAID_OBJECT[card] >= 0:
        return POINTS[card] * count_symbol(symbols, PAID_OBJECT[card])
    return POINTS[card]


def finish_placing(s: CodexNaturalis, seat: int) -> None:
    """Go on to the draw, or end the turn where there is none."""
    if s.ending == NOT_YET and s.points[seat] >= END_POINTS:
        s.ending = BY_POINTS
    if s.places[seat] == 0 and all_are_blocked(s):
        if s.ending == NOT_YET:
            s.ending = ALL_BLOCKED
        s.phase = OVER
    elif s.last_round or count_sources(s) == 0:
        end_turn(s, seat)
    else:
        s.phase = DRAW


def all_are_blocked(s: CodexNaturalis) -> bool:
    """Return whether no seat has a legal position left."""
    for seat in range(s.players):
        if s.places[seat] != 0:
            return False
    return True


def draw(s: CodexNaturalis, seat: int, action: int) -> None:
    """Take a card into the hand; the top of its deck fills the place of a face-up card."""
    if action >= DRAW_FACE_UP:
        place = action - DRAW_FACE_UP
        card = s.face_up[place]
        kind = place // 2
        s.seen[seat][kind] |= 1 << card - 1 - DECK * kind
        s.face_up[place] = s.top[kind]
    else:
        kind = action - DRAW_DECK
        card = s.top[kind]
    s.top[kind] = 0
    add_to_hand(s, seat, card)
    if s.below[kind] > 0:
        s.due = RESOURCE_TOP + kind


def deck_is_empty(s: CodexNaturalis, kind: int) -> bool:
    """Return whether nothing is left of a face-down pile."""
    return s.top[kind] == 0 and s.below[kind] == 0


def end_turn(s: CodexNaturalis, seat: int) -> None:
    """Pass the turn to the next seat that can place a card; rounds begin with the first seat."""
    if s.ending == NOT_YET and deck_is_empty(s, RESOURCE) and deck_is_empty(s, GOLD):
        s.ending = BY_DECKS
    s.phase = PLACE
    for _ in range(3 * s.players):  # two rounds would do
        seat = seat + 1 if seat + 1 < s.players else 0
        if seat == s.first_seat:
            if s.last_round:
                break
            if s.ending != NOT_YET:
                s.last_round = 1
        if s.places[seat] != 0 and s.hand[seat][0] != 0:
            s.turn = seat
            return
    s.phase = OVER
