"""Turns of Codex Naturalis: placing, drawing, being blocked, and the ways to the end."""

from ludoteca.games.codex_naturalis.layout import (
    ALL_BLOCKED,
    BY_DECKS,
    BY_POINTS,
    NOT_YET,
    OVER,
    PLACE,
    SPOT_WORDS,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.view import symbol_counts
from tests.games.codex_naturalis.tables import (
    BLOCKED_IN_FIVE,
    GAME,
    dealt,
    face_down,
    played,
    position,
    ready_match,
)
from tests.games.codex_naturalis.twins import Placement
from tests.playing import random_match

ALONE: list[Placement] = [(82, "back", 0, 0)]
OTHER: list[Placement] = [(83, "back", 0, 0)]
AREA: list[Placement] = [(84, "front", 0, 0)]


def turn(state: CodexNaturalis, seat: int) -> CodexNaturalis:
    """Play a whole turn face down, drawing what there is; deal what follows."""
    assert state.turn == seat
    state = dealt(quiet_move(state, seat))
    if state.phase not in (PLACE, OVER):
        state = dealt(quiet_move(state, seat))
    return state


def quiet_move(state: CodexNaturalis, seat: int) -> CodexNaturalis:
    """Make the first legal move that scores nothing."""
    for action in GAME.legal(state, seat):
        after = GAME.apply(state, seat, action)
        assert isinstance(after, CodexNaturalis)
        if after.points == state.points:
            return after
    raise AssertionError("every move scores")


# Points and requirements


def test_vector_1_scores_and_blocks() -> None:
    """Five cards, all requirements met in this order; then no position is left."""
    hand = [13, 57, 59]
    state = position([BLOCKED_IN_FIVE[:1], ALONE], [hand, [1]])
    track = []
    for (card, side, x, y), following in zip(BLOCKED_IN_FIVE[1:], (32, 79, 0, 0, 0), strict=True):
        state = played(state, 0, f"{card} {side} {x},{y}")
        track.append(state.points[0])
        state.phase, state.turn = PLACE, 0  # seat 0 plays on alone
        if following:
            state.hand[0] = sorted([*state.hand[0][:2], following])
    assert track == [0, 3, 6, 6, 9]
    assert state.places[0] == 0


def test_vector_2_an_object_covered_by_the_card_itself_is_not_paid() -> None:
    area: list[Placement] = [(81, "back", 0, 0), (5, "front", 1, 1)]
    state = position([area, ALONE], [[41], [1]])
    assert played(state, 0, "41 front 2,2").points[0] == 1


def test_vector_2_a_requirement_may_be_covered_by_its_own_card() -> None:
    area: list[Placement] = [(81, "back", 0, 0), (5, "front", 1, 1)]
    state = played(position([area, ALONE], [[41], [1]]), 0, "41 front 2,0")
    assert state.points[0] == 2
    assert symbol_counts(state.symbols[0])["fungi"] == 1


def test_corners_are_paid_for_each_one_covered() -> None:
    """Gold card 44 closes a ring of face-down cards and covers four corners."""
    ring = [("fungi", (1, 1)), ("fungi", (-1, 1)), ("insect", (2, 2)), ("insect", (-2, 2))]
    ring += [("fungi", (1, 3)), ("fungi", (-1, 3))]
    state = position([face_down(AREA[0], ring), ALONE], [[44], [80]])
    assert played(state, 0, "44 front 0,2").points[0] == 8
    assert played(state, 0, "44 back 0,2").points[0] == 0


def test_a_card_face_down_needs_nothing_and_shows_its_kingdom() -> None:
    state = played(position([AREA, ALONE], [[50], [1]]), 0, "50 back 1,1")
    assert symbol_counts(state.symbols[0])["fungi"] == 1
    assert state.points[0] == 0


def test_points_go_beyond_the_track() -> None:
    ring = [("fungi", (1, 1)), ("fungi", (-1, 1)), ("insect", (2, 2)), ("insect", (-2, 2))]
    ring += [("fungi", (1, 3)), ("fungi", (-1, 3))]
    state = position([face_down(AREA[0], ring), ALONE], [[44], [80]], points=(27, 0), end="points!")
    assert played(state, 0, "44 front 0,2").points[0] == 35


# Drawing


def test_a_draw_from_a_deck_takes_its_top_and_turns_up_the_next() -> None:
    state = position([AREA, ALONE], [[47, 48], [1]], stage="draw")
    top, below = state.top[0], state.below[0]
    after = played(state, 0, "draw resource")
    assert after.hand[0] == [top, 47, 48]
    assert [after.top[0], after.below[0], GAME.deal_name(after)] == [0, below, "resource_top"]
    assert GAME.to_move(after) is None
    again = dealt(after)
    assert again.below[0] == below - 1
    assert again.top[0] > 0


def test_a_face_up_card_is_replaced_from_the_deck_of_its_kind() -> None:
    state = position([AREA, ALONE], [[47, 48], [1]], stage="draw")
    top, taken = state.top[1], state.face_up[3]
    after = played(state, 0, f"draw {taken}")
    assert after.face_up[3] == top
    assert after.hand[0] == sorted([47, 48, taken])
    assert [after.top[1], GAME.deal_name(after)] == [0, "gold_top"]


def test_a_place_stays_empty_when_the_deck_of_its_kind_is() -> None:
    resources = [card for card in range(1, 41) if card not in (1, 2, 3)]
    area = [ALONE[0], *((card, "back", n, n) for n, card in enumerate(resources, 1))]
    state = position([AREA, area], [[47, 48], [3]], stage="draw", face_up=[1, 2, 41, 42])
    after = played(state, 0, "draw 1")
    assert after.face_up == [0, 2, 41, 42]
    assert GAME.deal_name(after) is None
    assert after.ending == NOT_YET


def test_nothing_left_to_draw_skips_the_draw() -> None:
    """Decks and places are empty: the match goes on with smaller hands to its end."""
    state = position([AREA, ALONE], [[47, 48], [1, 2]], leftover_to=1)
    state = played(state, 0, "47 back 1,1")
    assert [state.phase, state.turn, state.ending, state.last_round] == [PLACE, 1, BY_DECKS, 0]
    state = played(state, 1, "1 back -1,1")
    assert [state.phase, state.turn, state.last_round] == [PLACE, 0, 1]
    state = played(played(state, 0, "48 back 2,2"), 1, "2 back -1,-1")
    assert state.phase == OVER


def test_a_seat_without_cards_is_skipped() -> None:
    state = position([AREA, ALONE], [[47], [1, 2]], leftover_to=1)
    state = played(played(state, 0, "47 back 1,1"), 1, "1 back -1,1")
    assert [state.turn, state.last_round] == [1, 1]
    assert played(state, 1, "2 back -1,-1").phase == OVER


# Being blocked


def test_the_turn_that_blocks_its_own_area_still_draws() -> None:
    state = position([BLOCKED_IN_FIVE[:5], ALONE], [[79, 80], [1]])
    state = played(state, 0, "79 front 1,3")
    assert GAME.position(state).seats[0].blocked
    assert GAME.to_move(state) == 0
    assert GAME.position(state).phase == "draw"


def test_a_blocked_seat_is_skipped_and_its_turns_count_as_taken() -> None:
    state = position([BLOCKED_IN_FIVE, ALONE], [[80], [14, 15, 16]], turn=1)
    for _ in range(3):
        state = turn(state, 1)
        assert state.turn == 1
        assert state.last_round == 0
    state.points[1] = 20
    state = turn(state, 1)
    assert [state.ending, state.last_round, state.turn] == [BY_POINTS, 1, 1]
    state = turn(state, 1)
    assert state.phase == OVER
    assert GAME.scores(state)[0]["track"] == 0


def test_a_blocked_seat_does_not_prolong_the_last_round() -> None:
    """The blocked seat is the last of the round."""
    state = position([ALONE, BLOCKED_IN_FIVE], [[14, 15, 16], [80]], points=(20, 9), end="points!")
    assert turn(state, 0).phase == OVER


def test_when_all_are_blocked_the_match_ends_without_a_draw() -> None:
    """No deal of the cards leads here: the other area is blocked by hand."""
    state = position([BLOCKED_IN_FIVE[:5], ALONE], [[79, 80], [1]])
    state.open[1], state.places[1] = [0] * SPOT_WORDS, 0
    state = played(state, 0, "79 front 1,3")
    assert [state.phase, state.ending] == [OVER, ALL_BLOCKED]
    assert state.hand[0] == [80, 0, 0]
    assert GAME.winners(state) == [0]


# The end


def test_fault_1_one_empty_deck_is_not_the_end() -> None:
    resources = [card for card in range(1, 41) if card not in (3, 4)]
    area = [ALONE[0], *((card, "back", n, n) for n, card in enumerate(resources, 1))]
    state = position([AREA, area], [[3, 47, 48], [4]], face_up=[None, None, 41, 42])
    state = turn(state, 0)
    assert [state.ending, state.last_round] == [NOT_YET, 0]


def test_fault_1_nineteen_points_are_not_the_end_and_twenty_are() -> None:
    for points, ending in ((18, NOT_YET), (19, BY_POINTS)):
        state = position([AREA, ALONE], [[8, 9], [1]], points=(points, 0))
        state = played(state, 0, "8 front 1,1")
        assert [state.points[0], state.ending, state.last_round] == [points + 1, ending, 0]
        assert GAME.position(state).phase == "draw"


def test_vector_8_the_round_is_finished_and_one_more_is_played() -> None:
    state = position([AREA, ALONE, OTHER], [[11], [8, 9], [12]], points=(0, 19, 0), turn=1)
    state = played(state, 1, "8 front 1,1")
    assert state.last_round == 0
    state = dealt(played(state, 1, "draw resource"))
    assert [state.turn, state.last_round] == [2, 0]
    state = turn(state, 2)
    assert [state.turn, state.last_round] == [0, 1]
    for seat in range(3):
        assert state.phase != OVER
        before = list(state.top)
        state = turn(state, seat)
        assert state.top == before, "nobody draws in the last round"
    assert state.phase == OVER


def test_the_last_seat_of_a_round_triggers_only_the_one_extra_round() -> None:
    state = position([AREA, ALONE], [[8, 9], [1, 2]], points=(19, 0), first=1)
    state = dealt(played(played(state, 0, "8 front 1,1"), 0, "draw gold"))
    assert [state.turn, state.last_round] == [1, 1]
    assert turn(turn(state, 1), 0).phase == OVER


def test_a_trigger_in_the_last_round_changes_nothing() -> None:
    state = position([AREA, ALONE], [[8], [9]], points=(20, 19), end="points!", turn=1, first=0)
    state = played(state, 1, "9 front 1,1")
    assert [state.points[1], state.phase] == [20, OVER]


def test_both_decks_empty_is_the_end_whatever_lies_face_up() -> None:
    """The last card of the last deck fills the place of the card that was drawn."""
    used = [card for card in range(1, 81) if card not in (1, 2, 3, 4, 41, 42, 43)]
    area = [ALONE[0], *((card, "back", n, n) for n, card in enumerate(used, 1))]
    state = position([AREA, area], [[3], [4]], stage="draw", face_up=[1, 2, 41, 42])
    assert [state.top, state.below] == [[0, 43], [0, 0]]
    after = played(state, 0, "draw 41")
    assert after.face_up == [1, 2, 43, 42]
    assert [after.ending, after.last_round, after.turn] == [BY_DECKS, 0, 1]
    assert played(state, 0, "draw 1").ending == NOT_YET


def test_random_matches_end_by_points_and_by_decks() -> None:
    endings = set()
    for players, seed in ((2, 0), (2, 1), (4, 0), (4, 1)):
        state = random_match(GAME, players, GAME.choose_options(), seed).state
        assert isinstance(state, CodexNaturalis)
        endings.add(state.ending)
        if state.ending == BY_DECKS:
            assert [*state.top, *state.below] == [0, 0, 0, 0]
        else:
            assert max(state.points) >= 20
    assert endings == {BY_POINTS, BY_DECKS}


def test_all_seats_have_equally_many_turns() -> None:
    for seed in range(5):
        timeline = random_match(GAME, 3, GAME.choose_options(), seed)
        placed = [0] * 3
        for step in timeline.steps:
            if step.kind == "move" and step.action is not None and step.seat is not None:
                placed[step.seat] += step.action >= GAME.modules.actions.PLACE_CARD
        assert len(set(placed)) == 1


def test_a_match_begins_with_the_first_seat_and_goes_clockwise() -> None:
    state = ready_match(4, seed=5)
    order = []
    for _ in range(8):
        order.append(state.turn)
        state = turn(state, state.turn)
    assert order == [(state.first_seat + n) % 4 for n in range(8)]
