"""A turn of My Shelfie: what may be taken and placed, and what follows from it."""

import json
from pathlib import Path
from typing import Any

import pytest

from ludoteca.core.errors import LudotecaError, MatchOver, NotYourTurn
from ludoteca.games.my_shelfie import rules
from ludoteca.games.my_shelfie.catalog import IN_PLAY
from ludoteca.games.my_shelfie.layout import FOUR_OR_FEWER, MyShelfie
from ludoteca.games.my_shelfie.pictures import bookshelf_rows
from tests.games.my_shelfie.pictures import EMPTY, GAME, cells_text, position
from tests.games.my_shelfie.twins import takeable_lines
from tests.playing import random_states

FIXTURES: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "facts" / "shelfie" / "fixtures.json").read_text(encoding="utf-8")
)

LONE = ("         ", "   ##    ", "   ...   ", "  ...... ", " ..####. ", " ......  ", "   ...   ")
"""A living room of a pair and a row of four, for two players."""


def named(chapter: str) -> pytest.MarkDecorator:
    """Make one test of each fixture."""
    return pytest.mark.parametrize("case", FIXTURES[chapter], ids=lambda case: case["id"])


def play(state: MyShelfie, text: str, seat: int | None = None) -> MyShelfie:
    """Play a move written as text."""
    seat = state.turn if seat is None else seat
    action = GAME.modules.notation.parse_move(state, seat, text)
    after = GAME.apply(state, seat, action)
    assert isinstance(after, MyShelfie)
    return after


def refused(state: MyShelfie, text: str, seat: int | None = None) -> str:
    """Return the code with which a move is refused."""
    with pytest.raises(LudotecaError) as caught:
        play(state, text, seat)
    return caught.value.code


@named("picks")
def test_the_takes_of_the_fixtures(case: dict[str, Any]) -> None:
    room = position(case["players"], case["board"])
    for attempt in case["tries"]:
        state = room
        if "free_cells_per_column" in attempt:
            state = room.copy()
            for column, free in enumerate(attempt["free_cells_per_column"]):
                state.filled[0] |= ((1 << 6 - free) - 1) << 7 * column
        columns = range(1, 6)
        ways = [cells_text(attempt["cells"], column) for column in columns]
        legal = [way for way in ways if not _is_refused(state, way)]
        assert bool(legal) == attempt["legal"], attempt["why"]


def _is_refused(state: MyShelfie, text: str) -> bool:
    try:
        play(state, text)
    except LudotecaError:
        return True
    return False


