"""What may be chosen in My Shelfie, what it would bring, and how the seats stand."""

import json
from itertools import islice, permutations
from typing import Any

import pytest

from ludoteca.core.errors import MoveError
from ludoteca.core.generator import below, seeded
from ludoteca.games.my_shelfie.catalog import COMMON_GOAL_CARDS
from ludoteca.games.my_shelfie.choice.progress import progress
from ludoteca.games.my_shelfie.layout import MyShelfie
from ludoteca.games.my_shelfie.pictures import parse_bookshelf
from ludoteca.games.my_shelfie.scoring.common_goals import is_met
from ludoteca.games.my_shelfie.scoring.groups import group_points
from tests.games.my_shelfie import twins
from tests.games.my_shelfie.pictures import EMPTY, GAME, cells_text, position
from tests.playing import all_options, random_states

ROOM = (
    "         ",
    "         ",
    "   CB    ",
    "   TCF   ",
    "   GPC   ",
)
"""Of these tiles only the C in the middle has no free side."""

SEVEN_CATS = (".....", ".....", ".....", ".....", "CC...", "CCCCC")
NEARLY_FULL = ("BGFT.", "GFTPB", "FTPBG", "TPBGF", "PBGFT", "BGFTP")


def continued(state: MyShelfie, partial: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the continuations of the seat whose turn it is."""
    return GAME.continuations(GAME.view(state, state.turn), partial)


# Choices


@pytest.mark.parametrize("players", GAME.player_counts)
def test_takes_and_room_stand_for_exactly_the_legal_moves(players: int) -> None:
    for seed, options in enumerate(all_options(GAME)):
        for state in islice(random_states(GAME, players, options, seed), 0, None, 3):
            for seat in GAME.movers(state):
                chosen = GAME.choices(GAME.view(state, seat))
                assert all(take == sorted(take) for take in chosen["takes"])
                expanded = {
                    cells_text(order, column + 1)
                    for take in chosen["takes"]
                    for order in permutations(take)
                    for column, room in enumerate(chosen["room"])
                    if room >= len(take)
                }
                format_move = GAME.modules.notation.format_move
                legal = {format_move(state, seat, n) for n in GAME.legal(state, seat)}
                assert expanded == legal


def test_a_line_is_listed_once_and_without_enclosed_tiles() -> None:
    chosen = GAME.choices(GAME.view(position(room=ROOM), 0))
    assert chosen["room"] == [6] * 5
    takes = [tuple(map(tuple, take)) for take in chosen["takes"]]
    assert len(set(takes)) == len(takes)
    assert ((4, 3), (4, 4), (4, 5)) in takes
    assert not any((3, 4) in take for take in takes)


def test_lines_too_long_for_every_column_are_left_out() -> None:
    """Two free cells in the only column with room."""
    shelf = ("BGFT.", "GFTP.", "FTPBG", "TPBGF", "PBGFT", "BGFTP")
    chosen = GAME.choices(GAME.view(position(room=ROOM, shelves=[shelf]), 0))
    assert chosen["room"] == [0, 0, 0, 0, 2]
    assert {len(take) for take in chosen["takes"]} == {1, 2}


# Continuations


def test_a_take_is_continued_by_every_column_with_room_in_the_order_given() -> None:
    shelf = ("B....", "G....", "F....", "T....", "P....", "B....")
    found = continued(position(room=ROOM, shelves=[shelf]), {"take": [[4, 4], [4, 3]]})
    assert [each["text"] for each in found] == [f"e5d5>{column}" for column in (2, 3, 4, 5)]
    assert found[0]["notes"]["cells"] == [[5, 1], [4, 1]]


def test_a_move_that_reaches_a_common_goal_says_so() -> None:
    """The eighth cat earns the first token of goal 9."""
    state = position(room=ROOM, shelves=[SEVEN_CATS], goals=(9, 8))
    (found,) = continued(state, {"take": [[2, 3]], "column": 2})
    assert found == {
        "text": "d3>3",
        "move": {"take": [[2, 3]], "column": 2},
        "points": {"common": 8, "total": 8},
        "notes": {
            "personal_goal": {"before": 0, "after": 0},
            "common_goals": [{"goal": 9, "reached": True, "points": 8}],
            "fills_bookshelf": False,
            "cells": [[4, 2]],
        },
    }
    state.tokens[1][0], state.tokens_taken[0] = 8, 1
    (second,) = continued(state, {"take": [[2, 3]], "column": 2})
    assert second["notes"]["common_goals"][0]["points"] == second["points"]["common"] == 4


def test_a_move_that_fills_the_bookshelf_brings_the_end_game_token() -> None:
    state = position(room=ROOM, shelves=[NEARLY_FULL], goals=(9, 8))
    found = continued(state, {"take": [[2, 3]]})
    assert [each["move"]["column"] for each in found] == [4]
    assert found[0]["notes"]["fills_bookshelf"]
    assert found[0]["points"]["end_game_token"] == 1


def test_a_match_with_the_personal_goal_is_counted() -> None:
    """Card 1 wants a plant at the top left; card 1's picture is in the data."""
    shelf = (".....", "C....", "B....", "C....", "B....", "C....")
    (found,) = continued(position(room=ROOM, shelves=[shelf]), {"take": [[4, 4]], "column": 0})
    assert found["notes"]["personal_goal"] == {"before": 0, "after": 1}
    assert found["points"] == {"personal": 1, "total": 1}


# Why not


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"take": [[0, 0]]}, "cell_not_in_play"),
        ({"take": [[1, 3]]}, "no_tile"),
        ({"take": [[3, 4]]}, "no_free_side"),
        ({"take": [[2, 4], [3, 4]], "column": 1}, "freed_by_this_take"),
        ({"take": [[2, 3], [4, 3]]}, "gap"),
        ({"take": [[2, 3], [3, 4]]}, "not_in_a_line"),
        ({"take": [[2, 3], [2, 3]]}, "same_tile_twice"),
        ({"take": [[4, 2], [4, 3], [4, 4], [4, 5]]}, "too_many_tiles"),
        ({"column": 5}, "no_such_column"),
        ({"column": 0}, "column_too_full"),
        ({"take": [[2, 3]], "column": 0}, "column_too_full"),
        ({"take": [[4, 3], [4, 4], [4, 5]]}, "no_room"),
        ({"take": []}, "unreadable_move"),
        ({"take": [[9, 9]]}, "unreadable_move"),
        ({"take": [[2, 3]], "column": "1"}, "unreadable_move"),
    ],
)
def test_what_no_move_can_have_is_refused_by_name(fields: dict[str, Any], code: str) -> None:
    shelf = ("BGFT.", "GFTP.", "FTPBG", "TPBGF", "PBGFT", "BGFTP")
    view = GAME.view(position(room=ROOM, shelves=[shelf]), 0)
    assert GAME.continuations(view, fields) == []
    answers = [GAME.why_not(view, fields, language) for language in ("en", "it", "de")]
    assert [answer and answer[0] for answer in answers] == [code] * 3
    assert len({answer and answer[1] for answer in answers}) == 3
    assert not any("{" in answer[1] for answer in answers if answer)


