"""Positions to search from, for tests."""

from ludoteca.core.game import Game
from ludoteca.core.types import State
from tests.playing import random_states


def decisions(game: Game, players: int, seed: int, every: int) -> list[tuple[State, int]]:
    """Return some positions of a random match, each with a seat that may move."""
    found = [
        (state, seat)
        for state in random_states(game, players, game.choose_options(), seed)
        for seat in game.movers(state)
    ]
    return found[::every]
