"""A view of My Shelfie in numbers: what a learner sees, and its legal actions in bulk.

Everything is read as one seat may know it, so a full state and a view of it give the same numbers.
Seats come in turn order from the one that looks: seat 0 of a tensor is its own.
"""

from collections.abc import MutableSequence, Sequence
from math import prod

from ludoteca.core.bits import lowest_index
from ludoteca.core.modules import Slot
from ludoteca.games.my_shelfie.actions import (
    ORDERS,
    TAKE_MASK,
    TAKE_SIZE,
    TAKES_FROM,
    column_of,
    take_of,
)
from ludoteca.games.my_shelfie.catalog import (
    CELLS,
    COMMON_GOAL_CARDS,
    PERSONAL_MASKS,
    SIZE,
    TILE_COUNTS,
    TOKEN_POINTS,
)
from ludoteca.games.my_shelfie.deal import bag_count
from ludoteca.games.my_shelfie.layout import (
    COLUMNS,
    DOWN,
    LANE,
    RIGHT,
    ROWS,
    TYPES,
    MyShelfie,
    cell_bit,
    shelf_bit,
)
from ludoteca.games.my_shelfie.rules import columns_with_room, seat_to_move, with_free_side

REFILL_RULES = 3
"""How many refill rules there are."""

SHELF = TYPES * ROWS * COLUMNS
"""Numbers of one bookshelf."""


def _places(bits: dict[int, int]) -> tuple[int, ...]:
    return tuple(bits.get(bit, 0) for bit in range(63))


CELL_PLACES = _places({cell_bit(row, column): SIZE * row + column for row, column in CELLS})
"""By bit: where a cell of the living room stands in a plane of nine rows."""

SHELF_PLACES = _places(
    {shelf_bit(row, col): COLUMNS * row + col for row in range(ROWS) for col in range(COLUMNS)}
)
"""By bit: where a cell of a bookshelf stands in a plane, the top row first."""

GOAL_PLACES: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        ROWS * COLUMNS * kind + SHELF_PLACES[lowest_index(cell)] if cell else 0
        for kind, cell in enumerate(cells)
    )
    for cells in PERSONAL_MASKS
)
"""For each personal goal card: where the cell that each kind wants stands in its planes."""

_TABLE = (
    Slot("living_room", (TYPES, SIZE, SIZE), 1, "tiles by kind, row and column"),
    Slot("bag", (TYPES,), max(TILE_COUNTS), "how many tiles of each kind are in the bag"),
    Slot("common_goals", (2, COMMON_GOAL_CARDS), 1, "which cards are in play"),
    Slot("next_token", (2,), max(TOKEN_POINTS[4]), "points of the top token of each common goal"),
    Slot("refill", (REFILL_RULES,), 1, "which refill rule is played"),
    Slot("over", (1,), 1, "whether the match is over"),
    Slot("personal_goal", (TYPES, ROWS, COLUMNS), 1, "the seat's card: the cell each kind wants"),
)
_LENGTHS = tuple(prod(slot.shape) for slot in _TABLE)

LIVING_ROOM, BAG, GOALS, NEXT_TOKEN, REFILL, OVER, PERSONAL, SEATS_FROM = (
    sum(_LENGTHS[:n]) for n in range(len(_TABLE) + 1)
)
"""Where each slot begins; those of the seats follow."""


def slots(players: int) -> tuple[Slot, ...]:
    """Name all numbers, in order.

    >>> sum(prod(slot.shape) for slot in slots(2))
    1072
    """
    return (
        *_TABLE,
        Slot("tokens", (players, 2), max(TOKEN_POINTS[4]), "points from each common goal"),
        Slot("end_game_token", (players,), 1, "who has it"),
        Slot("to_move", (players,), 1, "whose turn it is; nobody's while tiles are dealt"),
        Slot("first_seat", (players,), 1, "who began"),
        Slot("bookshelf", (players, TYPES, ROWS, COLUMNS), 1, "tiles by kind, row and column"),
    )


def observe_into(s: MyShelfie, seat: int, out: MutableSequence[int]) -> None:
    """Write what a seat sees."""
    put_tiles(s.living_room, s.tiles, CELL_PLACES, LIVING_ROOM, SIZE * SIZE, out)
    for kind in range(TYPES):
        out[BAG + kind] = bag_count(s.bag, kind)
    if s.personal_goal[seat] != 0:
        for kind in range(TYPES):
            out[PERSONAL + GOAL_PLACES[s.personal_goal[seat]][kind]] = 1
    for card in range(s.goals_in_play):
        if s.common_goals[card] != 0:
            out[GOALS + COMMON_GOAL_CARDS * card + s.common_goals[card] - 1] = 1
            out[NEXT_TOKEN + card] = next_token(s, card)
    out[REFILL + s.refill_rule] = 1
    out[OVER] = s.over
    for n in range(s.players):
        observe_seat(s, seat + n if seat + n < s.players else seat + n - s.players, n, out)


