"""How far a bookshelf has come towards each common goal, from 0 to 16."""

from collections.abc import Sequence

from ludoteca.core.bits import popcount
from ludoteca.games.my_shelfie.layout import COLUMNS, LANE, ROWS, TYPES
from ludoteca.games.my_shelfie.scoring.common_goals import (
    COLUMN,
    CORNERS,
    FALLING,
    LANES,
    RISING,
    STAIRS_DOWN,
    STAIRS_UP,
)
from ludoteca.games.my_shelfie.scoring.groups import group_of, touching

FULL = 16
"""A goal that is met."""

ROW = LANES
"""The lowest row."""

CROSS = 1 | 1 << 2 | 1 << LANE + 1 | 1 << 2 * LANE | 1 << 2 * LANE + 2
"""An X whose lower left cell is the lowest of column 0."""

DIAGONALS = (RISING, RISING << 1, FALLING, FALLING << 1)

CROSSES: tuple[int, ...] = tuple(
    CROSS << LANE * column + height for column in range(COLUMNS - 2) for height in range(ROWS - 2)
)


def progress(bookshelf: Sequence[int], filled: int, goal: int) -> int:
    """Return how far a bookshelf has come towards a common goal."""
    if goal <= 4:
        if goal == 1:
            return squares(bookshelf, filled)
        if goal == 2:
            return best_columns(bookshelf, filled, 2, 6)
        return groups(bookshelf, 4, 4) if goal == 3 else groups(bookshelf, 6, 2)
    if goal <= 7:
        if goal == 5:
            return best_columns(bookshelf, filled, 3, 3)
        return (
            best_rows(bookshelf, filled, 2, 5) if goal == 6 else best_rows(bookshelf, filled, 4, 3)
        )
    if goal == 8:
        return pattern(bookshelf, filled, CORNERS) * 4
    if goal == 9:
        return eight(bookshelf)
    return shapes(bookshelf, filled, goal)


def pattern(bookshelf: Sequence[int], filled: int, cells: int) -> int:
    """Count the cells of a pattern that one type holds, if no other type is in its way."""
    best = 0
    for kind in range(TYPES):
        if filled & cells & ~bookshelf[kind] == 0:
            best = max(best, popcount(bookshelf[kind] & cells))
    return best


def shapes(bookshelf: Sequence[int], filled: int, goal: int) -> int:
    """Judge the goals of one shape: an X, a diagonal, stairs."""
    best = 0
    if goal == 10:
        for n in range(len(CROSSES)):
            best = max(best, pattern(bookshelf, filled, CROSSES[n]))
        return best * 3
    if goal == 11:
        for n in range(len(DIAGONALS)):
            best = max(best, pattern(bookshelf, filled, DIAGONALS[n]))
        return best * 3
    for height in range(2):
        extra = height * LANES
        up = filled ^ (STAIRS_UP << height | extra)
        down = filled ^ (STAIRS_DOWN << height | extra)
        best = max(best, FULL - popcount(up), FULL - popcount(down))
    return best


def eight(bookshelf: Sequence[int]) -> int:
    """Judge the largest number of tiles of one type."""
    best = 0
    for kind in range(TYPES):
        best = max(best, popcount(bookshelf[kind]))
    return min(best, 8) * 2


def squares(bookshelf: Sequence[int], filled: int) -> int:
    """Judge squares of two by two, whole ones and those that lack one tile."""
    whole = 0
    nearly = 0
    for kind in range(TYPES):
        tiles = bookshelf[kind]
        room = tiles | ~filled
        pairs = tiles & tiles >> 1
        found = pairs & pairs >> LANE
        while found != 0:
            whole += 1
            found &= ~group_of(found & -found, tiles)
        usable = room & room >> 1
        usable &= usable >> LANE
        three = usable & (tiles & tiles >> 1 & (tiles >> LANE | tiles >> LANE + 1))
        three |= usable & (tiles >> LANE & tiles >> LANE + 1 & (tiles | tiles >> 1))
        nearly += three != 0
    return min(whole, 2) * 7 + min(nearly, 1)


def groups(bookshelf: Sequence[int], wanted: int, least: int) -> int:
    """Judge how many of the wanted groups there are, and how many nearly."""
    found = 0
    nearly = 0
    for kind in range(TYPES):
        rest = bookshelf[kind] if least == 2 else bookshelf[kind] & touching(bookshelf[kind])
        while rest != 0:
            group = group_of(rest & -rest, rest)
            rest ^= group
            size = popcount(group)
            if size >= least:
                found += 1
            elif size == least - 1:
                nearly += 1
    return (2 * min(found, wanted) + min(nearly, wanted - min(found, wanted))) * 8 // wanted


def best_columns(bookshelf: Sequence[int], filled: int, wanted: int, types: int) -> int:
    """Judge the columns that may still become what is asked: all different, or of few types."""
    first = 0
    second = 0
    third = 0
    for column in range(COLUMNS):
        height = popcount(filled >> LANE * column & COLUMN)
        kinds = 0
        for kind in range(TYPES):
            kinds += bookshelf[kind] >> LANE * column & COLUMN != 0
        fits = kinds == height if types == TYPES else kinds <= types
        tiles = height if fits else 0
        if tiles > first:
            third = second
            second = first
            first = tiles
        elif tiles > second:
            third = second
            second = tiles
        elif tiles > third:
            third = tiles
    return (first + second) * 4 // 3 if wanted == 2 else (first + second + third) * 8 // 9


def best_rows(bookshelf: Sequence[int], filled: int, wanted: int, types: int) -> int:
    """Judge the rows that may still become what is asked: all different, or of few types."""
    total = 0
    good = 0
    for height in range(ROWS):
        row = ROW << height
        tiles = popcount(filled & row)
        kinds = 0
        for kind in range(TYPES):
            kinds += bookshelf[kind] & row != 0
        fits = kinds == tiles if types == COLUMNS else kinds <= types
        if fits and good < wanted:
            good += 1
            total += tiles
    return total * 8 // 5 if wanted == 2 else total * 4 // 5
