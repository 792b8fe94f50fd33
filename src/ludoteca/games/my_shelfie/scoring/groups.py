"""Groups: tiles of one kind connected by their sides."""

from collections.abc import Sequence

from ludoteca.core.bits import popcount
from ludoteca.games.my_shelfie.catalog import GROUP_POINTS
from ludoteca.games.my_shelfie.layout import LANE, TYPES


def touching(tiles: int) -> int:
    """Return all cells that share a side with one of the tiles."""
    return tiles << 1 | tiles >> 1 | tiles << LANE | tiles >> LANE


def group_of(tile: int, tiles: int) -> int:
    """Return the group of one tile among the tiles of its kind."""
    group = tile
    while True:
        larger = (group | touching(group)) & tiles
        if larger == group:
            return group
        group = larger


def middles(tiles: int) -> int:
    """Return the tiles that touch two others at least: every group of three or more has one."""
    below, above, left, right = tiles << 1, tiles >> 1, tiles << LANE, tiles >> LANE
    return tiles & (below & above | left & right | (below | above) & (left | right))


def count_groups(bookshelf: Sequence[int], least: int) -> int:
    """Count the groups of at least a given size, two or more."""
    count = 0
    for kind in range(TYPES):
        rest = bookshelf[kind] & touching(bookshelf[kind])
        while rest != 0:
            group = group_of(rest & -rest, rest)
            rest ^= group
            if popcount(group) >= least:
                count += 1
    return count


def group_points(bookshelf: Sequence[int]) -> int:
    """Count the points for all groups of a bookshelf; those of two or one give none."""
    points = 0
    for kind in range(TYPES):
        tiles = bookshelf[kind]
        rest = middles(tiles)
        while rest != 0:
            group = group_of(rest & -rest, tiles)
            rest &= ~group
            points += GROUP_POINTS[min(popcount(group), len(GROUP_POINTS) - 1)]
    return points
