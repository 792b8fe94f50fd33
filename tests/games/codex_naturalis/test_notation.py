"""Moves, deals and positions in text, and what is refused as damaged."""

import re

import pytest

from ludoteca.core.game import EVERYTHING
from ludoteca.core.generator import below, seeded
from ludoteca.games.codex_naturalis.layout import CodexNaturalis
from ludoteca.games.codex_naturalis.notation.refusals import lacking, refusal_values
from tests.games.codex_naturalis.tables import GAME, dealt, new_match, played, position, ready_match
from tests.games.codex_naturalis.twins import Placement
from tests.playing import random_match, random_states

notation = GAME.modules.notation

AREAS: list[list[Placement]] = [
    [(83, "front", 0, 0), (5, "back", 1, 1)],
    [(82, "back", 0, 0)],
]


@pytest.mark.parametrize(
    "text",
    ["60 back 2,0", "60 BACK 2,0", "place 60 back at (2, 0)", " 60  b  2 0 ", "60 back (2,0)"],
)
def test_a_placement_is_read_in_several_forms_and_written_in_one(text: str) -> None:
    state = position(AREAS, [[1, 12, 60], [2]])
    action = notation.parse_move(state, 0, text)
    assert notation.format_move(state, 0, action) == "60 back 2,0"
    assert notation.move_fields(state, 0, action) == {"place": 60, "side": "back", "x": 2, "y": 0}


def test_each_kind_of_move_has_its_fields() -> None:
    state = new_match(2)
    assert notation.move_fields(state, 0, notation.parse_move(state, 0, "f")) == {
        "starter_side": "front"
    }
    state = dealt(played(played(state, 0, "front"), 1, "back"))
    card = state.objectives_dealt[0][1]
    action = notation.parse_move(state, 0, f"Keep objective {card}")
    assert notation.format_move(state, 0, action) == f"keep {card}"
    assert notation.move_fields(state, 0, action) == {"keep_objective": card}
    state = position(AREAS, [[1, 12], [2]], stage="draw")
    for text, fields in (
        ("draw resource", {"draw": "resource_deck"}),
        ("draw gold deck", {"draw": "gold_deck"}),
        (f"draw {state.face_up[2]}", {"draw": state.face_up[2]}),
    ):
        action = notation.parse_move(state, 0, text)
        assert notation.move_fields(state, 0, action) == fields
        assert notation.format_move(state, 0, action) == text.removesuffix(" deck")


def test_negative_coordinates_are_read() -> None:
    state = position(AREAS, [[1, 12], [2]])
    action = notation.parse_move(state, 0, "12 front -1,-1")
    assert notation.format_move(state, 0, action) == "12 front -1,-1"


def test_moves_and_deals_of_random_matches_read_back() -> None:
    for players in (2, 3, 4):
        timeline = random_match(GAME, players, GAME.choose_options(), seed=players)
        for step in timeline.steps:
            assert step.before is not None
            if step.kind == "deal":
                text = notation.format_deal(step.before, step.outcomes, EVERYTHING)
                assert notation.parse_deal(step.before, text) == list(step.outcomes)


def test_positions_within_a_deal_are_not_confused() -> None:
    """Every whole deal begins and ends with a position that reads back."""
    for state in random_states(GAME, 4, GAME.choose_options(), seed=9):
        assert notation.parse_position(notation.format_position(state)) == state


