"""The play area equals its slow twin, whatever its size."""

import os
from random import Random

import pytest

from ludoteca.games.codex_naturalis.catalog import FIRST_OBJECTIVE, OBJECTIVE_CARDS
from ludoteca.games.codex_naturalis.deal.audit import fault_of_seat
from ludoteca.games.codex_naturalis.drawing.areas import legal_positions
from ludoteca.games.codex_naturalis.layout import AREA, SLOTS, cell_of, position_of
from ludoteca.games.codex_naturalis.play_area import card_at, clear_area, may_show_front
from ludoteca.games.codex_naturalis.rules.turn import placing_points
from ludoteca.games.codex_naturalis.scoring.objectives import objective_points
from ludoteca.games.codex_naturalis.view import symbol_counts
from tests.games.codex_naturalis import twins
from tests.games.codex_naturalis.tables import BLOCKED_IN_FIVE, laid_out
from tests.games.codex_naturalis.twins import Placement
from tests.sizes import fixed_size

AREAS = int(os.environ.get("LUDOTECA_AREAS", fixed_size(2_000, 20_000)))
"""How many random areas are compared."""


def test_random_areas_equal_their_slow_twins() -> None:
    """Compare legal positions, symbols, requirements and the points of all objectives."""
    for area in twins.random_areas(Random(5), AREAS):
        state, places = laid_out(area), twins.legal_positions(area)
        assert set(legal_positions(state, 0)) == places
        assert state.places[0] == len(places)
        visible = twins.symbols(area)
        assert symbol_counts(state.symbols[0]) == visible
        for number in range(FIRST_OBJECTIVE, FIRST_OBJECTIVE + OBJECTIVE_CARDS):
            assert objective_points(state, 0, number) == twins.objective_points(area, number)
        for number, card in twins.GOLD_CARDS.items():
            allowed = all(visible[name] >= count for name, count in card["requires"].items())
            assert may_show_front(state, 0, number) == allowed
        assert fault_of_seat(state, 0) == 0


def test_the_points_of_placing_equal_the_slow_twin() -> None:
    for area in twins.random_areas(Random(6), 60):
        state = laid_out(area[:1])
        for order in range(1, len(area)):
            card, side, x, y = area[order]
            covered = len(twins.facing_corners(area[:order], (x, y)))
            state = laid_out(area[: order + 1])
            points = placing_points(card, ("front", "back").index(side), covered, state.symbols[0])
            assert points == twins.placement_points(area[:order], area[order])


@pytest.mark.parametrize("step", [(1, 1), (-1, 1), (1, -1), (-1, -1)])
def test_all_cards_fit_in_one_row(step: tuple[int, int]) -> None:
    """The longest area there can be finds every card again; nothing limits its size."""
    area: list[Placement] = [(84, "front", 0, 0)]
    area += [(card, "back", card * step[0], card * step[1]) for card in twins.DEALT_CARDS]
    assert len(area) == AREA
    state = laid_out(area)
    for card, _, x, y in area:
        assert card_at(state, 0, cell_of(x, y)) == card
        assert position_of(cell_of(x, y)) == (x, y)
    assert set(legal_positions(state, 0)) == twins.legal_positions(area)
    assert fault_of_seat(state, 0) == 0


def test_a_staircase_of_all_cards_finds_every_card() -> None:
    """Two long rows that meet at the starter card want many slots twice."""
    area: list[Placement] = [(84, "front", 0, 0)]
    for card in twins.DEALT_CARDS:
        n = (card + 1) // 2
        area.append((card, "back", n, n) if card % 2 else (card, "back", n, -n))
    state = laid_out(area)
    assert sum(card != 0 for card in state.slots[0]) == AREA < SLOTS
    assert all(card_at(state, 0, cell_of(x, y)) == card for card, _, x, y in area)
    assert set(legal_positions(state, 0)) == twins.legal_positions(area)


def test_cells_are_unique_as_far_as_cards_reach() -> None:
    reach = range(-AREA, AREA + 1)
    cells = {cell_of(x, y) for x in reach for y in reach if (x + y) % 2 == 0}
    assert len(cells) == sum((x + y) % 2 == 0 for x in reach for y in reach)


def test_near_cells_never_want_the_same_slot() -> None:
    near = range(-15, 16)
    for u in near:
        for v in near:
            if 0 < abs(u) + abs(v) < 16:
                assert cell_of(u - v, u + v) % SLOTS != 0


def test_five_cards_can_block_an_area() -> None:
    """Vector V1: requirements, and the legal positions after each card."""
    left = []
    for order, (card, _, _, _) in enumerate(BLOCKED_IN_FIVE):
        if order:
            assert may_show_front(laid_out(BLOCKED_IN_FIVE[:order]), 0, card)
            left.append(legal_positions(laid_out(BLOCKED_IN_FIVE[: order + 1]), 0))
    assert left == [[(-1, 1), (0, 2), (2, 0)], [(0, 2), (2, 0)], [(0, 2)], [(1, 3)], []]


def test_a_hidden_corner_forbids_a_position_for_ever() -> None:
    """Card 11 hides its bottom right corner, so nothing can ever lie at 2,0."""
    area: list[Placement] = [(84, "front", 0, 0), (11, "front", 1, 1), (1, "back", 1, -1)]
    assert (2, 0) not in legal_positions(laid_out(area), 0)
    more: list[Placement] = [(2, "back", 2, -2), (3, "back", 3, -1)]
    assert (2, 0) not in legal_positions(laid_out([*area, *more]), 0)


def test_a_hidden_corner_of_a_new_card_closes_a_position_that_was_legal() -> None:
    area: list[Placement] = [(84, "front", 0, 0), (1, "back", 1, 1)]
    assert (2, 0) in legal_positions(laid_out(area), 0)
    area.append((1 + 9, "front", 1, -1))  # its top left corner is hidden, not the top right one
    assert (2, 0) in legal_positions(laid_out(area), 0)
    area[2] = (13, "front", 1, -1)  # its top right corner is hidden
    assert (2, 0) not in legal_positions(laid_out(area), 0)


def test_the_new_cards_own_corners_do_not_matter() -> None:
    """Card 70 hides both left corners and may still cover with them."""
    area: list[Placement] = [(84, "front", 0, 0), (70, "front", 1, 1)]
    assert card_at(laid_out(area), 0, cell_of(1, 1)) == 70
    assert (1, 1) in twins.legal_positions(area[:1])


def test_a_cleared_area_is_as_new() -> None:
    state = laid_out(BLOCKED_IN_FIVE)
    clear_area(state, 0)
    state.players = state.starter[0] = 0
    assert state == type(state)()
