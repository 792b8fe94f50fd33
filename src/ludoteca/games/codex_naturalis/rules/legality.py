"""Who may move, which moves are legal, and which rule forbids the others."""

from ludoteca.core.bits import popcount
from ludoteca.games.codex_naturalis.actions import (
    ACTIONS,
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
from ludoteca.games.codex_naturalis.layout import (
    BACK,
    DRAW,
    FRONT,
    HAND,
    KINDS,
    NO_DEAL,
    NOBODY,
    OBJECTIVE,
    OVER,
    PLACE,
    STARTER,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.play_area import (
    FREE,
    cell_of_spot,
    is_open,
    lies_in_area,
    may_show_front,
    nth_open,
    refusal_at,
)

SOURCES = PLACE_CARD - DRAW_DECK
"""Two decks and four face-up cards."""

(
    LEGAL,
    NO_CARD_THERE,
    OCCUPIED,
    HIDDEN_CORNER,
    MATCH_OVER,
    NOT_YOUR_TURN,
    UNREADABLE,
    ALREADY_CHOSEN,
    CHOOSE_STARTER,
    CHOOSE_OBJECTIVE,
    SETUP_DONE,
    PLACE_FIRST,
    DRAW_FIRST,
    NOT_IN_HAND,
    REQUIREMENT_LACKS,
    EMPTY_DECK,
    EMPTY_PLACE,
) = range(17)
"""Why an action is refused; the first ones are those of `play_area`."""

REFUSALS = (
    "",
    "no_card_there",
    "occupied",
    "hidden_corner",
    "match_over",
    "not_your_turn",
    "unreadable_move",
    "already_chosen",
    "choose_starter",
    "choose_objective",
    "setup_done",
    "place_first",
    "draw_first",
    "not_in_hand",
    "requirement",
    "empty_deck",
    "empty_place",
)
"""The stable code of each refusal."""


def turn_number(s: CodexNaturalis, seat: int) -> int:
    """Count the turns of a seat: each begins with placing a card and may end with drawing one."""
    return s.placed[seat] - (s.phase == DRAW and s.turn == seat)


def is_over(s: CodexNaturalis) -> bool:
    """Return whether the match has ended."""
    return s.phase == OVER


def is_blocked(s: CodexNaturalis, seat: int) -> bool:
    """Return whether a seat has no legal position left."""
    return s.places[seat] == 0 and s.placed[seat] > 0


def seat_to_move(s: CodexNaturalis) -> int:
    """Name the (lowest) seat to move, -1 while a deal is due and once the match is over."""
    if s.due != NO_DEAL or s.phase == OVER:
        return NOBODY
    if s.phase >= PLACE:
        return s.turn
    seat = 0
    while s.chosen >> seat & 1:
        seat += 1
    return seat


def may_move(s: CodexNaturalis, seat: int) -> bool:
    """Return whether this seat may move: all that have not chosen yet, then one after the other."""
    if s.due != NO_DEAL or s.phase == OVER:
        return False
    if s.phase >= PLACE:
        return s.turn == seat
    return s.chosen >> seat & 1 == 0


def count_legal(s: CodexNaturalis, seat: int) -> int:
    """Count the legal moves: two choices, or cards with their sides and positions, or draws."""
    if s.phase < PLACE:
        return 2
    if s.phase == DRAW:
        return count_sources(s)
    ways = 0
    for slot in range(HAND):
        card = s.hand[seat][slot]
        ways += (card != 0) + can_be_front(s, seat, card)
    return ways * s.places[seat]


def can_be_front(s: CodexNaturalis, seat: int, card: int) -> int:
    """Return 1 if a card of the hand may be placed face up, else 0."""
    return (card != 0) & may_show_front(s, seat, card)


def count_sources(s: CodexNaturalis) -> int:
    """Count the decks and the face-up places that a card can be drawn from."""
    count = 0
    for kind in range(KINDS):
        count += s.top[kind] != 0
    for place in range(2 * KINDS):
        count += s.face_up[place] != 0
    return count


def nth_legal(s: CodexNaturalis, seat: int, n: int) -> int:
    """Return the n-th legal action."""
    if s.phase == DRAW:
        return nth_source(s, n)
    if s.phase == STARTER:
        return TAKE_FRONT + n
    if s.phase == OBJECTIVE:
        return KEEP_FIRST + n
    places = s.places[seat]
    way = n // places
    spot = nth_open(s, seat, n - way * places)
    if way < HAND and s.hand[seat][way] != 0:
        return place_action(way, BACK, spot)
    for slot in range(HAND):
        way -= s.hand[seat][slot] != 0
    slot = 0
    while way > 0 or not can_be_front(s, seat, s.hand[seat][slot]):
        way -= can_be_front(s, seat, s.hand[seat][slot])
        slot += 1
    return place_action(slot, FRONT, spot)


def nth_source(s: CodexNaturalis, n: int) -> int:
    """Return the n-th draw that is possible: decks first, then face-up cards."""
    if count_sources(s) == SOURCES:
        return DRAW_DECK + n
    action = DRAW_DECK
    while n > 0 or not has_source(s, action):
        n -= has_source(s, action)
        action += 1
    return action


def has_source(s: CodexNaturalis, action: int) -> bool:
    """Return whether the deck or the place of a draw holds a card."""
    if action < DRAW_FACE_UP:
        return s.top[action - DRAW_DECK] != 0
    return s.face_up[action - DRAW_FACE_UP] != 0


def is_secret(s: CodexNaturalis, seat: int, action: int) -> bool:
    """Return whether a move is hidden, all of it or its card alone.

    A side is until all have chosen; an objective and the front of a face-down card are to the end.
    """
    if s.phase == STARTER:
        return popcount(s.chosen | 1 << seat) < s.players
    return s.phase == OBJECTIVE or (action >= PLACE_CARD and side_of(action) == BACK)


def refusal(s: CodexNaturalis, seat: int, action: int) -> int:
    """Name the rule that forbids an action; LEGAL if none does."""
    if s.phase == OVER:
        return MATCH_OVER
    if not may_move(s, seat):
        return ALREADY_CHOSEN if s.due == NO_DEAL and s.phase < PLACE else NOT_YOUR_TURN
    if action < 0 or action >= ACTIONS:
        return UNREADABLE
    if s.phase == STARTER:
        return LEGAL if action < KEEP_FIRST else CHOOSE_STARTER
    if s.phase == OBJECTIVE:
        return LEGAL if KEEP_FIRST <= action < DRAW_DECK else CHOOSE_OBJECTIVE
    if action < DRAW_DECK:
        return SETUP_DONE
    if action < PLACE_CARD:
        return refusal_of_draw(s, action)
    return refusal_of_place(s, seat, action)


def refusal_of_draw(s: CodexNaturalis, action: int) -> int:
    """Name the rule that forbids a draw."""
    if s.phase == PLACE:
        return PLACE_FIRST
    if has_source(s, action):
        return LEGAL
    return EMPTY_DECK if action < DRAW_FACE_UP else EMPTY_PLACE


def refusal_of_place(s: CodexNaturalis, seat: int, action: int) -> int:
    """Name the rule that forbids placing a card."""
    if s.phase == DRAW:
        return DRAW_FIRST
    card = s.hand[seat][slot_of(action)]
    spot = spot_of(action)
    if card == 0:
        return NOT_IN_HAND
    if not lies_in_area(s, seat, spot >> 2):
        return NO_CARD_THERE
    reason = refusal_at(s, seat, cell_of_spot(s, spot))
    if reason != FREE:
        return reason
    if not is_open(s, seat, spot):
        return UNREADABLE  # another corner stands for this position
    if side_of(action) == FRONT and not may_show_front(s, seat, card):
        return REQUIREMENT_LACKS
    return LEGAL
