"""How a seat of My Shelfie stands: its points as far as they are known, groups and goals."""

from collections.abc import Sequence
from functools import lru_cache
from typing import get_args

from ludoteca.core.bits import popcount
from ludoteca.games.my_shelfie.catalog import GROUP_POINTS, LETTERS, PERSONAL_GOALS
from ludoteca.games.my_shelfie.choice.progress import progress
from ludoteca.games.my_shelfie.layout import COLUMNS, ROWS, TYPES, MyShelfie, shelf_bit
from ludoteca.games.my_shelfie.scoring import count_matches, score_parts
from ludoteca.games.my_shelfie.scoring.groups import group_of, middles
from ludoteca.games.my_shelfie.wire import (
    CommonProgress,
    GoalCell,
    Letter,
    PersonalProgress,
    ShelfieCell,
    ShelfieDetail,
    ShelfieGroup,
    ShelfieStanding,
    TakenToken,
)

REMEMBERED = 512
"""Answers on one bookshelf that are cached, to be read only: every viewer gets most of them again,
move after move. They depend on nothing but what is asked."""

TILE_NAMES: tuple[Letter, ...] = get_args(Letter)

SHELF_CELLS = tuple((row, column) for row in range(ROWS) for column in range(COLUMNS))
"""The cells of a bookshelf in reading order."""


def standing(s: MyShelfie, seat: int) -> ShelfieStanding:
    """Show a seat's points and its progress; null for what the state does not tell.

    `seen` are the points that everybody sees: all but those of the personal goal.
    """
    points, known = score_parts(s, seat), s.personal_goal[seat] != 0
    return {
        "points": {
            "common": points["common"],
            "end_game_token": points["end_game_token"],
            "personal": points["personal"] if known else None,
            "groups": points["groups"],
            "total": points["total"] if known else None,
            "seen": points["common"] + points["end_game_token"] + points["groups"],
        },
        "groups": groups(s.bookshelf[seat]),
        "personal_goal": personal_goal(s.bookshelf[seat], s.personal_goal[seat]),
        "common_goals": [common_goal(s, seat, card) for card in goals_dealt(s)],
    }


def goals_dealt(s: MyShelfie) -> list[int]:
    """List the places of the common goals on the table."""
    return [card for card in range(s.goals_in_play) if s.common_goals[card]]


def groups(bookshelf: Sequence[int]) -> list[ShelfieGroup]:
    """List the groups that give points; these add up to those of `group_points`."""
    return list(_groups(tuple(bookshelf)))


@lru_cache(REMEMBERED)
def _groups(bookshelf: tuple[int, ...]) -> tuple[ShelfieGroup, ...]:
    found: list[ShelfieGroup] = []
    for kind in range(TYPES):
        rest = middles(bookshelf[kind])
        while rest:
            group = group_of(rest & -rest, bookshelf[kind])
            rest &= ~group
            points = GROUP_POINTS[min(popcount(group), len(GROUP_POINTS) - 1)]
            found.append({"tile": TILE_NAMES[kind], "cells": cells_of(group), "points": points})
    return tuple(found)


def cells_of(tiles: int) -> list[ShelfieCell]:
    """List the cells of some tiles of a bookshelf in reading order."""
    return [[row, column] for row, column in SHELF_CELLS if tiles >> shelf_bit(row, column) & 1]


def personal_goal(bookshelf: Sequence[int], card: int) -> PersonalProgress | None:
    """Compare a bookshelf with a personal goal card, cell by cell; None for an unknown card."""
    return _personal_goal(tuple(bookshelf), card) if card else None


@lru_cache(REMEMBERED)
def _personal_goal(bookshelf: tuple[int, ...], card: int) -> PersonalProgress:
    cells: list[GoalCell] = []
    for row, column in SHELF_CELLS:
        shown = PERSONAL_GOALS[card - 1][row][column]
        if shown != ".":
            kind = LETTERS.index(shown)
            there = bookshelf[kind] >> shelf_bit(row, column) & 1
            tile = TILE_NAMES[kind]
            cells.append({"row": row, "column": column, "tile": tile, "matched": there == 1})
    return {"matched": count_matches(bookshelf, card), "of": len(cells), "cells": cells}


def common_goal(s: MyShelfie, seat: int, card: int) -> CommonProgress:
    """Return how far a seat is with a common goal; what is reached stays so."""
    done, wanted = progress(s.bookshelf[seat], s.common_goals[card])
    reached = s.tokens[seat][card] != 0
    return {
        "goal": s.common_goals[card],
        "done": wanted if reached else done,
        "of": wanted,
        "reached": reached,
    }


def step_detail(s: MyShelfie, seat: int, step: str) -> ShelfieDetail:
    """Return where the points of one step of the final scoring come from."""
    if step == "common":
        tokens: list[TakenToken] = [
            {"goal": s.common_goals[card], "points": s.tokens[seat][card]}
            for card in goals_dealt(s)
            if s.tokens[seat][card]
        ]
        return {"tokens": tokens}
    if step == "end_game_token":
        return {"end_game_token": s.end_game_token == seat}
    if step == "groups":
        return {"groups": groups(s.bookshelf[seat])}
    goal = personal_goal(s.bookshelf[seat], s.personal_goal[seat])
    assert goal is not None, "nothing is hidden at the end"
    return {"goal": s.personal_goal[seat], **goal}


def tie_break(s: MyShelfie, winners: Sequence[int]) -> str:
    """Name what decides between equal scores: who sits furthest from the first seat."""
    return "furthest_from_first"
