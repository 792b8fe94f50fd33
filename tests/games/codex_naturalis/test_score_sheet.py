"""The `score` command for a play area of the real box."""

from random import Random
from typing import Any

import msgspec
import pytest

from ludoteca import Match
from ludoteca.core.errors import UsageError
from ludoteca.games.codex_naturalis import score_sheet
from tests.games.codex_naturalis import twins
from tests.games.codex_naturalis.tables import BLOCKED_IN_FIVE, GAME
from tests.games.codex_naturalis.twins import Area


def fields_of(area: Area) -> dict[str, Any]:
    """Write an area as JSON has it."""
    return {"play_area": [{"card": c, "side": side, "x": x, "y": y} for c, side, x, y in area]}


def text_of(area: Area) -> str:
    """Write an area as people do."""
    return "\n".join(f"{card} {side} {x},{y}" for card, side, x, y in area)


def test_an_area_in_text_is_counted() -> None:
    answer, account = score_sheet.answer_text("83 front\n5 back 1,1\n", {}, GAME.words())
    assert answer["symbols"]["fungi"] == 2
    assert answer["legal_positions"] == [[-1, -1], [-1, 1], [0, 2], [1, -1], [2, 0], [2, 2]]
    assert set(answer["objectives"]) == {str(card) for card in range(87, 103)}
    assert "Legal positions: -1,-1 -1,1 0,2 1,-1 2,0 2,2" in account
    assert "   95:  0  each set of 3 fungi" in account


def test_text_and_json_give_the_answer_of_the_slow_twins() -> None:
    for area in twins.random_areas(Random(8), 40):
        if twins.refused(area):
            continue
        answer = score_sheet.answer_fields(fields_of(area), {})
        assert answer == score_sheet.answer_text(text_of(area), {}, GAME.words())[0]
        assert answer["symbols"] == twins.symbols(area)
        assert answer["legal_positions"] == sorted(map(list, twins.legal_positions(area)))
        assert answer["objectives"] == {
            str(card): twins.objective_points(area, card) for card in twins.OBJECTIVE_CARDS
        }


