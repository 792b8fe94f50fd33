"""The quick list of legal actions is that of the contract."""

import pytest

from ludoteca.arena.legal import LegalActions
from ludoteca.core import kernel
from ludoteca.core.game import Game
from tests.arena.modes import MODES
from tests.playing import GAMES, random_states, table_name
from tests.sizes import size


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_it_lists_what_the_game_lists(
    game: Game, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(kernel.MODE_SETTING, mode)
    legal = LegalActions(game)
    for seed in range(size(2, 50)):
        players = game.player_counts[seed % len(game.player_counts)]
        for state in random_states(game, players, game.choose_options(), 40 + seed):
            before = state.copy()
            for seat in game.movers(state):
                found = legal.of(state, seat)
                assert found == game.legal(state, seat)
                assert all(type(action) is int for action in found)
            assert state == before
