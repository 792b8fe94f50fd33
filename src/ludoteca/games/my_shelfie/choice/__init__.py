"""What may be chosen in My Shelfie, what it would bring, and how the seats stand."""

from collections.abc import Mapping
from typing import Any

from ludoteca.games.my_shelfie.actions import LINES, TAKE_SIZE, column_of, take_of
from ludoteca.games.my_shelfie.choice.fields import (
    actions_with,
    free_cells,
    refusal_of_fields,
)
from ludoteca.games.my_shelfie.choice.standing import (
    standing,
    step_detail,
    tie_break,
)
from ludoteca.games.my_shelfie.layout import COLUMNS, MyShelfie, cell_bit
from ludoteca.games.my_shelfie.preview import NOTE_NUMBERS, notes_into
from ludoteca.games.my_shelfie.rules import with_free_side
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
    numbers = [0] * len(NOTE_NUMBERS)
    notes_into(s, seat, action, after, (), numbers)
    before, now, *tokens, full, lowest = numbers
    column, size = column_of(action), TAKE_SIZE[take_of(action)]
    return {
        "personal_goal": {"before": before, "after": now},
        "common_goals": [
            {"goal": goal, "reached": True, "points": points}
            for goal, points in zip(s.common_goals, tokens, strict=True)
            if points
        ],
        "fills_bookshelf": bool(full),
        "cells": [[lowest - n, column] for n in range(size)],
    }