def test_a_deal_shows_a_seat_what_it_may_know() -> None:
    timeline = random_match(GAME, 2, GAME.choose_options(), seed=1)
    shown: dict[str, str] = {}
    for step in timeline.steps:
        if step.kind == "deal" and step.before is not None:
            text = notation.format_deal(step.before, step.outcomes, 1)
            shown.setdefault(text.split()[0], text)
    assert "?" not in shown["face_up"] + shown["starters"] + shown["common_objectives"]
    assert re.fullmatch(r"hands \? \? \? \d+ \d+ \d+", shown["hands"])
    assert re.fullmatch(r"objectives \? \? \d+ \d+", shown["objectives"])
    assert shown["tops"] == "tops ? ?"
    assert shown["resource_top"] == "resource_top ?"
    assert re.fullmatch(r"first_seat \d", shown["first_seat"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("starters 81 82", "the deal of face_up is due"),
        ("face_up 1 2 3", "4 numbers expected, 3 found"),
        ("face_up 1 2 x 44", "numbers expected"),
        ("face_up 1 2 ² 44", "numbers expected"),
        ("", "the deal of face_up is due"),
    ],
)
def test_a_damaged_deal_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        notation.parse_deal(GAME.new(2), text)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("2 objective_points", "5 objective_points", "players: a number from 2 to 4"),
        ("objective_points", "coin", "'coin' breaks no tie"),
        (" place ", " sleep ", "'sleep' is no stage"),
        (" place 0 0 ", " place 2 0 ", "turn: a number from 0 to 1"),
        (" place 0 0 ", " place 0 - ", "the first seat is missing"),
        (" - 4/", " soon 4/", "'soon' is none of"),
        (" 4/", " 4", "top/cards below expected"),
        (" 4/6,8", " 4/8,6", "listed once, rising"),
        (" 4/6,8", " 4/6,6,8", "listed once, rising"),
        (" 4/6,8", " 4/8", "missing or in two places"),
        (" 4/6,8", " 41/6,8", "top: a number from 1 to 40"),
        ("87,88", "87", "common objectives: 2 expected"),
        ("87,88", "87,-", "two cards or - expected"),
        ("87,88", "87,89", "in two places, or a secret objective"),
        ("1,12,60:", "12,1,60:", "not in rising order"),
        ("1,12,60:", "1,12,60,61:", "at most 3 cards"),
        ("1,12,60:", "0,12,60:", "hand: a number from 1 to 80"),
        (":83:", ":87:", "starter: a number from 81 to 86"),
        (":83:", ":-:", "area does not begin with its starter card"),
        (":0:83f", ":-1:83f", "points: a number from 0"),
        (":0:83f", ":00:83f", "points: a number from 0"),
        (":0:83f", "::0:83f", "hand:starter:objectives"),
        ("83f;5b1,1", "83f;5b1,1;", "is no placement"),
        ("83f;5b1,1", "83f;5b3,1", "no card there to cover"),
        ("83f;5b1,1", "83f;5b1,2", "no card there to cover"),
        ("83f;5b1,1", "83f;5b0,0", "the position is occupied"),
        ("83f;5b1,1", "83f;5b01,1", "is no placement"),
        ("83f;5b1,1", "5b;83f1,1", "a starter card comes first"),
        ("83f;5b1,1", "99f;5b1,1", "a starter card comes first"),
        ("83f;5b1,1", "-", "missing or in two places"),
        ("82b", "82b;5b1,1", "card 5 lies there twice"),
    ],
)
def test_a_damaged_position_is_refused_with_the_reason(old: str, new: str, reason: str) -> None:
    text = notation.format_position(position(AREAS, [[1, 12, 60], [2, 7]], face_up=[3, 9, 41, 42]))
    assert old in text
    with pytest.raises(ValueError, match=reason):
        notation.parse_position(text.replace(old, new, 1))


def test_a_position_that_is_cut_off_is_refused() -> None:
    text = notation.format_position(position(AREAS, [[1, 12, 60], [2, 7]]))
    for end in range(len(text)):
        with pytest.raises(ValueError, match=r"."):
            notation.parse_position(text[:end])


def test_a_position_changed_anywhere_is_refused_or_says_what_it_says() -> None:
    """Whatever can be read at all is written back in the same way."""
    text = notation.format_position(position(AREAS, [[1, 12, 60], [2, 7]]))
    rng = seeded(3)
    for _ in range(2000):
        at = below(rng, len(text))
        other = text[:at] + "0123456789,;:-/!fb "[below(rng, 19)] + text[at + 1 :]
        try:
            state = notation.parse_position(other)
        except ValueError:
            continue
        assert notation.format_position(state) == other


def test_cards_that_everybody_saw_are_marked() -> None:
    state = ready_match(2)
    seat = state.turn
    state = played(state, seat, f"{state.hand[seat][0]} back 1,1")
    taken = state.face_up[0]
    state = played(state, seat, f"draw {taken}")
    text = notation.format_position(state)
    assert f"{taken}!" in text
    assert notation.parse_position(text) == state


def test_a_refusal_speaks_the_language_of_its_words() -> None:
    state = position([[(85, "front", 0, 0)], AREAS[1]], [[61], [2]])
    assert lacking(state, 0, 61, GAME.words("en")) == "1 animal"
    assert lacking(state, 0, 61, GAME.words("de")) == "1 Tier"
    draw = GAME.modules.actions.DRAW_DECK
    assert refusal_values(state, 0, draw, GAME.words("it"))["deck"] == "il mazzo risorse"


def test_every_stage_can_be_written() -> None:
    stages = set()
    for seed in range(4):
        for state in random_states(GAME, 2, GAME.choose_options(), seed):
            assert isinstance(state, CodexNaturalis)
            stages.add(notation.format_position(state).split()[2])
    assert stages == {
        *("face_up", "starters", "starter", "hands", "tops", "common_objectives", "objectives"),
        *("objective", "first_seat", "place", "draw", "resource_top", "gold_top", "over"),
    }
