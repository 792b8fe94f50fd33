"""What chance decides, in the order of the set-up; and what a view leaves open, decided again."""

from collections import Counter

import pytest

from ludoteca.core.generator import below, seeded
from ludoteca.games.codex_naturalis.deal.audit import faults
from ludoteca.games.codex_naturalis.deal.hand import add_to_hand, back_code
from ludoteca.games.codex_naturalis.layout import CARDS, DECK, HAND, CodexNaturalis
from tests.games.codex_naturalis.tables import (
    GAME,
    dealt,
    new_match,
    played,
    position,
    ready_match,
)
from tests.games.codex_naturalis.twins import Placement
from tests.playing import random_match, random_states

AREAS: list[list[Placement]] = [[(82, "back", 0, 0)], [(83, "back", 0, 0)]]


def deals(seed: int, players: int) -> list[str]:
    """Name the plies of the set-up: deals by their names, moves as such."""
    timeline = random_match(GAME, players, GAME.choose_options(), seed)
    return [step.text.split()[1] if step.kind == "deal" else "move" for step in timeline.steps]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_set_up_follows_the_order_of_the_rules(players: int) -> None:
    choices = ["move"] * players
    assert deals(1, players)[: 7 + 2 * players] == [
        "face_up",
        "starters",
        *choices,
        "hands",
        "tops",
        "common_objectives",
        "objectives",
        *choices,
        "first_seat",
    ]


def test_a_side_is_chosen_before_hands_and_objectives_are_dealt() -> None:
    state = new_match(3)
    assert all(state.face_up)
    assert not any(state.top)
    assert not any(card for hand in state.hand for card in hand)
    assert not any(state.common_objectives)
    assert state.first_seat == -1


def test_every_hand_has_two_resource_cards_and_a_gold_card() -> None:
    state = ready_match(4)
    for hand in state.hand:
        assert [card > DECK for card in hand] == [False, False, True]
        assert hand == sorted(hand)


def test_nothing_is_dealt_twice() -> None:
    state = ready_match(4)
    assert faults(state) == 0
    assert len(set(state.starter)) == 4
    objectives = [card for pair in state.objectives_dealt for card in pair]
    assert len({*objectives, *state.common_objectives}) == 10


def test_outcomes_are_equally_likely_and_in_rising_order() -> None:
    state = GAME.new(2)
    assert GAME.chance(state) == [(card, 1) for card in range(1, DECK + 1)]
    state = GAME.deal(GAME.deal(state, 7), 9)
    assert GAME.chance(state) == [(card, 1) for card in range(DECK + 1, CARDS + 1)]


def test_the_first_seat_is_rolled_among_all() -> None:
    state = new_match(3)
    for seat in range(3):
        state = played(state, seat, "back")
    state = dealt(state)
    for seat in range(3):
        state = played(state, seat, f"keep {state.objectives_dealt[seat][1]}")
    assert GAME.deal_name(state) == "first_seat"
    assert GAME.chance(state) == [(0, 1), (1, 1), (2, 1)]


def test_a_hand_stays_in_order_whatever_is_added() -> None:
    state = CodexNaturalis()
    for card in (50, 3, 40):
        add_to_hand(state, 0, card)
    assert state.hand[0] == [3, 40, 50]


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (lambda s: s.hand[0].__setitem__(0, s.hand[0][1]), 1),
        (lambda s: s.top.__setitem__(0, 0), 1),
        (lambda s: s.below.__setitem__(1, 5), 2),
        (lambda s: s.hand[1].reverse(), 3),
        (lambda s: s.seen[0].__setitem__(0, 1 << 38), 3),
        (lambda s: s.common_objectives.__setitem__(0, s.objectives_dealt[0][0]), 4),
        (lambda s: s.secret_objective.__setitem__(0, s.objectives_dealt[1][0]), 4),
        (lambda s: s.starter.__setitem__(0, s.starter[1]), 4),
        (lambda s: s.slots[0].__setitem__(5, 1), 5),
        (lambda s: s.symbols.__setitem__(0, s.symbols[0] + 1), 6),
        (lambda s: s.places.__setitem__(1, 0), 7),
        (lambda s: s.open[1].__setitem__(0, 1), 7),
    ],
)
def test_every_fault_is_found(damage: object, fault: int) -> None:
    state = position(AREAS, [[1, 12, 60], [2, 3, 70]])
    assert faults(state) == 0
    assert callable(damage)
    damage(state)
    assert faults(state) == fault


