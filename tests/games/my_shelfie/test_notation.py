"""My Shelfie in text: what is understood, and what is refused."""

import pytest

from ludoteca.core.errors import UnreadableMove
from tests.games.my_shelfie.pictures import GAME, position
from tests.playing import random_match

ROOM = ("         ", "   CB    ", "   ...   ", "  ###### ")
notation = GAME.modules.notation


@pytest.mark.parametrize("text", ["d2e2>5", "D2E2>5", " d2, e2 > 5 ", "d2 e2->5", "d2,e2 -> 5"])
def test_a_move_is_understood_in_many_ways_and_written_in_one(text: str) -> None:
    state = position(2, ROOM)
    action = notation.parse_move(state, 0, text)
    assert notation.format_move(state, 0, action) == "d2e2>5"
    assert notation.move_fields(state, 0, action) == {"take": [[1, 3], [1, 4]], "column": 4}


def test_the_order_of_cells_is_the_order_of_placing() -> None:
    state = position(2, ROOM)
    one, two = (notation.parse_move(state, 0, text) for text in ("d2e2>5", "e2d2>5"))
    assert one != two
    assert GAME.position(GAME.apply(state, 0, one)).seats[0].bookshelf[4:] == ["....B", "....C"]
    assert GAME.position(GAME.apply(state, 0, two)).seats[0].bookshelf[4:] == ["....C", "....B"]


@pytest.mark.parametrize("text", ["", ">3", "d2", "d2>", "d2>x", "j2>1", "d0>1", "d2>1>2", "2d>1"])
def test_what_is_no_move_is_called_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove, match="d2d3>5"):
        notation.parse_move(position(2, ROOM), 0, text)


def test_a_view_hides_the_personal_goals_of_others_in_a_deal() -> None:
    state = GAME.new(3)
    state, _ = GAME.deal_one(state, lambda n: 0)
    assert notation.format_deal(state, [4, 9, 12], -1) == "personal_goals 4 9 12"
    assert notation.format_deal(state, [4, 9, 12], 1) == "personal_goals ? 9 ?"
    assert notation.format_deal(state, [4, 9, 12], None) == "personal_goals ? ? ?"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tiles CBG", "common_goals"),
        ("common_goals 4", "2 cards"),
        ("common_goals 4 x", "numbers"),
        ("common_goals 4  9", "numbers"),
        ("common_goals ? 9", "numbers"),
    ],
)
def test_a_damaged_deal_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        notation.parse_deal(GAME.new(2), text)


def test_damaged_positions_are_refused_with_the_reason() -> None:
    state = random_match(GAME, 2, GAME.choose_options(), seed=3).steps[20].state
    good = notation.format_position(state)
    head, *rest = good.split(" ")
    assert head == "2"
    room, shelf = rest[4], rest[6]
    damages = {
        "5": good.replace("2 ", "5 ", 1),
        "refill": good.replace("four_or_fewer", "sometimes"),
        "stage": good.replace(" play ", " sleep "),
        "parts": "2 four_or_fewer 2",
        "row 1": good.replace(room, room[1:]),
        "can't be there": good.replace(room, room.replace("C", "X")),
        "six rows": good.replace(shelf, shelf.replace("/", "", 1)),
        "seats": good.rsplit(" ", 1)[0],
        "personal": good.replace(shelf, shelf.replace(":", ":99", 1)),
        "floats": good.replace(shelf, "C..../" + shelf.split("/", 1)[1].replace("C", ".")),
    }
    for reason, text in damages.items():
        with pytest.raises(ValueError, match=reason):
            notation.parse_position(text)
