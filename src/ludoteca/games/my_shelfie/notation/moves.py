"""My Shelfie in text: moves, deals and positions, each with one written form that reads back.

The game's README describes the forms.
"""

import re
from collections.abc import Sequence
from typing import Any

from ludoteca.core.errors import IllegalMove, UnreadableMove
from ludoteca.core.game import EVERYTHING
from ludoteca.core.words import Words
from ludoteca.games.my_shelfie.actions import (
    TAKE_NUMBERS,
    TAKES,
    Cell,
    action_of,
    column_of,
    take_of,
)
from ludoteca.games.my_shelfie.catalog import LETTERS, LIVING_ROOM
from ludoteca.games.my_shelfie.deal import DEALS
from ludoteca.games.my_shelfie.layout import (
    COLUMNS,
    COMMON_GOALS,
    LANE,
    PERSONAL_GOALS,
    ROWS,
    TILES,
    MyShelfie,
    cell_bit,
)
from ludoteca.games.my_shelfie.rules import columns_with_room, with_free_side
from ludoteca.games.my_shelfie.scoring.common_goals import COLUMN
from ludoteca.games.my_shelfie.wire import ShelfieMove

_MOVE = re.compile(r"\s*((?:[a-i][1-9][\s,]*)+)-?>\s*([0-9]{1,4})\s*", re.IGNORECASE)
_CELL = re.compile(r"([a-i])([1-9])", re.IGNORECASE)

MOST_TILES = 3
"""Most tiles that may be taken in a turn."""


def format_cell(cell: Cell) -> str:
    """Write a cell of the living room: a letter for the column, a number for the row.

    >>> format_cell((0, 3)), format_cell((8, 4))
    ('d1', 'e9')
    """
    return "abcdefghi"[cell[1]] + str(cell[0] + 1)


def format_move(s: MyShelfie, seat: int, action: int) -> str:
    """Write a move: the cells in the order of placing, and the column from 1 to 5."""
    cells = "".join(format_cell(cell) for cell in TAKES[take_of(action)])
    return f"{cells}>{column_of(action) + 1}"


def parse_move(s: MyShelfie, seat: int, text: str) -> int:
    """Read a move; refuse what can be no move at all, naming the rule."""
    match = _MOVE.fullmatch(text)
    if not match:
        raise UnreadableMove(f"{text.strip()!r} is not a move; write cells > column, like d2d3>5")
    cells = [
        (int(digit) - 1, "abcdefghi".index(letter.lower()))
        for letter, digit in _CELL.findall(match[1])
    ]
    column = int(match[2])
    if not 1 <= column <= COLUMNS:
        raise IllegalMove(f"there is no column {column}; columns go from 1 to 5", "no_such_column")
    check_line(s, cells)
    return action_of(TAKE_NUMBERS[tuple(cells)], column - 1)


def is_in_play(s: MyShelfie, cell: Cell) -> bool:
    """Return whether a cell of the living room is used at this table."""
    return 0 < LIVING_ROOM[cell[0]][cell[1]] <= s.players


def check_line(s: MyShelfie, cells: list[Cell]) -> None:
    """Check that cells of the living room form a line of at most three."""
    for cell in cells:
        if not is_in_play(s, cell):
            name = format_cell(cell)
            raise IllegalMove(f"{name} is not in play at this table", "cell_not_in_play", cell=name)
    if len(cells) > MOST_TILES:
        raise IllegalMove(f"at most three tiles may be taken, not {len(cells)}", "too_many_tiles")
    if len(set(cells)) < len(cells):
        raise IllegalMove("a tile can be taken only once", "same_tile_twice")
    rows = sorted(row for row, _ in cells)
    columns = sorted(column for _, column in cells)
    along = columns if rows[0] == rows[-1] else rows
    if rows[0] != rows[-1] and columns[0] != columns[-1]:
        raise IllegalMove("the tiles are not in a straight line", "not_in_a_line")
    if along[-1] - along[0] != len(cells) - 1:
        raise IllegalMove("there is a gap between the tiles", "gap")


def move_fields(s: MyShelfie, seat: int, action: int) -> ShelfieMove:
    """Return a move in the form of the replay stream."""
    return {"take": [list(cell) for cell in TAKES[take_of(action)]], "column": column_of(action)}


def refusal_values(s: MyShelfie, seat: int, action: int, words: Words) -> dict[str, Any]:
    """Return what the sentence of a refusal wants to mention."""
    take, column = TAKES[take_of(action) % len(TAKES)], column_of(action)
    free = with_free_side(s.tiles)
    empty = [cell for cell in take if not s.tiles >> cell_bit(*cell) & 1]
    enclosed = [cell for cell in take if not free >> cell_bit(*cell) & 1]
    filled = s.filled[seat] >> LANE * column & COLUMN
    return {
        "number": s.turn + 1,
        "cell": format_cell((empty or enclosed or list(take))[0]),
        "tiles": len(take),
        "column": column + 1,
        "room": ROWS - filled.bit_count(),
        "columns": " ".join(
            str(n + 1)
            for n in range(COLUMNS)
            if columns_with_room(s.filled[seat], len(take)) >> LANE * n & 1
        )
        or "-",
    }


def format_deal(s: MyShelfie, outcomes: Sequence[int], seat: int | None) -> str:
    """Write a deal that begins in this state, with ? for what the seat may not know."""
    name = DEALS[s.due]
    if s.due >= TILES:
        return f"{name} {''.join(LETTERS[kind] for kind in outcomes)}"
    if s.due == PERSONAL_GOALS and seat != EVERYTHING:
        cards = [str(card) if who == seat else "?" for who, card in enumerate(outcomes)]
    else:
        cards = [str(card) for card in outcomes]
    return f"{name} {' '.join(cards)}"


def parse_deal(s: MyShelfie, text: str) -> list[int]:
    """Read a deal that begins in this state."""
    name, _, rest = text.partition(" ")
    if name != DEALS[s.due]:
        raise ValueError(f"the deal of {DEALS[s.due] or 'nothing'} is due, not {name!r}")
    if s.due >= TILES:
        if set(rest) - set(LETTERS):
            raise ValueError(f"tiles are written with the letters {LETTERS}, not {rest!r}")
        return [LETTERS.index(letter) for letter in rest]
    numbers = rest.split(" ")
    if not all(number.isascii() and number.isdigit() for number in numbers):
        raise ValueError(f"card numbers expected, not {rest!r}")
    wanted = s.goals_in_play if s.due == COMMON_GOALS else s.players
    if len(numbers) != wanted:
        raise ValueError(f"{wanted} cards expected, {len(numbers)} found")
    return [int(number) for number in numbers]
