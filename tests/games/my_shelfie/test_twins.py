"""The slow rules of My Shelfie agree with every worked example of the facts."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.games.my_shelfie import twins

FIXTURES: dict[str, Any] = json.loads((twins.FACTS / "fixtures.json").read_text(encoding="utf-8"))


def each(chapter: str) -> pytest.MarkDecorator:
    """Run a test once for each fixture of a chapter, under the fixture's own name."""
    examples = [pytest.param(example, id=example["id"]) for example in FIXTURES[chapter]]
    return pytest.mark.parametrize("example", examples)


def fresh_living_room(players: int) -> list[str]:
    """Draw the living room as it lies before the first take."""
    return [
        "".join("#" if 0 < least <= players else " " for least in row)
        for row in twins.GAME["board"]["min_players"]
    ]


@each("common_goals")
def test_a_common_goal_is_met_as_worked_out_by_hand(example: dict[str, Any]) -> None:
    """Compare the verdict on the goal that the example is about."""
    assert twins.goal_met(tuple(example["shelf"]), example["goal"]) is example["expect"]


@each("common_goals")
def test_no_other_common_goal_is_met_by_chance(example: dict[str, Any]) -> None:
    """Compare the verdicts on all twelve goals."""
    shelf = tuple(example["shelf"])
    met = [goal for goal in range(1, 13) if twins.goal_met(shelf, goal)]
    assert met == example["all_satisfied"]


def test_stairs_have_exactly_the_four_heights_of_the_ruling() -> None:
    """Build all shelves of one letter, which differ in nothing but their heights."""
    sides = [twins.ROWS + 1] * twins.COLUMNS
    found = []
    for number in range((twins.ROWS + 1) ** twins.COLUMNS):
        heights = [number // side**place % side for place, side in enumerate(sides)]
        shelf = tuple(
            "".join("C" if twins.ROWS - row <= height else "." for height in heights)
            for row in range(twins.ROWS)
        )
        if twins.goal_met(shelf, 12):
            found.append(heights)
    assert sorted(found) == sorted(twins.GOALS[12]["height_vectors"])


@each("adjacency")
def test_groups_are_found_and_paid(example: dict[str, Any]) -> None:
    """Compare the groups of two or more tiles, and the points of all groups."""
    shelf = tuple(example["shelf"])
    found = [(letter, len(group)) for letter, group in twins.groups(shelf) if len(group) > 1]
    expected = [(twins.LETTERS[kind], size) for kind, size in example["groups_of_2_or_more"]]
    assert sorted(found) == sorted(expected)
    assert twins.group_points(shelf) == example["points"]


@each("personal")
def test_personal_goals_are_paid(example: dict[str, Any]) -> None:
    """Compare the points for a personal goal card."""
    card = twins.PERSONAL_GOALS[example["card"]]
    points = twins.personal_points(tuple(example["shelf"]), card)
    assert points == example["points"] == twins.PERSONAL_POINTS[example["matches"]]


def test_personal_goals_equal_their_pictures() -> None:
    """Compare the two ways in which the facts describe each card."""
    for card in twins.GAME["personal_goals"]["cards"]:
        assert twins.tiles_of(card["picture"]) == twins.PERSONAL_GOALS[card["id"]]


@each("totals")
def test_the_score_is_the_sum_of_its_parts(example: dict[str, Any]) -> None:
    """Compare the points for groups and personal goal, and the whole score."""
    shelf, parts = tuple(example["shelf"]), example["parts"]
    card = twins.PERSONAL_GOALS[example["card"]]
    assert twins.group_points(shelf) == parts["groups"]
    assert twins.personal_points(shelf, card) == parts["personal"]
    assert twins.score(shelf, card, example["tokens"], example["end_token"]) == example["total"]


def test_the_end_game_token_is_worth_one_point() -> None:
    """Score the same bookshelf with and without the token."""
    shelf, card = (".....",) * 6, twins.PERSONAL_GOALS[1]
    assert twins.score(shelf, card, [8, 4], True) == twins.score(shelf, card, [8, 4]) + 1 == 13


@each("picks")
def test_only_legal_lines_can_be_taken(example: dict[str, Any]) -> None:
    """Try every take of the example, the wrong ones too."""
    lines = twins.takeable_lines(example["board"])
    for attempt in example["tries"]:
        line = tuple(sorted((row, column) for row, column in attempt["cells"]))
        room = max(attempt.get("free_cells_per_column", [twins.ROWS]))
        assert (line in lines and len(line) <= room) is attempt["legal"], attempt["why"]


@each("opening_pick_counts")
def test_the_first_takes_are_as_many_as_counted(example: dict[str, Any]) -> None:
    """Count the lines of one, two and three tiles in a fresh living room."""
    lines = twins.takeable_lines(fresh_living_room(example["players"]))
    lengths = Counter(len(line) for line in lines if len(line) <= example["room"])
    assert [lengths[1], lengths[2], lengths[3]] == example["singles_pairs_triples"]


def test_fresh_living_rooms_have_the_printed_number_of_cells() -> None:
    """Count the cells in play for each number of players."""
    for players, cells in twins.GAME["board"]["cells_in_play"].items():
        assert len(twins.tiles_of(fresh_living_room(int(players)))) == cells


@each("refill")
def test_the_living_room_is_refilled_in_time(example: dict[str, Any]) -> None:
    """Compare both triggers; the two isolated rules share one."""
    expected = example["expect"]
    assert len(twins.tiles_of(example["board"])) == example["tiles"]
    assert twins.refill_due(example["board"], "four_or_fewer") is expected["four_or_fewer"]
    assert twins.refill_due(example["board"], "isolated_return") is expected["isolated"]
    assert twins.refill_due(example["board"], "isolated_keep") is expected["isolated"]


def test_an_unknown_refill_rule_is_an_error() -> None:
    """Refuse a rule that no rulebook knows."""
    with pytest.raises(ValueError, match="no refill rule 'never'"):
        twins.refill_due(["#"], "never")


def test_random_shelves_obey_gravity() -> None:
    """Look for tiles that hang in the air."""
    for shelf in twins.random_shelves(Random(1), 2000):
        assert [len(row) for row in shelf] == [twins.COLUMNS] * twins.ROWS
        tiles = twins.tiles_of(shelf)
        assert set(tiles.values()) <= set(twins.LETTERS.values())
        assert all(row == twins.ROWS - 1 or (row + 1, column) in tiles for row, column in tiles)


def test_random_shelves_meet_and_miss_every_common_goal_often() -> None:
    """Count the verdicts over many random bookshelves."""
    count = 10_000
    met: Counter[int] = Counter()
    for shelf in twins.random_shelves(Random(2), count):
        met.update(goal for goal in twins.JUDGES if twins.goal_met(shelf, goal))
    assert all(100 <= met[goal] <= count - 100 for goal in range(1, 13)), met
