"""Growing a tree of moves over many worlds."""

import pytest

from ludoteca.bots import mcts
from ludoteca.bots.base import Budget
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from tests.playing import GAMES, table_name
from tests.search.positions import decisions

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


@each_game
def test_the_root_thinks_for_its_own_seat_even_when_several_may_move(game: Game) -> None:
    for state, seat in decisions(game, 3, seed=6, every=1)[:12]:
        view, legal = game.view(state, seat), game.legal(state, seat)
        thought = mcts.think(game, view, legal, seeded(1), Budget(playouts=64))
        assert {line.action for line in thought.lines} <= set(legal)


@each_game
def test_every_playout_is_counted_at_the_root(game: Game) -> None:
    for state, seat in decisions(game, 2, seed=7, every=25):
        view, legal = game.view(state, seat), game.legal(state, seat)
        thought = mcts.think(game, view, legal, seeded(2), Budget(playouts=256))
        assert sum(line.playouts for line in thought.lines) == thought.playouts == 256
        most = max(line.playouts for line in thought.lines)
        assert thought.lines[0].playouts == most