def next_token(s: MyShelfie, card: int) -> int:
    """Return the points of the top token of a common goal, 0 if none is left."""
    taken = s.tokens_taken[card]
    return TOKEN_POINTS[s.players][taken] if taken < s.players else 0


def observe_seat(s: MyShelfie, other: int, n: int, out: MutableSequence[int]) -> None:
    """Write what lies before the n-th seat from the one that looks."""
    players = s.players
    for card in range(2):
        out[SEATS_FROM + 2 * n + card] = s.tokens[other][card]
    out[SEATS_FROM + 2 * players + n] = s.end_game_token == other
    out[SEATS_FROM + 3 * players + n] = seat_to_move(s) == other
    out[SEATS_FROM + 4 * players + n] = other == 0
    shelf = SEATS_FROM + 5 * players + SHELF * n
    put_tiles(s.bookshelf[other], s.filled[other], SHELF_PLACES, shelf, ROWS * COLUMNS, out)


def put_tiles(
    kinds: Sequence[int],
    tiles: int,
    places: Sequence[int],
    first: int,
    plane: int,
    out: MutableSequence[int],
) -> None:
    """Write 1 in the place of each tile, in the plane of its kind.

    All kinds go in one loop, with the kind in binary digits as in `rules`: the end of a loop is
    what a processor can't foretell.
    """
    ones = kinds[1] | kinds[3] | kinds[5]
    twos = kinds[2] | kinds[3]
    fours = kinds[4] | kinds[5]
    while tiles != 0:
        bit = lowest_index(tiles)
        kind = (ones >> bit & 1) + 2 * (twos >> bit & 1) + 4 * (fours >> bit & 1)
        out[first + plane * kind + places[bit]] = 1
        tiles &= tiles - 1


def mask_into(s: MyShelfie, seat: int, out: MutableSequence[int]) -> None:
    """Mark every ordered take, with each column that has room for it."""
    free = with_free_side(s.tiles)
    across = free & free >> RIGHT
    down = free & free >> DOWN
    filled = s.filled[seat]
    mark_lines(free, 0, columns_with_room(filled, 1), 1, out)
    columns = columns_with_room(filled, 2)
    mark_lines(across, 2, columns, 2, out)
    mark_lines(down, 3, columns, 2, out)
    columns = columns_with_room(filled, 3)
    mark_lines(across & free >> 2 * RIGHT, 4, columns, 3, out)
    mark_lines(down & free >> 2 * DOWN, 5, columns, 3, out)


def mark_lines(starts: int, shape: int, columns: int, size: int, out: MutableSequence[int]) -> None:
    """Mark the takes of all lines of one shape that begin at the given cells."""
    if columns == 0:
        return
    while starts != 0:
        action = TAKES_FROM[shape][lowest_index(starts)] * COLUMNS
        for _ in range(ORDERS[size]):
            for column in range(COLUMNS):
                out[action + column] = columns >> LANE * column & 1
            action += COLUMNS
        starts &= starts - 1


FACTORS = (
    "the cells whose tile may be taken, as bits of the living room",
    "the first cells of lines of two across",
    "the first cells of lines of two down",
    "the first cells of lines of three across",
    "the first cells of lines of three down",
    "bit 5 * (n - 1) + column: the column has room for n tiles",
)
"""What each word of `factors_into` tells."""


def factors_into(s: MyShelfie, seat: int, out: MutableSequence[int]) -> None:
    """Write which lines may be taken and which columns have room: all of them go together."""
    free = with_free_side(s.tiles)
    across = free & free >> RIGHT
    down = free & free >> DOWN
    out[0] = free
    out[1] = across
    out[2] = down
    out[3] = across & free >> 2 * RIGHT
    out[4] = down & free >> 2 * DOWN
    room = 0
    for size in range(1, 4):
        columns = columns_with_room(s.filled[seat], size)
        for column in range(COLUMNS):
            room |= (columns >> LANE * column & 1) << COLUMNS * (size - 1) + column
    out[5] = room


def allows(factors: Sequence[int], action: int) -> bool:
    """Return whether the words of `factors_into` make an action legal."""
    take = take_of(action)
    size = TAKE_SIZE[take]
    first = lowest_index(TAKE_MASK[take])
    line = 0
    if size > 1:
        line = 2 * size - 3 + (TAKE_MASK[take] >> first + RIGHT & 1 == 0)
    has_room = factors[5] >> COLUMNS * (size - 1) + column_of(action) & 1
    return has_room != 0 and factors[line] >> first & 1 != 0
