"""Tiles as rows of letters, the top row first, and back."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ludoteca.games.my_shelfie.catalog import LETTERS, LIVING_ROOM, SIZE
from ludoteca.games.my_shelfie.layout import COLUMNS, ROWS, TYPES, cell_bit, shelf_bit

ROOMS, SHELVES = 64, 1024
"""Pictures that are cached: the next viewer of a table sees the same living room, and the
bookshelves that stay as they are move after move."""

LIVING_ROOM_BITS = {
    cell_bit(row, column): (row, column)
    for row in range(SIZE)
    for column in range(SIZE)
    if LIVING_ROOM[row][column]
}
SHELF_BITS = {
    shelf_bit(row, column): (row, column) for row in range(ROWS) for column in range(COLUMNS)
}
"""Where the tile of each bit lies."""


def living_room_rows(masks: Sequence[int], players: int) -> list[str]:
    """Draw the living room: a space is no cell in play, a dot an empty one."""
    return list(_living_room(tuple(masks), players))


@lru_cache(ROOMS)
def _living_room(masks: tuple[int, ...], players: int) -> tuple[str, ...]:
    rows = [["." if 0 < used <= players else " " for used in row] for row in LIVING_ROOM]
    return _draw(rows, masks, LIVING_ROOM_BITS)


def bookshelf_rows(masks: Sequence[int]) -> list[str]:
    """Draw a bookshelf: six rows of five, the top one first."""
    return list(_bookshelf(tuple(masks)))


@lru_cache(SHELVES)
def _bookshelf(masks: tuple[int, ...]) -> tuple[str, ...]:
    return _draw([["."] * COLUMNS for _ in range(ROWS)], masks, SHELF_BITS)


def _draw(
    rows: list[list[str]], masks: tuple[int, ...], cells: Mapping[int, tuple[int, int]]
) -> tuple[str, ...]:
    """Put the letters of all tiles into their cells."""
    for letter, tiles in zip(LETTERS, masks, strict=True):
        while tiles:
            row, column = cells[tiles.bit_length() - 1]
            rows[row][column] = letter
            tiles ^= 1 << tiles.bit_length() - 1
    return tuple("".join(row) for row in rows)


def parse_bookshelf(rows: list[str]) -> tuple[list[int], int]:
    """Read six rows of five letters, the top one first; return its tiles by kind and all together.

    >>> parse_bookshelf([".....", ".....", ".....", ".....", ".....", "C...."])
    ([1, 0, 0, 0, 0, 0], 1)
    """
    if len(rows) != ROWS:
        raise ValueError(f"a bookshelf has six rows, not {len(rows)}")
    masks, filled = [0] * TYPES, 0
    for row in reversed(range(ROWS)):
        if len(rows[row]) != COLUMNS:
            raise ValueError(f"row {row + 1} has {len(rows[row])} letters instead of five")
        for column, letter in enumerate(rows[row]):
            if letter == ".":
                continue
            if letter not in LETTERS:
                raise ValueError(
                    f"row {row + 1}: {letter!r} is no tile; use {' '.join(LETTERS)} or . for empty"
                )
            bit = shelf_bit(row, column)
            if row < ROWS - 1 and not filled >> bit - 1 & 1:
                raise ValueError(f"row {row + 1}, column {column + 1}: a tile floats in the air")
            masks[LETTERS.index(letter)] |= 1 << bit
            filled |= 1 << bit
    return masks, filled
