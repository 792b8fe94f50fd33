"""How much of each common goal a bookshelf has, in the units that the card counts in.

Squares, columns, rows and groups that are complete; of the goals of one shape, the tiles of one
type in a shape that no other tile spoils; of the stairs, the columns of the right height.
"""

from collections.abc import Callable, Sequence

from ludoteca.core.bits import popcount
from ludoteca.games.my_shelfie.layout import COLUMNS, LANE, ROWS
from ludoteca.games.my_shelfie.pictures import bookshelf_rows
from ludoteca.games.my_shelfie.scoring.common_goals import (
    COLUMN,
    CORNERS,
    FALLING,
    RISING,
)
from ludoteca.games.my_shelfie.scoring.groups import count_groups, group_of

Bookshelf = Sequence[int]

CROSS = sum(
    1 << LANE * column + height for column, height in ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2))
)
"""An X whose lower left cell is the lowest of column 0."""

CROSSES = tuple(
    CROSS << LANE * column + height for column in range(COLUMNS - 2) for height in range(ROWS - 2)
)
DIAGONALS = (RISING, RISING << 1, FALLING, FALLING << 1)

FEW = 3
"""Most types in a column or row of goals 5 and 7."""

STAIRS = tuple(
    tuple(heights[::way]) for heights in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)) for way in (1, -1)
)
"""The heights of the columns of all stairs."""


def progress(bookshelf: Bookshelf, goal: int) -> tuple[int, int]:
    """Count what a bookshelf has of a common goal, and what the card asks for."""
    count, wanted = GOALS[goal - 1]
    return min(count(bookshelf), wanted), wanted


def squares(bookshelf: Bookshelf) -> int:
    """Count the groups that contain a square of two by two."""
    groups = 0
    for tiles in bookshelf:
        pairs = tiles & tiles >> 1
        found = pairs & pairs >> LANE
        while found:
            groups += 1
            found &= ~group_of(found & -found, tiles)
    return groups


def columns(bookshelf: Bookshelf) -> list[str]:
    """Return the full columns of a bookshelf as letters."""
    drawn = ("".join(column) for column in zip(*bookshelf_rows(bookshelf), strict=True))
    return [column for column in drawn if "." not in column]


def rows(bookshelf: Bookshelf) -> list[str]:
    """Return the full rows of a bookshelf as letters."""
    return [row for row in bookshelf_rows(bookshelf) if "." not in row]


def colourful(lines: Sequence[str]) -> int:
    """Count the lines without two tiles of a type."""
    return sum(len(set(line)) == len(line) for line in lines)


def calm(lines: Sequence[str]) -> int:
    """Count the lines of few types."""
    return sum(len(set(line)) <= FEW for line in lines)


def shape(bookshelf: Bookshelf, shapes: Sequence[int]) -> int:
    """Count the most tiles of one type in a shape that holds no other tile."""
    filled = sum(bookshelf)
    best = 0
    for cells in shapes:
        for tiles in bookshelf:
            if filled & cells == tiles & cells:
                best = max(best, popcount(tiles & cells))
    return best


def stairs(bookshelf: Bookshelf) -> int:
    """Count the columns that have the right height for the same stairs."""
    filled = sum(bookshelf)
    heights = [popcount(filled >> LANE * column & COLUMN) for column in range(COLUMNS)]
    return max(
        sum(have == want for have, want in zip(heights, wanted, strict=True)) for wanted in STAIRS
    )


GOALS: tuple[tuple[Callable[[Bookshelf], int], int], ...] = (
    (squares, 2),
    (lambda bookshelf: colourful(columns(bookshelf)), 2),
    (lambda bookshelf: count_groups(bookshelf, 4), 4),
    (lambda bookshelf: count_groups(bookshelf, 2), 6),
    (lambda bookshelf: calm(columns(bookshelf)), 3),
    (lambda bookshelf: colourful(rows(bookshelf)), 2),
    (lambda bookshelf: calm(rows(bookshelf)), 4),
    (lambda bookshelf: shape(bookshelf, (CORNERS,)), 4),
    (lambda bookshelf: max(popcount(tiles) for tiles in bookshelf), 8),
    (lambda bookshelf: shape(bookshelf, CROSSES), 5),
    (lambda bookshelf: shape(bookshelf, DIAGONALS), 5),
    (stairs, COLUMNS),
)
"""By the common goal less one: what is counted, and how much of it the card asks for."""
