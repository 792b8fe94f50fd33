"""Objective points and winners: the vectors, and a test for each fault seen elsewhere."""

from itertools import permutations
from random import Random

import pytest

from ludoteca.games.codex_naturalis.layout import CodexNaturalis
from ludoteca.games.codex_naturalis.scoring import score, score_parts, winners
from ludoteca.games.codex_naturalis.scoring.objectives import objective_points, times_fulfilled
from tests.games.codex_naturalis.tables import GAME, face_down, laid_out, position
from tests.games.codex_naturalis.twins import Placement, Position
from tests.playing import random_match

STARTER: Placement = (81, "front", 0, 0)

CHAIN: list[tuple[str, Position]] = [
    ("fungi", (1, 1)),
    ("plant", (2, 0)),
    ("plant", (2, 2)),
    ("fungi", (1, 3)),
    ("plant", (2, 4)),
    ("fungi", (1, 5)),
    ("animal", (0, 6)),
    ("fungi", (1, 7)),
]
"""Vector V5: three patterns of objective 91, two of which share no card; the animal carries."""


def loose(places: list[tuple[str, Position]]) -> CodexNaturalis:
    """Lay cards out face down, whether or not they could have been placed in this order."""
    return laid_out(face_down(STARTER, places))


def run(kingdom: str, cells: list[Position]) -> CodexNaturalis:
    """Lay out cards of one kingdom."""
    return loose([(kingdom, cell) for cell in cells])