# What a view leaves open


def worlds(state: CodexNaturalis, seat: int | None, count: int) -> list[CodexNaturalis]:
    """Decide what a view leaves open many times."""
    view = GAME.view(state, seat)
    made = [GAME.resample(view, seeded(n, 1)) for n in range(count)]
    return [world for world in made if isinstance(world, CodexNaturalis)]


def test_a_decided_world_agrees_with_the_view() -> None:
    for state in random_states(GAME, 3, GAME.choose_options(), seed=11):
        for seat in (None, 0, 1, 2):
            view = GAME.view(state, seat)
            world = GAME.resample(view, seeded(5))
            assert GAME.engine.faults(world) == 0
            assert GAME.view(world, seat).state == view.state


def test_cards_that_everybody_saw_stay_where_they_are() -> None:
    state = ready_match(2)
    first = state.turn
    state = played(state, first, f"{state.hand[first][0]} back 1,1")
    taken = state.face_up[1]
    state = dealt(played(state, first, f"draw {taken}"))
    for world in worlds(state, 1 - first, 50):
        assert taken in world.hand[first]
        assert [back_code(card) for card in world.hand[first]] == [
            back_code(card) for card in state.hand[first]
        ]


def test_every_hidden_hand_card_is_equally_likely() -> None:
    """Seat 0 sees the back of a resource card of the fungi; eight cards may be it."""
    state = position(AREAS, [[1, 12, 60], [2, 13, 70]], face_up=[3, 14, 41, 42])
    counts = Counter(world.hand[1][0] for world in worlds(state, 0, 4000))
    assert set(counts) == {2, *range(4, 11)}
    assert all(400 < count < 600 for count in counts.values())


def test_the_top_is_drawn_from_the_same_cards_as_the_hands() -> None:
    state = position(AREAS, [[1, 12, 60], [2, 13, 70]], face_up=[3, 14, 41, 42])
    assert back_code(state.top[0]) == back_code(2)
    pairs = Counter((world.hand[1][0], world.top[0]) for world in worlds(state, 0, 4000))
    assert all(card != top for card, top in pairs)
    assert len(pairs) == 8 * 7
    assert all(35 < count < 115 for count in pairs.values())


def test_hidden_objectives_are_drawn_from_those_not_known() -> None:
    state = position(AREAS, [[1], [2]])
    known = {*state.common_objectives, *state.objectives_dealt[0]}
    seen: Counter[int] = Counter()
    for world in worlds(state, 0, 2000):
        assert world.secret_objective[1] in world.objectives_dealt[1]
        seen[world.secret_objective[1]] += 1
    assert set(seen) == set(range(87, 103)) - known
    assert all(100 < count < 240 for count in seen.values())


def test_a_hidden_starter_side_is_decided_too() -> None:
    state = played(new_match(2), 1, "back")
    sides = {world.side[world.starter[1]] for world in worlds(state, 0, 30)}
    assert sides == {0, 1}
    assert all(world.placed[0] == 0 for world in worlds(state, 0, 3))


def test_a_full_state_is_left_as_it_is() -> None:
    state = ready_match(2)
    twin = state.copy()
    GAME.engine.fill_unknown(twin, 0, seeded(1))
    assert twin == state


def test_a_view_can_be_played_on_with_own_moves() -> None:
    """Placing works as in the full state; a card drawn from a deck is known by its back."""
    state = ready_match(2)
    seat = state.turn
    view = GAME.view(state, seat).state
    for action in GAME.legal(view, seat):
        after = GAME.apply(view, seat, action)
        for draw in GAME.legal(after, seat):
            again = GAME.apply(after, seat, draw)
            assert isinstance(again, CodexNaturalis)
            assert sum(card != 0 for card in again.hand[seat]) == HAND
            assert GAME.roll_size(again) > 0
            GAME.deal(again, GAME.roll(again, below(seeded(1), GAME.roll_size(again))))
