"""Groups: tiles of one kind connected by their sides."""

from collections.abc import Sequence

from ludoteca.core.bits import popcount
from ludoteca.games.my_shelfie.catalog import GROUP_POINTS
from ludoteca.games.my_shelfie.layout import LANE, TYPES


def touching(tiles: int) -> int:
    """Give all cells that share a side with one of the tiles."""
    return tiles << 1 | tiles >> 1 | tiles << LANE | tiles >> LANE


def group_of(tile: int, tiles: int) -> int:
    """Give the group of one tile among the tiles of its kind."""
    group = tile
    while True:
        larger = (group | touching(group)) & tiles
        if larger == group:
            return group
        group = larger


def has_groups(bookshelf: Sequence[int], wanted: int, least: int) -> bool:
    """Say whether there are so many groups of at least so many tiles (two or more)."""
    possible = 0  # seldom enough, and quickly counted
    for kind in range(TYPES):
        possible += popcount(bookshelf[kind] & touching(bookshelf[kind])) // least
    if possible < wanted:
        return False
    count = 0
    for kind in range(TYPES):
        rest = bookshelf[kind] & touching(bookshelf[kind])
        while popcount(rest) >= least:
            group = group_of(rest & -rest, rest)
            rest ^= group
            if popcount(group) >= least:
                count += 1
    return count >= wanted


def group_points(bookshelf: Sequence[int]) -> int:
    """Count the points for all groups of a bookshelf."""
    points = 0
    for kind in range(TYPES):
        rest = bookshelf[kind] & touching(bookshelf[kind])
        while rest != 0:
            group = group_of(rest & -rest, rest)
            rest ^= group
            points += GROUP_POINTS[min(popcount(group), len(GROUP_POINTS) - 1)]
    return points