def test_whole_moves_are_refused_as_the_rules_refuse_them() -> None:
    rng = seeded(9)
    for state in islice(random_states(GAME, 3, GAME.choose_options(), 9), 8, None, 4):
        for seat in GAME.movers(state):
            view = GAME.view(state, seat)
            for _ in range(60):
                row, column, size = below(rng, 9), below(rng, 9), 1 + below(rng, 3)
                cells = [[row, min(column + n, 8)] for n in range(size)]
                fields = {"take": cells, "column": below(rng, 5)}
                code = ""
                try:
                    text = cells_text(cells, fields["column"] + 1)  # type: ignore[operator]
                    action = GAME.modules.notation.parse_move(state, seat, text)
                    GAME.check(state, seat, action)
                except MoveError as error:
                    code = error.code
                answer = GAME.why_not(view, fields)
                assert (answer[0] if answer else "") == code


# Standing


def test_a_standing_shows_groups_goals_and_what_is_hidden() -> None:
    state = position(room=ROOM, shelves=[SEVEN_CATS, EMPTY], goals=(9, 4))
    own, other = GAME.standing(GAME.view(state, 0))
    assert own["points"] == {
        "common": 0,
        "end_game_token": 0,
        "personal": 0,
        "groups": 8,
        "total": 8,
        "seen": 8,
    }
    cells = [[4, 0], [4, 1], *([5, column] for column in range(5))]
    assert own["groups"] == [{"tile": "C", "cells": cells, "points": 8}]
    assert own["personal_goal"]["matched"] == 0
    assert own["personal_goal"]["of"] == 6
    assert own["personal_goal"]["cells"][0] == {
        "row": 0,
        "column": 0,
        "tile": "P",
        "matched": False,
    }
    assert own["common_goals"] == [
        {"goal": 9, "done": 7, "of": 8, "reached": False},
        {"goal": 4, "done": 1, "of": 6, "reached": False},
    ]
    assert other["points"]["personal"] is other["points"]["total"] is other["personal_goal"] is None
    assert other["points"]["seen"] == 0
    assert [seat["personal_goal"] for seat in GAME.standing(GAME.view(state, None))] == [None, None]


