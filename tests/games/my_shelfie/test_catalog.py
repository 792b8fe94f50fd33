"""Our data files say what the facts say."""

import json
from pathlib import Path
from typing import Any

from ludoteca.games.my_shelfie import catalog
from ludoteca.games.my_shelfie.layout import COLUMNS, DOWN, RIGHT, ROWS, cell_bit

FACTS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "facts" / "shelfie" / "game.json").read_text(encoding="utf-8")
)


def test_the_tiles_are_those_of_the_facts() -> None:
    kinds = FACTS["tile_types"]
    assert list(catalog.LETTERS) == [kind["letter"] for kind in kinds]
    assert list(catalog.TILE_NAMES) == [kind["id"] for kind in kinds]
    assert list(catalog.TILE_COUNTS) == [kind["count"] for kind in kinds]
    assert sum(catalog.TILE_COUNTS) == FACTS["tiles"]["total"]


def test_the_living_room_is_that_of_the_facts() -> None:
    assert [list(row) for row in catalog.LIVING_ROOM] == FACTS["board"]["min_players"]
    for players, cells in FACTS["board"]["cells_in_play"].items():
        assert catalog.CELL_COUNTS[int(players)] == cells
    assert FACTS["shelf"] == {"rows": ROWS, "cols": COLUMNS, "cells": ROWS * COLUMNS}


def test_the_personal_goals_are_those_of_the_facts() -> None:
    cards = FACTS["personal_goals"]["cards"]
    assert [list(picture) for picture in catalog.PERSONAL_GOALS] == [c["picture"] for c in cards]
    assert [card["id"] for card in cards] == list(range(1, catalog.PERSONAL_GOAL_CARDS + 1))


def test_the_points_are_those_of_the_facts() -> None:
    scoring = FACTS["scoring"]
    assert list(catalog.PERSONAL_POINTS) == scoring["personal_points_by_matches"]
    sizes = scoring["group_points_by_size"]
    by_size = [0, *(sizes[str(n)] for n in range(1, 6)), sizes["6_or_more"]]
    assert list(catalog.GROUP_POINTS) == by_size
    assert scoring["end_game_token"] == catalog.END_GAME_POINTS
    for players, tokens in scoring["common_goal_tokens_top_first"].items():
        assert list(catalog.TOKEN_POINTS[int(players)][: len(tokens)]) == tokens
    assert len(FACTS["common_goals"]) == catalog.COMMON_GOAL_CARDS


def test_a_shift_by_five_or_six_never_lands_on_a_false_neighbour() -> None:
    bits = {cell_bit(row, column): (row, column) for row, column in catalog.CELLS}
    assert len(bits) == len(catalog.CELLS)
    assert min(bits) >= 0
    assert max(bits) < 53
    for bit, (row, column) in bits.items():
        below, beside = bits.get(bit + DOWN), bits.get(bit + RIGHT)
        assert below in (None, (row + 1, column))
        assert beside in (None, (row, column + 1))
        assert (below is not None) == ((row + 1, column) in catalog.CELLS)
        assert (beside is not None) == ((row, column + 1) in catalog.CELLS)
