"""The mask of a game that offers no fast one."""

from ludoteca.core.game import Game
from ludoteca.core.kernel import load
from ludoteca.rl import plain
from tests.rl.playing import begin, each_game


@each_game
def test_both_ways_give_one_mask(game: Game) -> None:
    state, _ = begin(game, 2, seed=3)
    seat = game.to_move(state)
    assert seat is not None
    slow, fast = (bytearray(game.modules.actions.ACTIONS) for _ in range(2))
    kernels = load((plain.mask_into,), vars(game.engine), mode="interpreted").functions
    kernels.mask_into(state, seat, slow)
    game.engine.mask_into(state, seat, fast)
    assert slow == fast
    assert any(slow)