def test_groups_add_up_and_a_goal_is_done_when_it_is_met() -> None:
    for seed in range(6):
        for state in islice(random_states(GAME, 4, GAME.choose_options(), seed), 5, None, 6):
            assert isinstance(state, MyShelfie)
            for seat, shown in enumerate(GAME.standing(GAME.view(state, None))):
                bookshelf = state.bookshelf[seat]
                assert sum(g["points"] for g in shown["groups"]) == group_points(bookshelf)
                for goal in range(1, COMMON_GOAL_CARDS + 1):
                    done, wanted = progress(bookshelf, goal)
                    assert 0 <= done <= wanted
                    assert (done == wanted) == is_met(bookshelf, state.filled[seat], goal)


def test_the_goals_of_the_fixtures_are_done_when_they_are_met() -> None:
    fixtures = json.loads((twins.FACTS / "fixtures.json").read_text(encoding="utf-8"))
    reached = set()
    for case in fixtures["common_goals"]:
        bookshelf, _ = parse_bookshelf(case["shelf"])
        goals = range(1, COMMON_GOAL_CARDS + 1)
        done = [goal for goal in goals if len(set(progress(bookshelf, goal))) == 1]
        assert done == case["all_satisfied"], case["id"]
        reached.update(done)
    assert len(reached) == COMMON_GOAL_CARDS


@pytest.mark.parametrize(
    ("goal", "shelf", "done"),
    [
        (1, (".....", ".....", ".....", ".....", "CC.BB", "CC.CB"), (1, 2)),
        (2, ("C....", "B....", "G....", "F....", "T....", "P...."), (1, 2)),
        (3, (".....", ".....", ".....", ".....", "CC.BB", "CC.BB"), (2, 4)),
        (5, ("C....", "C....", "B....", "B....", "T....", "T...."), (1, 3)),
        (6, (".....", ".....", ".....", ".....", "CBGFC", "CBGFT"), (1, 2)),
        (7, (".....", ".....", ".....", ".....", "CBGFC", "CCBBT"), (1, 4)),
        (8, (".....", ".....", ".....", ".....", ".....", "C...C"), (2, 4)),
        (8, (".....", ".....", ".....", ".....", ".....", "C...B"), (0, 4)),
        (10, (".....", ".....", ".....", ".....", "BC...", "CBC.."), (3, 5)),
        (11, (".....", ".....", ".....", "..C..", ".CB..", "CBB.."), (3, 5)),
        (12, (".....", ".....", ".....", ".....", ".C...", "CC..."), (2, 5)),
    ],
)
def test_the_progress_of_a_goal_is_counted_in_its_own_units(
    goal: int, shelf: tuple[str, ...], done: tuple[int, int]
) -> None:
    assert progress(parse_bookshelf(list(shelf))[0], goal) == done


def test_what_is_reached_stays_so() -> None:
    state = position(room=ROOM, shelves=[SEVEN_CATS], goals=(12, 8))
    state.tokens[0][0], state.tokens_taken[0] = 8, 1
    shown = GAME.standing(GAME.view(state, 1))[0]
    assert shown["common_goals"][0] == {"goal": 12, "done": 5, "of": 5, "reached": True}
    assert shown["points"]["common"] == 8


# The final scoring


def test_equal_scores_are_decided_by_the_seat() -> None:
    state = position(room=ROOM, shelves=[EMPTY, EMPTY], goals=(12, 8))
    state.tokens[0][0], state.tokens[1][1] = 8, 8
    *steps, result = GAME.final_steps(state)
    assert [step["step"] for step in steps] == ["common", "end_game_token", "personal", "groups"]
    assert steps[0]["seats"][0]["detail"] == {"tokens": [{"goal": 12, "points": 8}]}
    assert steps[2]["seats"][1]["detail"]["goal"] == 2
    assert result == {"step": "result", "winners": [1], "tie_break": "furthest_from_first"}
    for language in ("en", "it", "de"):
        assert "tie_break.furthest_from_first" in GAME.words(language)
