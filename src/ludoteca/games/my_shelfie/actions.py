"""Each possible turn of My Shelfie as one integer: an ordered take of 1 to 3 tiles, and a column.

Takes are numbered by line (cells, then pairs, then triples; across before down; in reading order)
and within a line by the order in which its tiles are placed.
"""

from itertools import permutations

from ludoteca.games.my_shelfie.catalog import CELLS
from ludoteca.games.my_shelfie.layout import COLUMNS, cell_bit

Cell = tuple[int, int]

ORDERS = (1, 1, 2, 6)
"""In how many orders a line can be placed, by its length."""


def _lines_from(size: int, down: int) -> list[tuple[Cell, ...]]:
    known = set(CELLS)
    lines = []
    for row, column in CELLS:
        line = tuple((row + i * down, column + i * (1 - down)) for i in range(size))
        if known.issuperset(line):
            lines.append(line)
    return lines


LINES: tuple[tuple[Cell, ...], ...] = tuple(
    line
    for size, down in ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1))
    for line in _lines_from(size, down)
)
"""All straight lines of one to three cells."""

TAKES: tuple[tuple[Cell, ...], ...] = tuple(take for line in LINES for take in permutations(line))
"""All lines in all orders; the first cell's tile is placed lowest."""

TAKE_NUMBERS: dict[tuple[Cell, ...], int] = {take: number for number, take in enumerate(TAKES)}

TAKE_SIZE: tuple[int, ...] = tuple(len(take) for take in TAKES)

TAKE_BITS: tuple[tuple[int, ...], ...] = tuple(
    (*(cell_bit(row, column) for row, column in take), 0, 0)[:3] for take in TAKES
)
"""The bit index of each cell of a take, in order."""

TAKE_MASK: tuple[int, ...] = tuple(
    sum(1 << cell_bit(row, column) for row, column in take) for take in TAKES
)

ACTIONS = len(TAKES) * COLUMNS
"""How many different turns there are."""


def _first_takes(size: int, down: int) -> tuple[int, ...]:
    first = {line: TAKE_NUMBERS[line] for line in _lines_from(size, down)}
    by_bit = [-1] * 63
    for line, take in first.items():
        by_bit[cell_bit(*line[0])] = take
    return tuple(by_bit)


TAKES_FROM: tuple[tuple[int, ...], ...] = tuple(
    _first_takes(size, down) for size in (1, 2, 3) for down in (0, 1)
)
"""By 2 * the size of a line - 2 (+ 1 if it runs down), then by the bit of its first cell: the first
of the takes of that line, or -1."""


def action_of(take: int, column: int) -> int:
    """Join a take and a column into an action."""
    return take * COLUMNS + column


def take_of(action: int) -> int:
    """Return the take of an action."""
    return action // COLUMNS


def column_of(action: int) -> int:
    """Return the column of an action."""
    return action % COLUMNS
