"""What the tests of environments share."""

import pytest

from ludoteca import games
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)
each_id = pytest.mark.parametrize("game_id", games.names())


def deal_out(game: Game, state: State, rng: list[int]) -> State:
    """Let chance decide, roll by roll, as the kernels do it."""
    while size := game.roll_size(state):
        state = game.deal(state, game.roll(state, below(rng, size)))
    return state


def begin(game: Game, players: int, seed: int) -> tuple[State, list[int]]:
    """Begin a match by the interpreted rules; give it with its generator."""
    rng = seeded(seed)
    return deal_out(game, game.new(players), rng), rng