@named("opening_pick_counts")
def test_the_number_of_takes_at_the_opening(case: dict[str, Any]) -> None:
    state = position(case["players"])
    state.tiles = IN_PLAY[case["players"]]
    state.living_room[0] = state.tiles
    for column in range(5):
        state.filled[0] |= ((1 << 6 - case["room"]) - 1) << 7 * column
    takes = {frozenset(GAME.modules.actions.TAKES[action // 5]) for action in GAME.legal(state, 0)}
    counts = [sum(len(take) == n for take in takes) for n in (1, 2, 3)]
    assert counts == case["singles_pairs_triples"]


@named("refill")
def test_when_a_refill_is_due(case: dict[str, Any]) -> None:
    tiles = position(case["players"], case["board"]).tiles
    expect = case["expect"]
    assert rules.refill_is_due(tiles, FOUR_OR_FEWER) == expect["four_or_fewer"]
    for rule in (1, 2):
        assert rules.refill_is_due(tiles, rule) == expect["isolated"]


@named("drops")
def test_the_first_tile_placed_lies_lowest(case: dict[str, Any]) -> None:
    tiles = case["tiles_in_order"]
    row = " " + "".join(tiles).ljust(7, ".") + " "
    state = position(2, ["         "] * 4 + [row], [case["before"]])
    text = cells_text([(4, 1 + n) for n in range(len(tiles))], case["column"] + 1)
    if case["legal"]:
        after = play(state, text)
        assert bookshelf_rows(after.bookshelf[0]) == case["after"]
    else:
        assert refused(state, text) == "column_too_full"


@named("token_awards")
def test_tokens_go_out_from_the_highest(case: dict[str, Any]) -> None:
    corners = ("C...C", "B...B", "G...G", "F...F", "T...T", "C...C")
    state = position(case["players"], LONE, [corners] * case["players"], goals=(8, 1))
    for seat, value in zip(case["seats_in_order_of_completion"], case["values"], strict=True):
        rules.award_tokens(state, seat)
        rules.award_tokens(state, seat)  # a second time gives nothing more
        assert state.tokens[seat] == [value, 0]


FULL_BUT_ONE = ("CBGF.", "BGFTP", "GFTPC", "FTPCB", "TPCBG", "PCBGF")


@named("last_round")
def test_the_round_is_played_to_its_end(case: dict[str, Any]) -> None:
    players, ender = case["players"], case["first_full_shelf_seat"]
    shelves: list[tuple[str, ...]] = [EMPTY] * players
    shelves[ender] = FULL_BUT_ONE
    room = ["         "] * 3 + ["  ###### ", " ####### ", " ######  "]
    state = position(players, room, shelves, turn=ender)
    state = play(state, "c4>5")
    assert state.end_game_token == ender
    still_to_play = []
    while not GAME.is_over(state):
        still_to_play.append(state.turn)
        state = GAME.apply(state, state.turn, GAME.legal(state, state.turn)[0])  # type: ignore[assignment]
    assert still_to_play == case["seats_still_to_play"]
    assert state.end_game_token == ender


@named("winners")
def test_of_equal_scores_the_seat_furthest_from_the_first_wins(case: dict[str, Any]) -> None:
    scores = case["scores_by_seat"]
    state = position(len(scores))
    assert GAME.engine.winners(state, scores) == 1 << case["winner_seat"]


def test_every_refusal_names_its_rule() -> None:
    crowded = ("C....", "C....", "C....", "C....", "CB...", "CB...")
    state = position(2, LONE, [crowded])
    assert refused(state, "d2e2>2", seat=1) == NotYourTurn.code
    assert refused(state, "d2e5>2") == "not_in_a_line"
    assert refused(state, "d5f5>2") == "gap"
    assert refused(state, "d2>1") == "column_too_full"
    assert refused(state, "d3>2") == "no_tile"
    assert refused(state, "d1>2") == "cell_not_in_play"
    assert refused(state, "a1>2") == "cell_not_in_play"
    assert refused(state, "d5e5f5g5>2") == "too_many_tiles"
    assert refused(state, "d5d5>2") == "same_tile_twice"
    assert refused(state, "d2>6") == "no_such_column"
    assert refused(state, "hello") == "unreadable_move"
    block = position(2, ["         "] * 2 + ["   ###   ", "  ###### ", "  ###### ", "   ####  "])
    assert refused(block, "e4>1") == "no_free_side"
    assert refused(block, "e3e4>1") == "freed_by_this_take"
    state.over = 1
    assert refused(state, "d2>2") == MatchOver.code


def test_refusals_mention_what_they_are_about() -> None:
    state = position(2, LONE, [("C....", "C....", "C....", "C....", "C....", "C....")])
    with pytest.raises(LudotecaError, match="column 1 has room for 0, not 2"):
        play(state, "d2e2>1")
    with pytest.raises(LudotecaError, match="no tile on d3"):
        play(state, "d3>2")


def test_the_takes_equal_those_of_the_slow_twin() -> None:
    for players in (2, 3, 4):
        for state in random_states(GAME, players, GAME.choose_options(), seed=31):
            if GAME.to_move(state) is None:
                continue
            room = GAME.position(state).living_room
            assert isinstance(state, MyShelfie)
            emptied = state.copy()
            emptied.filled = [0, 0, 0, 0]
            takes = {
                tuple(sorted(GAME.modules.actions.TAKES[action // 5]))
                for action in GAME.legal(emptied, state.turn)
            }
            assert takes == takeable_lines(room)


def test_tiles_left_over_go_back_into_the_bag_before_the_refill_is_dealt() -> None:
    room = ["         "] * 4 + [" ..##B.. ", " .T....  "]
    state = position(2, room)
    total = GAME.position(state).bag
    after = play(state, "d5e5>1")
    bag = GAME.position(after).bag
    assert after.tiles == 0
    assert GAME.deal_name(after) == "refill"
    assert (bag["B"], bag["T"], bag["C"]) == (total["B"] + 1, total["T"] + 1, total["C"])


def test_kept_tiles_stay_and_only_empty_cells_are_filled() -> None:
    room = ["         "] * 4 + [" ..##..B ", " .T....  "]
    after = play(position(2, room, refill="isolated_keep"), "d5e5>1")
    assert GAME.deal_name(after) == "refill"
    state, outcomes = GAME.deal_one(after, lambda n: 0)
    assert len(outcomes) == 27
    rows = GAME.position(state).living_room
    assert (rows[4][7], rows[5][2]) == ("B", "T")


def test_a_bag_that_runs_short_fills_in_reading_order_as_far_as_it_goes() -> None:
    state = position(4, ["         "] * 4 + ["##.......", "........ "], refill="isolated_return")
    state.bag = sum(GAME.modules.deal.TILE[kind] for kind in (0, 1, 2))  # type: ignore[attr-defined]
    after, outcomes = GAME.deal_one(play(state, "a5b5>1"), lambda n: n - 1)
    assert outcomes == [2, 1, 0]
    assert GAME.position(after).living_room[:2] == ["   GB    ", "   C..   "]
    assert GAME.to_move(after) == 1


def test_both_common_goals_may_be_met_in_one_turn() -> None:
    eight = ("....C", "CBFBC", "CFGTC", "FGCBB", "TBPPF", "CTPPC")
    state = position(2, ["         ", "   C.    ", "   ...   ", "  ###### "], [eight], goals=(8, 9))
    after = play(state, "d2>1")
    assert after.tokens[0] == [8, 8]


def test_a_token_once_taken_is_kept_and_never_taken_twice() -> None:
    stairs = (".....", "C....", "CB...", "CBG..", "CBGF.", "CBGFT")
    state = position(2, LONE, [stairs], goals=(12, 8))
    state = play(state, "d2>1")
    assert state.tokens[0] == [0, 0], "six, four, three, two, one are no stairs"
    shelf = (".....", ".....", "CB...", "CBG..", "CBGF.", "CBGFT")
    state = position(2, [*LONE[:5], " ######  "], [shelf], goals=(12, 8))
    state = play(state, "d2>1")
    assert state.tokens[0] == [8, 0]
    state = play(play(state, "e2>1"), "d5>5")
    assert state.tokens[0] == [8, 0]
