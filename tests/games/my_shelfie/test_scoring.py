"""The points of My Shelfie: the fast code equals its slow twins and every worked example."""

import json
from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from ludoteca.core import kernel
from ludoteca.games.my_shelfie import rules, scoring
from ludoteca.games.my_shelfie.catalog import COMMON_GOAL_CARDS, PERSONAL_GOAL_CARDS
from ludoteca.games.my_shelfie.layout import NOBODY
from ludoteca.games.my_shelfie.pictures import parse_bookshelf
from ludoteca.games.my_shelfie.scoring import personal_points
from ludoteca.games.my_shelfie.scoring.common_goals import LEAST_TILES, is_met
from ludoteca.games.my_shelfie.scoring.groups import count_groups, group_points
from tests.games.my_shelfie import twins
from tests.games.my_shelfie.pictures import position

FIXTURES: dict[str, Any] = json.loads((twins.FACTS / "fixtures.json").read_text(encoding="utf-8"))
GOALS = range(1, COMMON_GOAL_CARDS + 1)


def each(chapter: str) -> pytest.MarkDecorator:
    """Run a test once for each fixture of a chapter."""
    return pytest.mark.parametrize("case", FIXTURES[chapter], ids=lambda case: case["id"])


def goals_met(shelf: Sequence[str]) -> list[int]:
    """List the common goals that a bookshelf meets."""
    masks, filled = parse_bookshelf(list(shelf))
    return [goal for goal in GOALS if is_met(masks, filled, goal)]


@each("common_goals")
def test_the_common_goals_of_the_fixtures(case: dict[str, Any]) -> None:
    met = goals_met(case["shelf"])
    assert (case["goal"] in met) is case["expect"], case["why"]
    assert met == case["all_satisfied"]


@each("adjacency")
def test_the_groups_of_the_fixtures(case: dict[str, Any]) -> None:
    masks, _ = parse_bookshelf(case["shelf"])
    sizes = [size for _, size in case["groups_of_2_or_more"]]
    for least in range(2, 7):
        assert count_groups(masks, least) == sum(size >= least for size in sizes)
    assert group_points(masks) == case["points"], case["why"]


@each("personal")
def test_the_personal_goals_of_the_fixtures(case: dict[str, Any]) -> None:
    masks, _ = parse_bookshelf(case["shelf"])
    assert personal_points(masks, case["card"]) == case["points"], case["why"]


@each("totals")
def test_the_scores_of_the_fixtures(case: dict[str, Any]) -> None:
    state = position(shelves=[case["shelf"]])
    state.personal_goal[0] = case["card"]
    state.tokens[0][: len(case["tokens"])] = case["tokens"]
    state.end_game_token = 0 if case["end_token"] else NOBODY
    names = {"tokens": "common", "end_token": "end_game_token"}
    parts = {names.get(name, name): points for name, points in case["parts"].items()}
    assert scoring.score_parts(state, 0) == {**parts, "total": case["total"]}
    assert scoring.score(state, 0) == case["total"], case["why"]


def test_an_unknown_personal_goal_gives_no_points() -> None:
    masks, _ = parse_bookshelf(["CBGFT"] * 6)
    assert personal_points(masks, 0) == 0


def judge_all(
    bookshelves: Sequence[Sequence[int]],
    filled: Sequence[int],
    judged: Sequence[MutableSequence[int]],
) -> None:
    """Judge each bookshelf by every common goal, its groups, and one of the personal goals."""
    for n in range(len(filled)):
        for goal in range(COMMON_GOAL_CARDS):
            judged[n][goal] = is_met(bookshelves[n], filled[n], goal + 1)
        judged[n][COMMON_GOAL_CARDS] = group_points(bookshelves[n])
        card = 1 + n % PERSONAL_GOAL_CARDS
        judged[n][COMMON_GOAL_CARDS + 1] = personal_points(bookshelves[n], card)


def judged_slowly(n: int, shelf: twins.Shelf) -> list[int]:
    """Judge the n-th bookshelf by the slow twins."""
    met = [int(twins.goal_met(shelf, goal)) for goal in GOALS]
    card = twins.PERSONAL_GOALS[1 + n % PERSONAL_GOAL_CARDS]
    return [*met, twins.group_points(shelf), twins.personal_points(shelf, card)]


def test_goals_and_points_equal_those_of_the_twins() -> None:
    """Judge many bookshelves, by one call of a kernel, and compare all."""
    mode = kernel.wanted_mode() or "native"
    shelves = list(twins.random_shelves(Random(3), 3_000 if mode == "interpreted" else 30_000))
    masks, filled = zip(*(parse_bookshelf(list(shelf)) for shelf in shelves), strict=True)
    judged: Any = [[0] * (COMMON_GOAL_CARDS + 2) for _ in shelves]
    loaded = kernel.load([judge_all], {}, mode=mode).functions
    if mode == "interpreted":
        loaded.judge_all(masks, filled, judged)
    else:
        table = np.array(judged)
        loaded.judge_all(np.array(masks), np.array(filled), table)
        judged = table.tolist()
    for n, shelf in enumerate(shelves):
        assert judged[n] == judged_slowly(n, shelf), shelf
    for goal in GOALS:
        counts = [filled[n].bit_count() for n in range(len(shelves)) if judged[n][goal - 1]]
        assert min(counts) >= LEAST_TILES[goal], goal


def test_a_group_may_have_a_hole() -> None:
    """Six groups of two or more, one of them a ring."""
    assert 4 in goals_met(("CCC..", "CBC..", "CCC.P", "GGFFP", "TTBBG", "PPGTG"))


@pytest.mark.parametrize(
    ("goal", "shelf"),
    [
        (1, (".....", ".....", ".....", ".....", "CCBB.", "CCBB.")),
        (2, ("CP...", "BT...", "GF...", "FG...", "TB...", "PC...")),
        (3, (".....", ".....", "CBGF.", "CBGF.", "CBGF.", "CBGF.")),
        (4, (".....", ".....", "C....", "C....", "PBGFT", "PBGFT")),
        (5, ("CBG..", "CBG..", "CBG..", "CBG..", "CBG..", "CBG..")),
        (6, (".....", ".....", ".....", ".....", "CBGFT", "PCBGF")),
        (7, (".....", ".....", "CCBBG", "CCBBG", "CCBBG", "CCBBG")),
        (8, ("C...C", "B...B", "G...G", "F...F", "T...T", "C...C")),
        (9, (".....", ".....", ".....", ".....", "CCCC.", "CCCC.")),
        (10, (".....", ".....", ".....", "C.C..", "BCB..", "CBC..")),
        (11, (".....", "C....", "BC...", "GBC..", "FGBC.", "TFGBC")),
        (12, (".....", "....C", "...BC", "..BCG", ".BCGF", "BCGFT")),
    ],
)
def test_a_token_is_awarded_for_the_fewest_tiles_that_meet_a_goal(
    goal: int, shelf: Sequence[str]
) -> None:
    state = position(shelves=[shelf], goals=(goal,))
    assert state.filled[0].bit_count() == LEAST_TILES[goal]
    rules.award_tokens(state, 0)
    assert state.tokens[0] == [8, 0]
