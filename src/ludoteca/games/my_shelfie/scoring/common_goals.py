"""What the twelve common goal cards ask of a bookshelf.

Columns and rows are judged all at once. In a bookshelf's bits a column is a lane of seven, so
adding 63 to every lane carries into the lane's seventh bit exactly where the column is not empty.
"""

from collections.abc import Sequence

from ludoteca.core.bits import popcount
from ludoteca.games.my_shelfie.layout import COLUMNS, LANE, ROWS, TYPES
from ludoteca.games.my_shelfie.scoring.groups import count_groups, group_of, touching

LANES = sum(1 << LANE * column for column in range(COLUMNS))
"""The lowest cell of every column."""

CARRY = LANES << ROWS
"""The unused seventh bit of every column."""

COLUMN = (1 << ROWS) - 1
"""All cells of column 0, and all rows in a set of rows."""

CORNERS = (1 | 1 << ROWS - 1) * (1 | 1 << LANE * (COLUMNS - 1))

RISING = sum(1 << (LANE + 1) * column for column in range(COLUMNS))
"""The diagonal that climbs to the right from the lower left corner."""

FALLING = sum(1 << LANE * column + COLUMNS - 1 - column for column in range(COLUMNS))
"""The diagonal that falls to the right and ends in the lower right corner."""

STAIRS_UP = sum(((1 << column + 1) - 1) << LANE * column for column in range(COLUMNS))
STAIRS_DOWN = sum(((1 << COLUMNS - column) - 1) << LANE * column for column in range(COLUMNS))
"""The tiles of stairs that begin or end with a single tile."""


LEAST_TILES = (0, 8, 12, 16, 12, 18, 10, 20, 12, 8, 8, 15, 15)
"""By the goal: no bookshelf with fewer tiles meets it, as tiles do not float."""


def is_met(bookshelf: Sequence[int], filled: int, goal: int) -> bool:
    """Return whether a bookshelf meets a common goal; `filled` is all its tiles."""
    if goal <= 6:
        return is_met_up_to_six(bookshelf, filled, goal)
    return is_met_from_seven(bookshelf, filled, goal)


def is_met_up_to_six(bookshelf: Sequence[int], filled: int, goal: int) -> bool:
    """Return whether a bookshelf meets one of the goals 1 to 6."""
    if goal == 1:
        return has_two_squares(bookshelf)
    if goal == 2:
        return has_two_columns_all_different(bookshelf)
    if goal == 3:
        return has_four_groups_of_four(bookshelf)
    if goal == 4:
        return has_six_groups_of_two(bookshelf)
    if goal == 5:
        return has_three_columns_of_few_types(bookshelf, filled)
    return has_two_rows_all_different(bookshelf, filled)


def is_met_from_seven(bookshelf: Sequence[int], filled: int, goal: int) -> bool:
    """Return whether a bookshelf meets one of the goals 7 to 12."""
    if goal == 7:
        return has_four_rows_of_few_types(bookshelf, filled)
    if goal == 8:
        return has_equal_corners(bookshelf, filled)
    if goal == 9:
        return has_eight_of_a_type(bookshelf)
    if goal == 10:
        return has_cross(bookshelf)
    if goal == 11:
        return has_diagonal(bookshelf)
    return has_stairs(filled)


def has_two_squares(bookshelf: Sequence[int]) -> bool:
    """Goal 1: two groups that each contain a square of two by two."""
    groups = 0
    for kind in range(TYPES):
        tiles = bookshelf[kind]
        pairs = tiles & tiles >> 1
        squares = pairs & pairs >> LANE
        while squares != 0:
            groups += 1
            if groups == 2:
                return True
            squares &= ~group_of(squares & -squares, tiles)
    return False


def has_two_columns_all_different(bookshelf: Sequence[int]) -> bool:
    """Goal 2: two columns with a tile of every type."""
    columns = CARRY
    for kind in range(TYPES):
        columns &= bookshelf[kind] + COLUMN * LANES
    return popcount(columns) >= 2


def has_four_groups_of_four(bookshelf: Sequence[int]) -> bool:
    """Goal 3: four groups of four tiles or more."""
    possible = 0  # seldom enough, and quickly counted
    for kind in range(TYPES):
        tiles = bookshelf[kind]
        possible += popcount(tiles & touching(tiles)) // 4
    return possible >= 4 and count_groups(bookshelf, 4) >= 4


