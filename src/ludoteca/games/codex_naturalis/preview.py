"""Moves of Codex Naturalis in numbers, and what they would bring: kernels for previews.

The page runs them as WebAssembly on the view it has got; `choice` words the same numbers as JSON.
"""

from collections.abc import MutableSequence, Sequence
from typing import get_args

from ludoteca.games.codex_naturalis.actions import (
    DRAW_DECK,
    DRAW_FACE_UP,
    KEEP_FIRST,
    PLACE_CARD,
    TAKE_FRONT,
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
from ludoteca.games.codex_naturalis.deal.hand import back_code
from ludoteca.games.codex_naturalis.layout import (
    BACK,
    CodexNaturalis,
    cell_of,
    x_of,
    y_of,
)
from ludoteca.games.codex_naturalis.play_area import (
    card_at,
    cell_of_spot,
    count_symbol,
    put_card,
)
from ludoteca.games.codex_naturalis.scoring.objectives import objective_points, times_fulfilled
from ludoteca.games.codex_naturalis.wire import SymbolName

TAKES_SIDE, KEEPS, DRAWS_FROM_DECK, DRAWS_FACE_UP, PLACES = range(5)
"""The kinds of moves."""

MOVE_NUMBERS = ("kind", "what", "side", "x", "y")
"""What `move_into` writes; what: the side, the card or the deck."""

POINT_NUMBERS = ("track", "common_1", "common_2", "secret")
"""What `points_into` writes."""

NO_POINTS, COVERED_CORNER, SYMBOL, FLAT = range(4)
"""What the points of a card are paid for."""

SYMBOLS = len(get_args(SymbolName))
"""Kinds of symbols."""

NOTE_NUMBERS = (
    *get_args(SymbolName),
    *("covers", "rule", "count", "each", "symbol"),
    *("common_1", "common_2", "secret", "fulfilled"),
    *("drawn", "back"),
)
"""What `notes_into` writes: the changes of all symbols, corners that are covered, what the points
are paid for, how many times more each objective is fulfilled, how often the one that is kept is,
and the card that is drawn (0: hidden) with the code of its back."""

NOTES = len(NOTE_NUMBERS)
(COVERS, RULE, COUNT, EACH, PAID_SYMBOL, COMMON_1, COMMON_2, SECRET, FULFILLED, DRAWN, ITS_BACK) = (
    range(SYMBOLS, NOTES)
)
"""Where each of the latter is."""


def lay_card(s: CodexNaturalis, seat: int, card: int, side: int, x: int, y: int) -> None:
    """Lay the next card of an area, in the order in which they were placed."""
    put_card(s, seat, card, side, cell_of(x, y))


def move_into(s: CodexNaturalis, seat: int, action: int, out: MutableSequence[int]) -> None:
    """Write a move in numbers."""
    if action < KEEP_FIRST:
        out[0] = TAKES_SIDE
        out[1] = action - TAKE_FRONT
    elif action < DRAW_DECK:
        out[0] = KEEPS
        out[1] = s.objectives_dealt[seat][action - KEEP_FIRST]
    elif action < DRAW_FACE_UP:
        out[0] = DRAWS_FROM_DECK
        out[1] = action - DRAW_DECK
    elif action < PLACE_CARD:
        out[0] = DRAWS_FACE_UP
        out[1] = s.face_up[action - DRAW_FACE_UP]
    else:
        cell = cell_of_spot(s, spot_of(action))
        out[0] = PLACES
        out[1] = s.hand[seat][slot_of(action)]
        out[2] = side_of(action)
        out[3] = x_of(cell)
        out[4] = y_of(cell)


def points_into(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Write each number of a seat's score."""
    out[0] = s.points[seat]
    for n in range(2):
        out[1 + n] = objective_points(s, seat, s.common_objectives[n])
    out[3] = objective_points(s, seat, s.secret_objective[seat])


def notes_into(
    s: CodexNaturalis,
    seat: int,
    action: int,
    after: CodexNaturalis,
    gains: Sequence[int],
    out: MutableSequence[int],
) -> None:
    """Write what a legal move to the state `after` brings besides `gains`, its points."""
    for n in range(NOTES):
        out[n] = 0
    for symbol in range(SYMBOLS):
        then = count_symbol(s.symbols[seat], symbol)
        out[symbol] = count_symbol(after.symbols[seat], symbol) - then
    if action >= PLACE_CARD:
        placing_into(s, seat, action, after, gains, out)
    elif action >= DRAW_FACE_UP:
        out[DRAWN] = s.face_up[action - DRAW_FACE_UP]
        out[ITS_BACK] = back_code(s.face_up[action - DRAW_FACE_UP])
    elif action >= DRAW_DECK:
        out[ITS_BACK] = back_code(s.top[action - DRAW_DECK])
    elif action >= KEEP_FIRST:
        out[FULFILLED] = times_fulfilled(after, seat, after.secret_objective[seat])


def placing_into(
    s: CodexNaturalis,
    seat: int,
    action: int,
    after: CodexNaturalis,
    gains: Sequence[int],
    out: MutableSequence[int],
) -> None:
    """Write what placing a card brings."""
    out[COVERS] = covered_corners(s, seat, cell_of_spot(s, spot_of(action)))
    if side_of(action) != BACK:
        paid_into(after, seat, s.hand[seat][slot_of(action)], out)
    for n in range(2):
        out[COMMON_1 + n] = times_more(s.common_objectives[n], gains[1 + n])
    out[SECRET] = times_more(s.secret_objective[seat], gains[3])


def covered_corners(s: CodexNaturalis, seat: int, cell: int) -> int:
    """Count the corners that a card at a free cell would cover."""
    corners = 0
    for corner in range(4):
        corners += card_at(s, seat, cell + CORNER_STEPS[corner]) != 0
    return corners


def paid_into(after: CodexNaturalis, seat: int, card: int, out: MutableSequence[int]) -> None:
    """Write what the points of a card just placed face up are paid for."""
    if POINTS[card] == 0:
        return
    out[EACH] = POINTS[card]
    if PER_CORNER[card]:
        out[RULE] = COVERED_CORNER
        out[COUNT] = out[COVERS]
    elif PAID_OBJECT[card] >= 0:
        out[RULE] = SYMBOL
        out[COUNT] = count_symbol(after.symbols[seat], PAID_OBJECT[card])
        out[PAID_SYMBOL] = PAID_OBJECT[card]
    else:
        out[RULE] = FLAT
        out[COUNT] = 1


def times_more(card: int, points: int) -> int:
    """Count how many times more, or less, an objective that brings these points is fulfilled."""
    return points // OBJECTIVE_POINTS[card - FIRST_OBJECTIVE] if card > 0 else 0


ENTRIES = (lay_card, move_into, points_into, notes_into)
"""What the page calls besides the rules."""
