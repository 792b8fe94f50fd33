"""Moves of My Shelfie in numbers, and what they would bring: kernels for previews.

The page runs them as WebAssembly on the view it has got; `choice` words the same numbers as JSON.
"""

from collections.abc import MutableSequence, Sequence

from ludoteca.core.bits import popcount
from ludoteca.games.my_shelfie.actions import TAKE_BITS, TAKE_SIZE, column_of, take_of
from ludoteca.games.my_shelfie.catalog import CELLS
from ludoteca.games.my_shelfie.layout import LANE, ROWS, MyShelfie, cell_bit, shelf_bit
from ludoteca.games.my_shelfie.rules import columns_with_room
from ludoteca.games.my_shelfie.scoring import PARTS, count_matches, parts_into
from ludoteca.games.my_shelfie.scoring.common_goals import COLUMN

CELL_ROWS, CELL_COLUMNS = (
    tuple(
        next((cell[part] for cell in CELLS if cell_bit(*cell) == bit), 0)
        for bit in range(1 + max(cell_bit(*cell) for cell in CELLS))
    )
    for part in range(2)
)
"""Row and column of each bit of the living room."""

MOVE_NUMBERS = (
    *("column", "tiles"),
    *(f"{part}_{n}" for n in range(1, 4) for part in ("row", "column")),
)
"""What `move_into` writes."""

POINT_NUMBERS = PARTS
"""What `points_into` writes."""

NOTE_NUMBERS = (
    *("matched_before", "matched_after"),
    *("token_1", "token_2"),
    *("fills_bookshelf", "lowest"),
)
"""What `notes_into` writes: matches of the personal goal, the points of the tokens that are won,
and the row of the bookshelf in which the first tile lands."""


def put_in_room(s: MyShelfie, row: int, column: int, kind: int) -> None:
    """Lay a tile on a cell of the living room."""
    s.living_room[kind] |= 1 << cell_bit(row, column)
    s.tiles |= 1 << cell_bit(row, column)


def put_in_bookshelf(s: MyShelfie, seat: int, row: int, column: int, kind: int) -> None:
    """Put a tile into a cell of a bookshelf; row 0 is on top."""
    s.bookshelf[seat][kind] |= 1 << shelf_bit(row, column)
    s.filled[seat] |= 1 << shelf_bit(row, column)


def move_into(s: MyShelfie, seat: int, action: int, out: MutableSequence[int]) -> None:
    """Write a move in numbers."""
    take = take_of(action)
    out[0] = column_of(action)
    out[1] = TAKE_SIZE[take]
    for n in range(TAKE_SIZE[take]):
        out[2 + 2 * n] = CELL_ROWS[TAKE_BITS[take][n]]
        out[3 + 2 * n] = CELL_COLUMNS[TAKE_BITS[take][n]]


def points_into(s: MyShelfie, seat: int, out: MutableSequence[int]) -> None:
    """Write each number of a seat's score."""
    parts_into(s, seat, out)


def notes_into(
    s: MyShelfie,
    seat: int,
    action: int,
    after: MyShelfie,
    gains: Sequence[int],
    out: MutableSequence[int],
) -> None:
    """Write what a legal move to the state `after` brings besides `gains`, its points."""
    card = s.personal_goal[seat]
    out[0] = count_matches(s.bookshelf[seat], card)
    out[1] = count_matches(after.bookshelf[seat], card)
    for n in range(2):
        out[2 + n] = after.tokens[seat][n] - s.tokens[seat][n]
    out[4] = int(columns_with_room(after.filled[seat], 1) == 0)
    out[5] = ROWS - 1 - popcount(s.filled[seat] >> LANE * column_of(action) & COLUMN)


ENTRIES = (put_in_room, put_in_bookshelf, move_into, points_into, notes_into)
"""What the page calls besides the rules."""
