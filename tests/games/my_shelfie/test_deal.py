"""What chance decides in My Shelfie."""

from itertools import product

import pytest

from ludoteca import games
from ludoteca.core import dealing, kernel
from ludoteca.core.generator import below, seeded

GAME = games.load("my_shelfie")
REFILL = GAME.options[0]


@pytest.mark.parametrize("players", GAME.player_counts)
def test_dealing_in_one_loop_makes_the_same_rolls_as_one_by_one(players: int) -> None:
    """Every set-up and every refill of whole matches, with all refill rules."""
    one_by_one = kernel.load((dealing.deal_all,), vars(GAME.engine), mode="interpreted").functions
    for seed, rule in product(range(20), REFILL.values):
        fast, slow = seeded(seed), seeded(seed)
        state = GAME.new(players, {REFILL.key: rule})
        while not GAME.is_over(state):
            expected = state.copy()
            GAME.engine.deal_all(state, fast)
            one_by_one.deal_all(expected, slow)
            assert (state, fast) == (expected, slow)
            seat = GAME.to_move(state)
            assert seat is not None
            legal = GAME.legal(state, seat)
            state = GAME.apply(state, seat, legal[below(fast, len(legal))])
            slow[0] = fast[0]
