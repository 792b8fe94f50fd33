"""What a seat sees, in the form of the record."""

import msgspec

from tests.games.my_shelfie.pictures import GAME, position
from tests.playing import random_match


def test_a_position_has_the_form_of_the_record() -> None:
    state = position(2, ("         ", "   CB    "), [(".....",) * 5 + ("CC...",)], goals=(4, 9))
    state.tokens[0][0], state.tokens_taken[0] = 8, 1
    fields = msgspec.to_builtins(GAME.position(state))
    assert list(fields) == ["to_move", "over", "living_room", "bag", "common_goals", "seats"]
    assert fields["to_move"] == 0
    assert fields["over"] is False
    assert fields["living_room"][:3] == ["         ", "   CB    ", "   ...   "]
    assert fields["bag"] == {"C": 19, "B": 21, "G": 22, "F": 22, "T": 22, "P": 22}
    assert fields["common_goals"] == [
        {"goal": 4, "tokens_left": [4]},
        {"goal": 9, "tokens_left": [4, 8]},
    ]
    assert fields["seats"][0] == {
        "bookshelf": [".....", ".....", ".....", ".....", ".....", "CC..."],
        "personal_goal": 1,
        "tokens": [{"goal": 4, "points": 8}],
        "end_game_token": False,
    }


def test_what_is_not_dealt_yet_is_null_or_not_in_its_list() -> None:
    fields = msgspec.to_builtins(GAME.position(GAME.new(4)))
    assert fields["to_move"] is None
    assert fields["common_goals"] == []
    assert [seat["personal_goal"] for seat in fields["seats"]] == [None] * 4
    assert sum(fields["bag"].values()) == 132


def test_a_seat_knows_its_own_goal_and_everybody_all_after_the_end() -> None:
    timeline = random_match(GAME, 3, GAME.choose_options(), seed=1)
    for step in timeline.steps[2:]:
        for seat in (None, 0, 1, 2):
            known = GAME.position(GAME.view(step.state, seat).state)
            true = GAME.position(step.state)
            for other in range(3):
                open_to_all = GAME.is_over(step.state)
                expected = true.seats[other].personal_goal if other == seat or open_to_all else None
                assert known.seats[other].personal_goal == expected