def test_a_blocked_area_has_no_legal_position() -> None:
    answer, account = score_sheet.answer_text(text_of(BLOCKED_IN_FIVE), {}, GAME.words())
    assert answer["legal_positions"] == []
    assert "Legal positions: none" in account


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 front", "placement 1, 1 front 0,0: the first card must be a starter card"),
        ("81 back 1,1", "the starter card lies at 0,0"),
        ("81 back\n82 back 1,1", "placement 2, 82 back 1,1: only resource and gold cards"),
        ("81 back\n1 back 1,1\n1 back -1,1", "lies in the area already"),
        ("81 back\n1 back 1,1\n2 back 1,1", "placement 3, 2 back 1,1: the position is occupied"),
        ("81 back\n1 back 2,0", "placement 2, 1 back 2,0: no card there to cover"),
        ("81 back\n1 back 1,0", "no card there to cover"),
        ("81 back\n1 back 541,-1", "no card there to cover"),
        ("85 front\n1 back 1,-1", "placement 2, 1 back 1,-1: a hidden corner lies there"),
        ("81 back\n47 front 1,1", "placement 2, 47 front 1,1: the front still needs fungi 2"),
        ("81 upside", "is no placement"),
        ("nonsense", "is no placement"),
    ],
)
def test_an_impossible_area_is_refused_with_the_placement_and_the_rule(
    text: str, reason: str
) -> None:
    with pytest.raises(UsageError, match=reason):
        score_sheet.answer_text(text, {}, GAME.words())


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ([], "an object"),
        ({}, "an object"),
        ({"play_area": [], "x": 1}, "unknown key 'x'"),
        ({"play_area": 3}, "must be a list"),
        ({"play_area": []}, "at least its starter card"),
        ({"play_area": [3]}, "a placement has"),
        ({"play_area": [{"card": 81, "side": "front", "x": 0}]}, "a placement has"),
        ({"play_area": [{"card": "81", "side": "front", "x": 0, "y": 0}]}, "are numbers"),
        ({"play_area": [{"card": True, "side": "front", "x": 0, "y": 0}]}, "are numbers"),
        ({"play_area": [{"card": 81, "side": "front", "x": 10**9, "y": 0}]}, "are numbers"),
        ({"play_area": [{"card": 81, "side": ["front"], "x": 0, "y": 0}]}, "front or back"),
        ({"play_area": [{"card": 81, "side": "top", "x": 0, "y": 0}]}, "front or back"),
    ],
)
def test_damaged_json_is_refused(fields: object, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        score_sheet.answer_fields(fields, {})


def test_the_largest_area_there_can_be_is_counted() -> None:
    area: Area = [(84, "front", 0, 0), *((n, "back", n, n) for n in range(1, 81))]
    answer = score_sheet.answer_fields(fields_of(area), {})
    assert answer["objectives"]["87"] == 2 * (10 // 3 * 2)
    assert answer["symbols"]["fungi"] == 20


def test_abbreviations_and_brackets_are_understood() -> None:
    answer, _ = score_sheet.answer_text("83 F\n 5 b (1, 1)\n12 Back 2 2", {}, GAME.words())
    assert answer["symbols"]["plant"] == 2


PLAYED = "83 front\n5 back 1,1\n8 front 2,2"
"""Card 8 gives a point; three fungi are then visible, which objective 95 pays."""


def test_card_points_and_chosen_objectives_make_the_total() -> None:
    chosen = {"common": (87, 95), "secret": (99,)}
    answer, account = score_sheet.answer_text(PLAYED, chosen, GAME.words())
    assert answer["card_points"] == [0, 0, 1]
    assert [answer[part] for part in ("track", "common", "secret", "total")] == [1, [0, 2], 0, 3]
    assert account.splitlines()[-5:] == [
        "Track: 1",
        "  8 front 2,2: 1",
        "Common objectives: 2",
        "Secret objective: 0",
        "Total: 3",
    ]
    assert "  100:" not in account
    area = [(83, "front", 0, 0), (5, "back", 1, 1), (8, "front", 2, 2)]
    fields = {**fields_of(area), "common_objectives": [87, 95], "secret_objective": 99}
    assert score_sheet.answer_fields(fields, {}) == answer


def test_without_objectives_there_is_the_track_alone() -> None:
    answer, account = score_sheet.answer_text(PLAYED, {}, GAME.words())
    assert answer["track"] == 1
    assert "total" not in answer
    assert "Total" not in account


def test_a_whole_match_scores_as_the_rules_do() -> None:
    """What a match came to is what the sheet makes of each area, card by card."""
    match = Match("codex_naturalis", seed=5)
    match.play("random")
    end = msgspec.to_builtins(match.game.position(match.state))
    for seat, score in zip(end["seats"], match.scores, strict=True):
        fields = {key: seat[key] for key in ("play_area", "secret_objective")}
        fields["common_objectives"] = end["common_objectives"]
        answer = score_sheet.answer_fields(fields, {})
        assert {part: answer[part] for part in score} == score


@pytest.mark.parametrize(
    ("switches", "reason"),
    [
        ({"common": (86, 95)}, "there is no objective 86; the cards are 87 to 102"),
        ({"common": (95,)}, "there are 2 common objectives"),
        ({"common": (95, 95)}, "there are 2 common objectives"),
        ({"secret": (0,)}, "there is no objective 0"),
        ({"secret": (95, 96)}, "--secret takes one card"),
        ({"common": (95, 96), "secret": (96,)}, "objective 96 can't be common and secret"),
    ],
)
def test_objectives_that_can_not_be_are_refused(
    switches: dict[str, tuple[int, ...]], reason: str
) -> None:
    with pytest.raises(UsageError, match=reason):
        score_sheet.answer_text(PLAYED, switches, GAME.words())


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"common_objectives": 87}, "must be a list of numbers"),
        ({"secret_objective": "87"}, "must be a number"),
        ({"secret_objective": 86}, "there is no objective 86"),
    ],
)
def test_damaged_objectives_are_refused(fields: dict[str, Any], reason: str) -> None:
    area = fields_of([(83, "front", 0, 0)])
    with pytest.raises(UsageError, match=reason):
        score_sheet.answer_fields({**area, **fields}, {})
