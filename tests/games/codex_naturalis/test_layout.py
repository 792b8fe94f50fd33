"""The state is small enough to be copied often, and its cells lead back to positions."""

import pytest

from ludoteca.games.codex_naturalis.actions import (
    ACTIONS,
    PLACE_CARD,
    place_action,
    side_of,
    slot_of,
    spot_of,
)
from ludoteca.games.codex_naturalis.catalog import CORNER_STEPS
from ludoteca.games.codex_naturalis.layout import CodexNaturalis, cell_of, position_of
from tests.games.codex_naturalis.tables import GAME
from tests.games.codex_naturalis.twins import CORNER_STEPS as STEPS
from tests.playing import random_states


def test_a_state_has_at_most_two_kilobytes() -> None:
    assert CodexNaturalis.dtype.itemsize <= 2048


@pytest.mark.parametrize("start", [(0, 0), (5, -7), (-40, 40), (-3, -9)])
def test_the_steps_of_the_corners_lead_to_their_neighbours(start: tuple[int, int]) -> None:
    for corner, (right, up) in enumerate(STEPS.values()):
        near = position_of(cell_of(*start) + CORNER_STEPS[corner])
        assert near == (start[0] + right, start[1] + up)


def test_actions_are_numbers_without_gaps() -> None:
    assert place_action(0, 0, 0) == PLACE_CARD
    assert place_action(2, 1, 4 * 86 + 3) == ACTIONS - 1
    for action in range(PLACE_CARD, ACTIONS):
        assert place_action(slot_of(action), side_of(action), spot_of(action)) == action


def test_options_are_read_back() -> None:
    for tie_break in ("objective_points", "objectives_completed"):
        state = GAME.new(2, {"tie_break": tie_break})
        assert GAME.options_of(state) == {"tie_break": tie_break}


def test_records_of_arrays_hold_every_state() -> None:
    for state in random_states(GAME, 3, GAME.choose_options(), seed=4):
        states = state.array(1)
        state.into(states, 0)
        assert CodexNaturalis.of(states, 0) == state
