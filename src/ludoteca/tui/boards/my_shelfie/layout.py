"""Where everything of My Shelfie stands on a screen of some size."""

from dataclasses import dataclass

from ludoteca.tui.boards.my_shelfie.living_room import Bounds
from ludoteca.tui.boards.my_shelfie.shelf import shelf_size

LEAST_SIDE = {1: 18, 2: 24, 3: 30}
"""Columns for goals and rivals beside tiles of each size."""

DOCK = 3
"""Rows for the dock."""


@dataclass(frozen=True)
class ShelfieLayout:
    """The size of the tiles, and the places of living room, bookshelf, side and dock."""

    size: int
    room: tuple[int, int]
    shelf: tuple[int, int]
    side: int
    dock: int

    @classmethod
    def fit(cls, width: int, height: int, bounds: Bounds) -> "ShelfieLayout":
        """Choose the largest tiles with which everything fits."""
        dock = height - DOCK
        size = next((size for size in (3, 2) if _fits(size, width, dock, bounds)), 1)
        room_width, room_height = bounds.size(size)
        shelf_width, shelf_height = shelf_size(size)
        used = room_width + 2 + shelf_width + 2
        left = max(0, min(width - used - LEAST_SIDE[size], 8)) // 2
        top = max(0, (dock - max(room_height, shelf_height + 4)) // 2)
        shelf = (left + room_width + 2, top)
        return cls(size, (left, max(0, (dock - room_height) // 2)), shelf, left + used, dock)


def _fits(size: int, width: int, height: int, bounds: Bounds) -> bool:
    room_width, room_height = bounds.size(size)
    shelf_width, shelf_height = shelf_size(size)
    wide_enough = room_width + shelf_width + 4 + LEAST_SIDE[size] <= width
    return wide_enough and max(room_height, shelf_height + 4) <= height
