"""The fields of a move of My Shelfie: the legal moves that have them, or the rule against them."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from ludoteca.core.bits import popcount
from ludoteca.core.errors import IllegalMove
from ludoteca.core.words import Words
from ludoteca.games.my_shelfie.actions import (
    LINES,
    ORDERS,
    TAKE_MASK,
    TAKE_NUMBERS,
    TAKE_SIZE,
    Cell,
    action_of,
)
from ludoteca.games.my_shelfie.catalog import SIZE
from ludoteca.games.my_shelfie.layout import COLUMNS, LANE, ROWS, MyShelfie
from ludoteca.games.my_shelfie.notation import (
    check_line,
    format_cell,
    is_in_play,
    refusal_values,
)
from ludoteca.games.my_shelfie.rules import (
    LEGAL,
    REFUSALS,
    refusal,
    refusal_of_take,
    with_free_side,
)
from ludoteca.games.my_shelfie.scoring.common_goals import COLUMN

Coordinate = Annotated[int, msgspec.Meta(ge=0, lt=SIZE)]
Take = Annotated[list[tuple[Coordinate, Coordinate]], msgspec.Meta(min_length=1)]


TAKES_OF_LINES: tuple[tuple[int, range], ...] = tuple(
    (TAKE_MASK[first], range(first, first + ORDERS[len(line)]))
    for line in LINES
    for first in [TAKE_NUMBERS[line]]
)
"""The cells of each line, as bits, and its takes, which follow one another."""


class ShelfieFields(msgspec.Struct, forbid_unknown_fields=True):
    """Some or all fields of a move."""

    take: Take | msgspec.UnsetType = msgspec.UNSET
    column: int | msgspec.UnsetType = msgspec.UNSET


def read(fields: Mapping[str, Any]) -> ShelfieFields | None:
    """Check fields that somebody sent; None if no move can have such."""
    try:
        return msgspec.convert(fields, ShelfieFields)
    except msgspec.ValidationError:
        return None


def free_cells(filled: int, column: int) -> int:
    """Count the free cells of a column of a bookshelf."""
    return ROWS - popcount(filled >> LANE * column & COLUMN)


def actions_with(s: MyShelfie, seat: int, fields: Mapping[str, Any]) -> Iterator[int]:
    """Return the legal actions, rising, whose fields contain the given ones."""
    wanted = read(fields)
    if wanted is None:
        return
    room = [
        (column, free_cells(s.filled[seat], column))
        for column in range(COLUMNS)
        if wanted.column in (msgspec.UNSET, column)
    ]
    with_room = [[column for column, free in room if free >= size] for size in range(4)]
    takes = _legal_takes(s) if wanted.take is msgspec.UNSET else _legal_take(s, wanted.take)
    for take in takes:
        for column in with_room[TAKE_SIZE[take]]:
            yield action_of(take, column)


def _legal_takes(s: MyShelfie) -> Iterator[int]:
    """Return all takes whose tiles have a free side each."""
    enclosed = ~with_free_side(s.tiles)
    for line, takes in TAKES_OF_LINES:
        if not line & enclosed:
            yield from takes


def _legal_take(s: MyShelfie, cells: list[Cell]) -> list[int]:
    """Return the number of one take as a list, an empty one if it can't be made."""
    take = TAKE_NUMBERS.get(tuple(cells))
    return [] if take is None or refusal_of_take(s, TAKE_MASK[take]) != LEGAL else [take]


def refusal_of_fields(
    s: MyShelfie, seat: int, fields: Mapping[str, Any], words: Words
) -> tuple[str, dict[str, Any]]:
    """Name the rule that forbids every move with these fields, and what its sentence says."""
    wanted = read(fields)
    if wanted is None:
        return "unreadable_move", {}
    if wanted.column is not msgspec.UNSET and not 0 <= wanted.column < COLUMNS:
        return "no_such_column", {}
    column = 0 if wanted.column is msgspec.UNSET else wanted.column
    if wanted.take is msgspec.UNSET:  # a single tile would be too much
        action = action_of(0, column)
        return "column_too_full", refusal_values(s, seat, action, words)
    try:
        check_line(s, wanted.take)
    except IllegalMove as error:
        strange = [cell for cell in wanted.take if not is_in_play(s, cell)]
        return error.code, {"cell": format_cell((strange or wanted.take)[0])}
    action = action_of(TAKE_NUMBERS[tuple(wanted.take)], column)
    code = REFUSALS[refusal(s, seat, action)]
    values = refusal_values(s, seat, action, words)
    if code == "column_too_full" and wanted.column is msgspec.UNSET:
        return "no_room", values
    return code, values
