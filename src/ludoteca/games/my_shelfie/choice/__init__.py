"""What may be chosen in My Shelfie, what it would bring, and how the seats stand."""

from collections.abc import Mapping
from typing import Any

from ludoteca.core.bits import popcount
from ludoteca.games.my_shelfie.actions import LINES, TAKE_SIZE, column_of, take_of
from ludoteca.games.my_shelfie.choice.fields import (
    actions_with,
    free_cells,
    refusal_of_fields,
)
from ludoteca.games.my_shelfie.choice.standing import (
    count_matches,
    standing,
    step_detail,
    tie_break,
)
from ludoteca.games.my_shelfie.layout import COLUMNS, LANE, ROWS, MyShelfie, cell_bit
from ludoteca.games.my_shelfie.rules import columns_with_room, with_free_side
from ludoteca.games.my_shelfie.scoring.common_goals import COLUMN
from ludoteca.games.my_shelfie.wire import ShelfieChoices, ShelfieNotes

__all__ = [
    "actions_with",
    "choices",
    "notes",
    "refusal_of_fields",
    "standing",
    "step_detail",
    "tie_break",
]

LINE_MASKS: tuple[int, ...] = tuple(
    sum(1 << cell_bit(row, column) for row, column in line) for line in LINES
)
"""The cells of each line, as bits."""


def choices(s: MyShelfie, seat: int) -> ShelfieChoices:
    """Return the lines of tiles that may be taken, and the free cells of each column.

    A line for which no column has room is left out.
    """
    free = with_free_side(s.tiles)
    room = [free_cells(s.filled[seat], column) for column in range(COLUMNS)]
    most = max(room)
    takes = [
        [list(cell) for cell in line]
        for line, mask in zip(LINES, LINE_MASKS, strict=True)
        if mask & ~free == 0 and len(line) <= most
    ]
    return {"takes": takes, "room": room}


def notes(
    s: MyShelfie, seat: int, action: int, after: MyShelfie, points: Mapping[str, Any]
) -> ShelfieNotes:
    """Return what a move does to the goals and where its tiles land."""
    column, size = column_of(action), TAKE_SIZE[take_of(action)]
    lowest = ROWS - 1 - popcount(s.filled[seat] >> LANE * column & COLUMN)
    card = s.personal_goal[seat]
    return {
        "personal_goal": {
            "before": count_matches(s.bookshelf[seat], card),
            "after": count_matches(after.bookshelf[seat], card),
        },
        "common_goals": [
            {"goal": s.common_goals[n], "reached": True, "points": after.tokens[seat][n]}
            for n in range(s.goals_in_play)
            if after.tokens[seat][n] != s.tokens[seat][n]
        ],
        "fills_bookshelf": columns_with_room(after.filled[seat], 1) == 0,
        "cells": [[lowest - n, column] for n in range(size)],
    }
