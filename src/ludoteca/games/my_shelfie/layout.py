"""Where each thing of My Shelfie sits in the state.

The living room is a set of bits: cell (row, column) is bit 5 * row + 6 * column - 18. The 45 cells
fit into 53 bits, a cell's neighbours are plain shifts by 5 and 6, and no shift lands on a false
neighbour.

A bookshelf is a set of bits too: the cell at a height in a column is bit 7 * column + height,
height 0 at the bottom. The seventh bit of a column is always clear, so shifts by 1 and 7 lead to
neighbours:

    height 5    5 12 19 26 33
           …    …
           1    1  8 15 22 29
           0    0  7 14 21 28

The bag is one number of six fields, ten bits each: field k holds how many tiles of the kinds 0 to k
are in the bag. So the last field is the total, and a roll compares with all six at once.
"""

from typing import Annotated

from ludoteca.core.types import Mask, Shape, Small, State

DOWN, RIGHT = 5, 6
"""From a cell of the living room to its neighbour."""

ROWS, COLUMNS = 6, 5
"""The size of a bookshelf."""

LANE = 7
"""Bits from one column of a bookshelf to the next."""

TYPES = 6
"""Kinds of tiles."""

SEATS = 4
"""The most players."""

FIELD = 10
"""Bits of one field of the bag."""

NO_DEAL, COMMON_GOALS, PERSONAL_GOALS, TILES, REFILL = 0, 1, 2, 3, 4
"""Which deal is due."""

FOUR_OR_FEWER, ISOLATED_RETURN, ISOLATED_KEEP = 0, 1, 2
"""When the living room is refilled, and what happens to the tiles left over."""

NOBODY = -1
"""No seat."""


class MyShelfie(State):
    """All there is to know about a position; a view leaves secrets at 0."""

    players: Small
    refill_rule: Small
    goals_in_play: Small
    due: Small  # the deal that is due
    cursor: Small  # the next cell to fill, in reading order
    turn: Small  # whose turn it is, or will be after the deal
    over: Small
    end_game_token: Small  # the seat that has it, or NOBODY
    bag: Mask  # six counts, see above
    living_room: Annotated[list[int], Shape("i8", TYPES)]
    tiles: Mask  # all tiles in the living room
    common_goals: Annotated[list[int], Shape("i1", 2)]
    tokens_taken: Annotated[list[int], Shape("i1", 2)]
    tokens: Annotated[list[list[int]], Shape("i1", SEATS, 2)]
    bookshelf: Annotated[list[list[int]], Shape("i8", SEATS, TYPES)]
    filled: Annotated[list[int], Shape("i8", SEATS)]
    personal_goal: Annotated[list[int], Shape("i1", SEATS)]


def option_indices(s: MyShelfie) -> tuple[int, int]:
    """Read the options back: the refill rule, and two or one common goals."""
    return s.refill_rule, 2 - s.goals_in_play


def cell_bit(row: int, column: int) -> int:
    """Return the bit index of a cell of the living room.

    >>> cell_bit(4, 4)
    26
    """
    return DOWN * row + RIGHT * column - 18


def shelf_bit(row: int, column: int) -> int:
    """Return the bit index of a bookshelf's cell; row 0 is on top.

    >>> shelf_bit(5, 0), shelf_bit(0, 4)
    (0, 33)
    """
    return LANE * column + ROWS - 1 - row