@pytest.mark.parametrize(
    ("length", "patterns"), [(2, 0), (3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (9, 3)]
)
def test_a_diagonal_run_holds_a_pattern_for_every_three_cards(length: int, patterns: int) -> None:
    """Vector V3."""
    state = run("fungi", [(n, n) for n in range(1, length + 1)])
    assert times_fulfilled(state, 0, 87) == patterns
    assert objective_points(state, 0, 87) == 2 * patterns


def test_the_starter_card_interrupts_a_diagonal_and_the_direction_matters() -> None:
    """Vector V4."""
    assert objective_points(run("fungi", [(-1, -1), (1, 1), (2, 2)]), 0, 87) == 0
    assert objective_points(run("fungi", [(1, -1), (2, -2), (3, -3)]), 0, 87) == 0


def test_of_overlapping_patterns_the_most_count() -> None:
    """Vector V5."""
    assert objective_points(loose(CHAIN), 0, 91) == 6


def test_one_card_may_serve_two_objectives() -> None:
    """Vector V6."""
    state = loose([("fungi", c) for c in ((1, 1), (2, 2), (3, 3), (1, 3))] + [("plant", (2, 0))])
    assert objective_points(state, 0, 87) == 2
    assert objective_points(state, 0, 91) == 3


def test_sets_are_counted_by_whole_sets() -> None:
    """Vector V7: eight fungi; then three quills, two inkwells, two manuscripts."""
    state = CodexNaturalis()
    state.placed[0] = 1
    state.symbols[0] = 8
    assert objective_points(state, 0, 95) == 4
    state.symbols[0] = 3 << 32 | 2 << 40 | 2 << 48
    assert [objective_points(state, 0, card) for card in (99, 100, 101, 102)] == [6, 2, 2, 2]
    assert [objective_points(state, 0, card) for card in (95, 96, 97, 98)] == [0, 0, 0, 0]


def test_fault_2_only_the_three_cards_of_a_pattern_are_used() -> None:
    """The fungi at 2,2 lies inside the box round the first pattern and belongs to the second."""
    first = [("fungi", (1, 1)), ("fungi", (1, 3)), ("plant", (2, 0))]
    second = [("fungi", (2, 2)), ("fungi", (2, 4)), ("plant", (3, 1))]
    assert times_fulfilled(loose(first + second), 0, 91) == 2


@pytest.mark.parametrize(
    ("card", "pair", "third", "right", "mirrored"),
    [
        (91, "fungi", "plant", (6, 4), (4, 4)),
        (92, "plant", "insect", (4, 4), (6, 4)),
        (93, "animal", "fungi", (6, 8), (4, 8)),
        (94, "insect", "animal", (4, 8), (6, 8)),
    ],
)
def test_fault_3_patterns_are_never_mirrored(
    card: int, pair: str, third: str, right: Position, mirrored: Position
) -> None:
    column: list[tuple[str, Position]] = [(pair, (5, 5)), (pair, (5, 7))]
    assert times_fulfilled(loose([*column, (third, right)]), 0, card) == 1
    assert times_fulfilled(loose([*column, (third, mirrored)]), 0, card) == 0
    upside_down = (right[0], 12 - right[1])
    assert times_fulfilled(loose([*column, (third, upside_down)]), 0, card) == 0


def test_fault_4_a_run_starts_over_after_a_gap_and_no_card_counts_twice() -> None:
    gap = run("fungi", [(1, 1), (2, 2), (4, 4), (5, 5)])
    assert times_fulfilled(gap, 0, 87) == 0
    other = loose([("fungi", (n, n)) for n in (1, 2, 4, 5)] + [("plant", (3, 3))])
    assert times_fulfilled(other, 0, 87) == 0
    assert times_fulfilled(run("fungi", [(n, n) for n in range(1, 6)]), 0, 87) == 1


def test_fault_5_the_first_card_of_a_pattern_is_used_up_too() -> None:
    """Two patterns share the middle fungi: it is the first card of the upper one."""
    column = [("fungi", (1, y)) for y in (1, 3, 5)]
    assert times_fulfilled(loose([*column, ("plant", (2, 0)), ("plant", (2, 2))]), 0, 91) == 1


def test_fault_6_patterns_are_counted_not_their_cards() -> None:
    """Four patterns in a chain have nine different cards, but only two share none."""
    chain = [("fungi", (1, y)) for y in (1, 3, 5, 7, 9)]
    chain += [("plant", (2, y)) for y in (0, 2, 4, 6)]
    assert times_fulfilled(loose(chain), 0, 91) == 2


def test_fault_7_scoring_changes_nothing() -> None:
    state = random_match(GAME, 2, GAME.choose_options(), seed=3).state
    before = state.copy()
    first = [GAME.scores(state), GAME.winners(state)]
    assert state == before
    assert [GAME.scores(state), GAME.winners(state)] == first


def test_fault_8_a_tie_is_broken_among_the_tied_only() -> None:
    """Seat 2 has the most objective points, but a lower score."""
    areas = [[(card, "front", 0, 0)] for card in (81, 82, 83)]
    state = position(areas, [[1], [2], [3]], stage="over", points=(20, 20, 0), end="points!")
    assert winners(state, [24, 24, 22]) == 0b011
    assert winners(state, [24, 25, 22]) == 0b010
    state.points = [20, 18, 0, 0]
    assert winners(state, [24, 24, 22]) == 0b010


def test_fault_9_each_objective_pays_its_own_points() -> None:
    """The secret objective pays three a pattern, the common one two."""
    more: list[tuple[str, Position]] = [("fungi", (2, 6)), ("fungi", (3, 7))]
    areas = [face_down(STARTER, [*CHAIN, *more]), [(82, "back", 0, 0)]]
    state = position(areas, [[40], [80]], common=(95, 96), secrets=(91, 93))
    assert score_parts(state, 0) == {"track": 0, "common": [4, 2], "secret": 6, "total": 12}
    assert score(state, 0) == 12


def test_fault_10_the_order_of_placing_does_not_matter() -> None:
    rng = Random(4)
    state = loose(CHAIN)
    cards = state.area[0][1:9]
    for order in rng.sample(list(permutations(cards)), 200):
        state.area[0][1:9] = order
        assert times_fulfilled(state, 0, 91) == 2


@pytest.mark.parametrize(
    ("tie_break", "winner"), [("objective_points", 0), ("objectives_completed", 1)]
)
def test_the_option_decides_what_breaks_a_tie(tie_break: str, winner: int) -> None:
    """Seat 0 has more objective points, all from one card; seat 1 has fulfilled two cards."""
    fungi = face_down((81, "front", 0, 0), [("fungi", (n, n)) for n in range(1, 10)])
    mixed = [(84, "front", 0, 0), *((card, "back", card - 10, card - 10) for card in (11, 12, 13))]
    mixed += [(card, "back", card - 17, card - 17) for card in (21, 22, 23)]
    state = position(
        [fungi, mixed],
        [[40], [80]],
        stage="over",
        end="points!",
        points=(18, 20),
        common=(95, 96),
        secrets=(89, 97),
        tie_break=tie_break,
    )
    assert GAME.scores(state) == [
        {"track": 18, "common": [6, 0], "secret": 0, "total": 24},
        {"track": 20, "common": [0, 2], "secret": 2, "total": 24},
    ]
    assert GAME.winners(state) == [winner]


def test_an_unbroken_tie_is_a_shared_victory() -> None:
    areas = [[(81, "front", 0, 0)], [(82, "front", 0, 0)], [(83, "front", 0, 0)]]
    state = position(areas, [[1], [2], [3]], stage="over", end="points!", points=(20, 19, 20))
    assert GAME.winners(state) == [0, 2]


def test_an_unknown_secret_objective_gives_nothing() -> None:
    state = position(
        [face_down(STARTER, CHAIN), [(82, "back", 0, 0)]], [[40], [80]], secrets=(91, 93)
    )
    view = GAME.view(state, 1).state
    assert isinstance(view, CodexNaturalis)
    assert score_parts(view, 0)["secret"] == 0
    assert score_parts(state, 0)["secret"] == 6


def test_there_is_no_cap_at_the_end_of_the_track() -> None:
    state = position([[STARTER], [(82, "back", 0, 0)]], [[1], [2]], points=(35, 29))
    assert score(state, 0) == 35
