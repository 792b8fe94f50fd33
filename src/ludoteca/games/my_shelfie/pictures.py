"""Tiles as rows of letters, the top row first, and back."""

from collections.abc import Sequence

from ludoteca.games.my_shelfie.catalog import LETTERS, LIVING_ROOM, SIZE
from ludoteca.games.my_shelfie.layout import COLUMNS, ROWS, TYPES, cell_bit, shelf_bit


def living_room_rows(masks: Sequence[int], players: int) -> list[str]:
    """Draw the living room: a space is no cell in play, a dot an empty one."""
    return [
        "".join(
            mark_at(masks, cell_bit(row, column)) if 0 < used <= players else " "
            for column, used in enumerate(LIVING_ROOM[row])
        )
        for row in range(SIZE)
    ]


def bookshelf_rows(masks: Sequence[int]) -> list[str]:
    """Draw a bookshelf: six rows of five, the top one first."""
    return [
        "".join(mark_at(masks, shelf_bit(row, column)) for column in range(COLUMNS))
        for row in range(ROWS)
    ]


def mark_at(masks: Sequence[int], bit: int) -> str:
    """Give the letter of the tile at a bit, a dot if there is none."""
    for kind in range(TYPES):
        if masks[kind] >> bit & 1:
            return LETTERS[kind]
    return "."


def parse_bookshelf(rows: list[str]) -> tuple[list[int], int]:
    """Read six rows of five letters, the top one first; give its tiles by kind and all together.

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
