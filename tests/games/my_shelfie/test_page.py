"""What the page's board of My Shelfie shows agrees with the game."""

import json

import pytest

from ludoteca.games.my_shelfie.catalog import COMMON_GOAL_CARDS, LETTERS
from ludoteca.games.my_shelfie.layout import TYPES, shelf_bit
from ludoteca.games.my_shelfie.scoring.common_goals import is_met
from tests.games.my_shelfie.page import FACTS, GOALS, facts

PICTURES: dict[str, list[str]] = json.loads(GOALS.read_text(encoding="utf-8"))
STAIRS = 12


def is_goal(rows: list[str], goal: int) -> bool:
    """Return whether a picture, whose tiles may float, meets a goal."""
    masks = [0] * TYPES
    for row, line in enumerate(rows):
        for column, mark in enumerate(line.replace("=", "C").replace("#", "B")):
            if mark != ".":
                masks[LETTERS.index(mark)] |= 1 << shelf_bit(row, column)
    return is_met(masks, sum(masks), goal)


def without(rows: list[str], row: int, column: int) -> list[str]:
    """Take one tile out of a picture."""
    marks = [list(line) for line in rows]
    marks[row][column] = "."
    return ["".join(line) for line in marks]


def test_the_numbers_of_the_board_are_current() -> None:
    assert FACTS.read_text(encoding="utf-8") == facts()


def test_every_common_goal_has_a_picture() -> None:
    assert [int(goal) for goal in PICTURES] == list(range(1, COMMON_GOAL_CARDS + 1))


@pytest.mark.parametrize("goal", range(1, COMMON_GOAL_CARDS + 1))
def test_the_picture_of_a_goal_meets_it_and_needs_every_tile(goal: int) -> None:
    rows = PICTURES[str(goal)]
    assert is_goal(rows, goal)
    if goal != STAIRS:  # a tile may not be taken from below others
        for row, line in enumerate(rows):
            for column, mark in enumerate(line):
                assert mark == "." or not is_goal(without(rows, row, column), goal)
