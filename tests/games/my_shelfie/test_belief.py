"""What a seat knows, as a number: the living room and its own goal, nothing that is hidden."""

from functools import partial

from ludoteca import games
from ludoteca.core.generator import below, seeded
from ludoteca.games.my_shelfie.belief import information
from ludoteca.games.my_shelfie.layout import REFILL, MyShelfie
from tests.playing import random_states

GAME = games.load("my_shelfie")


def states(seed: int) -> list[MyShelfie]:
    """Return the positions of a random match at which somebody may move."""
    found = random_states(GAME, 3, GAME.choose_options(), seed)
    return [state for state in found if isinstance(state, MyShelfie) and GAME.movers(state)]


def test_worlds_with_one_view_are_one_to_the_seat() -> None:
    for state in states(1):
        seat = GAME.movers(state)[0]
        others = [GAME.resample(GAME.view(state, seat), seeded(2, world)) for world in range(3)]
        found = {information(world, seat) for world in (state, *others)}  # type: ignore[arg-type]
        assert len(found) == 1
        assert 0 not in found


def test_the_goal_of_the_seat_tells_worlds_apart() -> None:
    state = states(3)[7]
    found = set()
    for card in range(1, 13):
        state.personal_goal[1] = card
        found.add(information(state, 1))
        assert information(state, 0) == information(states(3)[7], 0)
    assert len(found) == 12


def test_what_a_refill_brings_tells_worlds_apart() -> None:
    refills = [
        state
        for state in random_states(GAME, 4, GAME.choose_options(), 5)
        if isinstance(state, MyShelfie) and state.due == REFILL
    ]
    assert refills
    for state in refills:
        found = set()
        for world in range(20):
            dealt, _ = GAME.deal_all(state, partial(below, seeded(6, world)))
            found.add(information(dealt, 0))  # type: ignore[arg-type]
        assert len(found) == 20