def has_six_groups_of_two(bookshelf: Sequence[int]) -> bool:
    """Goal 4: six groups of two tiles or more.

    Groups without holes are as many as their tiles, less the sides these share, plus their squares
    of two by two. A hole adds one, and there is at most one hole for every five tiles.
    """
    possible = 0
    for kind in range(TYPES):
        tiles = bookshelf[kind] & touching(bookshelf[kind])
        above = tiles & tiles >> 1
        beside = tiles & tiles >> LANE
        count = popcount(tiles)
        possible += count - popcount(above) - popcount(beside) + popcount(above & beside >> 1)
        possible += count // 5
    return possible >= 6 and count_groups(bookshelf, 2) >= 6


def has_three_columns_of_few_types(bookshelf: Sequence[int], filled: int) -> bool:
    """Goal 5: three full columns of at most three types each."""
    full = filled + LANES & CARRY
    if popcount(full) < 3:
        return False
    types = 0  # how many, in the low bits of each column
    for kind in range(TYPES):
        types += (bookshelf[kind] + COLUMN * LANES & CARRY) >> ROWS
    too_many = types + ((1 << ROWS) - 4) * LANES
    return popcount(full & ~too_many) >= 3


def full_rows(filled: int) -> int:
    """Return the rows without a gap, bit 0 for the lowest."""
    pairs = filled & filled >> LANE
    return pairs & pairs >> 2 * LANE & filled >> 4 * LANE & COLUMN


def rows_with(tiles: int) -> int:
    """Return the rows that hold one of the tiles."""
    pairs = tiles | tiles >> LANE
    return (pairs | pairs >> 2 * LANE | tiles >> 4 * LANE) & COLUMN


def has_two_rows_all_different(bookshelf: Sequence[int], filled: int) -> bool:
    """Goal 6: two full rows in which no type appears twice."""
    rows = full_rows(filled)
    if popcount(rows) < 2:
        return False
    for kind in range(TYPES):
        tiles = bookshelf[kind]
        seen = 0
        for column in range(COLUMNS):
            here = tiles >> LANE * column & COLUMN
            rows &= ~(seen & here)
            seen |= here
    return popcount(rows) >= 2


def has_four_rows_of_few_types(bookshelf: Sequence[int], filled: int) -> bool:
    """Goal 7: four full rows of at most three types each."""
    rows = full_rows(filled)
    if popcount(rows) < 4:
        return False
    ones = 0  # the number of types in each row, as binary digits
    twos = 0
    fours = 0
    for kind in range(TYPES):
        here = rows_with(bookshelf[kind])
        carry = ones & here
        ones ^= here
        fours |= twos & carry
        twos ^= carry
    return popcount(rows & ~fours) >= 4


def has_equal_corners(bookshelf: Sequence[int], filled: int) -> bool:
    """Goal 8: four corners of one type."""
    if filled & CORNERS != CORNERS:
        return False
    for kind in range(TYPES):
        if bookshelf[kind] & CORNERS == CORNERS:
            return True
    return False


def has_eight_of_a_type(bookshelf: Sequence[int]) -> bool:
    """Goal 9: eight tiles of one type."""
    for kind in range(TYPES):
        if popcount(bookshelf[kind]) >= 8:
            return True
    return False


def has_cross(bookshelf: Sequence[int]) -> bool:
    """Goal 10: five tiles of one type as an X."""
    for kind in range(TYPES):
        tiles = bookshelf[kind]
        sides = tiles & tiles >> 2  # the lower of two tiles with one between them
        if sides & sides >> 2 * LANE & tiles >> LANE + 1 != 0:
            return True
    return False


def has_diagonal(bookshelf: Sequence[int]) -> bool:
    """Goal 11: five tiles of one type on a diagonal of five."""
    for kind in range(TYPES):
        tiles = bookshelf[kind]
        if popcount(tiles) >= 5:
            for height in range(2):
                lowered = tiles >> height
                if lowered & RISING == RISING or lowered & FALLING == FALLING:
                    return True
    return False


def has_stairs(filled: int) -> bool:
    """Goal 12: each column exactly one tile higher (or lower) than the one before, none empty."""
    for height in range(2):
        extra = height * LANES  # the same stairs, one tile higher
        if filled == (STAIRS_UP << height | extra) or filled == (STAIRS_DOWN << height | extra):
            return True
    return False
