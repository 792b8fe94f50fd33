"""The slow rules of Codex Naturalis agree with the worked examples of the rulings."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from tests.games.codex_naturalis import twins
from tests.games.codex_naturalis.twins import Area, Placement, Position

PATTERNS = [number for number, card in twins.OBJECTIVE_CARDS.items() if card["kind"] == "pattern"]


def face_down(starter: Placement, places: Sequence[tuple[str, Position]]) -> list[Placement]:
    """Build an area of a starter card and the backs of cards of the kingdoms named."""
    piles: dict[str, list[int]] = {kingdom: [] for kingdom in twins.KINGDOMS}
    for number, card in twins.DEALT_CARDS.items():
        piles[card["kingdom"]].append(number)
    cards = [(piles[kingdom].pop(0), "back", x, y) for kingdom, (x, y) in places]
    return [starter, *cards]


def running_points(area: Area) -> list[int]:
    """Add up the points after each placement but the starter card."""
    earned = [twins.placement_points(area[:order], area[order]) for order in range(1, len(area))]
    return [sum(earned[: order + 1]) for order in range(len(earned))]


def test_five_cards_can_block_an_area() -> None:
    """Follow vector V1: requirements, points and legal positions card by card."""
    area: list[Placement] = [
        (85, "front", 0, 0),
        (13, "front", 1, 1),
        (59, "front", -1, 1),
        (57, "front", 2, 0),
        (32, "front", 0, 2),
        (79, "front", 1, 3),
    ]
    assert twins.refused(area) is None
    assert running_points(area) == [0, 3, 6, 6, 9]
    assert [twins.legal_positions(area[: order + 1]) for order in range(1, 6)] == [
        {(-1, 1), (0, 2), (2, 0)},
        {(0, 2), (2, 0)},
        {(0, 2)},
        {(1, 3)},
        set(),
    ]


def test_an_object_covered_by_the_card_itself_is_not_paid() -> None:
    """Follow the first half of vector V2: the quill of card 5 is covered."""
    before: list[Placement] = [(81, "back", 0, 0), (5, "front", 1, 1)]
    placement = (41, "front", 2, 2)
    assert twins.refused([*before, placement]) is None
    assert twins.placement_points(before, placement) == 1


def test_a_requirement_is_checked_before_the_card_covers_anything() -> None:
    """Follow the second half of vector V2: a fungi that the card needs is covered by it."""
    before: list[Placement] = [(81, "back", 0, 0), (5, "front", 1, 1)]
    placement = (41, "front", 2, 0)
    assert twins.symbols(before)["fungi"] == 2
    assert twins.refused([*before, placement]) is None
    assert twins.placement_points(before, placement) == 2
    assert twins.symbols([*before, placement])["fungi"] == 1


@pytest.mark.parametrize(
    ("length", "patterns"), [(2, 0), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (9, 3)]
)
def test_a_diagonal_run_holds_a_pattern_for_every_three_cards(length: int, patterns: int) -> None:
    """Follow vector V3 for each length of the run."""
    run = [("fungi", (step, step)) for step in range(1, length + 1)]
    area = face_down((81, "front", 0, 0), run)
    assert twins.refused(area) is None
    assert twins.pattern_count(area, 87) == patterns
    assert twins.objective_points(area, 87) == 2 * patterns


def test_the_starter_card_interrupts_a_diagonal() -> None:
    """Follow the first half of vector V4."""
    fungi = [("fungi", (-1, -1)), ("fungi", (1, 1)), ("fungi", (2, 2))]
    area = face_down((81, "front", 0, 0), fungi)
    assert twins.refused(area) is None
    assert twins.pattern_count(area, 87) == 0


def test_a_diagonal_in_the_other_direction_does_not_count() -> None:
    """Follow the second half of vector V4."""
    fungi = [("fungi", (1, -1)), ("fungi", (2, -2)), ("fungi", (3, -3))]
    area = face_down((81, "front", 0, 0), fungi)
    assert twins.refused(area) is None
    assert twins.pattern_count(area, 87) == 0


def test_overlapping_patterns_are_chosen_so_that_most_of_them_count() -> None:
    """Follow vector V5; the animal at (0, 6) only carries the topmost fungi."""
    chain = [("fungi", (1, 1)), ("plant", (2, 0)), ("plant", (2, 2)), ("fungi", (1, 3))]
    chain += [("plant", (2, 4)), ("fungi", (1, 5)), ("animal", (0, 6)), ("fungi", (1, 7))]
    area = face_down((81, "front", 0, 0), chain)
    assert twins.refused(area) is None
    assert len(twins.instances(area, 91)) == 3
    assert twins.pattern_count(area, 91) == 2
    assert twins.objective_points(area, 91) == 6


def test_a_card_may_serve_two_objectives() -> None:
    """Follow vector V6: the fungi at (1, 1) counts for both."""
    places = [("fungi", (1, 1)), ("fungi", (2, 2)), ("fungi", (3, 3))]
    places += [("fungi", (1, 3)), ("plant", (2, 0))]
    area = face_down((81, "front", 0, 0), places)
    assert twins.refused(area) is None
    assert twins.objective_points(area, 87) == 2
    assert twins.objective_points(area, 91) == 3


def test_eight_resources_are_two_sets_of_three() -> None:
    """Follow the first half of vector V7."""
    area = face_down((84, "front", 0, 0), [("fungi", (step, step)) for step in range(1, 9)])
    assert twins.refused(area) is None
    assert twins.symbols(area)["fungi"] == 8
    assert twins.objective_points(area, 95) == 4


def test_objects_are_counted_in_sets_and_in_pairs() -> None:
    """Follow the second half of vector V7; object symbols hang on both sides of a diagonal."""
    spine = [("insect", (step, step)) for step in range(1, 8)]
    area = [
        *face_down((84, "front", 0, 0), spine),
        (5, "front", 2, 0),
        (15, "front", 4, 2),
        (27, "front", 0, 2),
        (25, "front", 6, 4),
        (6, "front", 2, 4),
        (26, "front", 8, 6),
        (17, "front", 4, 6),
    ]
    assert twins.refused(area) is None
    visible = twins.symbols(area)
    assert [visible[name] for name in ("quill", "inkwell", "manuscript")] == [3, 2, 2]
    assert [twins.objective_points(area, number) for number in (99, 100, 101, 102)] == [6, 2, 2, 2]


def test_a_card_that_covers_four_corners_is_paid_for_each() -> None:
    """Close a ring of face-down cards with gold card 44."""
    ring = [("fungi", (1, 1)), ("fungi", (-1, 1)), ("insect", (2, 2)), ("insect", (-2, 2))]
    ring += [("fungi", (1, 3)), ("fungi", (-1, 3))]
    before = face_down((84, "front", 0, 0), ring)
    placement = (44, "front", 0, 2)
    assert twins.refused([*before, placement]) is None
    assert twins.placement_points(before, placement) == 8


def test_a_face_down_card_needs_and_earns_nothing() -> None:
    """Play the dearest gold card with its back up on the starter card."""
    before: list[Placement] = [(81, "front", 0, 0)]
    assert not twins.meets_requirement(before, 50, "front")
    assert twins.meets_requirement(before, 50, "back")
    assert twins.placement_points(before, (50, "back", 1, 1)) == 0
    assert twins.symbols([*before, (50, "back", 1, 1)])["fungi"] == 1


@pytest.mark.parametrize(
    ("area", "reason"),
    [
        ([(1, "front", 0, 0)], "1 front at (0, 0): the first card is not a starter card"),
        ([(81, "back", 1, 1)], "81 back at (1, 1): the starter card does not lie at (0, 0)"),
        ([(81, "upside", 0, 0)], "81 upside at (0, 0): a side is front or back"),
        (
            [(81, "back", 0, 0), (82, "back", 1, 1)],
            "82 back at (1, 1): the card is neither a resource card nor a gold card",
        ),
        (
            [(81, "back", 0, 0), (1, "back", 1, 1), (1, "back", -1, 1)],
            "1 back at (-1, 1): the card already lies in the area",
        ),
        (
            [(81, "back", 0, 0), (1, "back", 1, 1), (2, "back", 1, 1)],
            "2 back at (1, 1): the position is taken",
        ),
        ([(81, "back", 0, 0), (1, "back", 2, 0)], "1 back at (2, 0): the card covers no corner"),
        (
            [(85, "front", 0, 0), (1, "back", 1, -1)],
            "1 back at (1, -1): the card covers a hidden corner",
        ),
        (
            [(81, "back", 0, 0), (47, "front", 1, 1)],
            "47 front at (1, 1): the requirement of the card is not met",
        ),
    ],
)
def test_an_impossible_placement_is_refused_with_its_reason(area: Area, reason: str) -> None:
    """Compare the reason given for each kind of mistake."""
    assert twins.refused(area) == reason


def test_random_areas_are_legal_and_of_every_size() -> None:
    """Read random areas back card by card."""
    areas = list(twins.random_areas(Random(1), 500))
    assert all(twins.refused(area) is None for area in areas)
    assert {1, 45} <= {len(area) for area in areas} <= set(range(1, 46))


def test_random_areas_hold_every_pattern_and_many_overlaps() -> None:
    """Count areas where a pattern occurs, and where its instances share cards."""
    areas = list(twins.random_areas(Random(2), 500))
    for number in PATTERNS:
        counted = [twins.pattern_count(area, number) for area in areas]
        found = [len(twins.instances(area, number)) for area in areas]
        assert sum(count > 0 for count in counted) >= 30
        assert sum(count < all_of for count, all_of in zip(counted, found, strict=True)) >= 8


def test_the_search_finds_as_many_patterns_as_trying_all_subsets() -> None:
    """Compare with every subset of the instances, where these are few enough."""
    for area in twins.random_areas(Random(3), 200):
        for number in PATTERNS:
            found = twins.instances(area, number)
            if len(found) > 10:
                continue
            best = max(
                size
                for size in range(len(found) + 1)
                for chosen in combinations(found, size)
                if sum(map(len, chosen)) == len(frozenset().union(*chosen))
            )
            assert twins.pattern_count(area, number) == best
