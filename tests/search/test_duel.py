"""Matches between two judgements."""

import pytest

from ludoteca.arena.duel import duel
from ludoteca.core.game import Game
from ludoteca.search.engine import weights_of
from tests.playing import GAMES, table_name


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_equal_weights_share_every_deal(game: Game) -> None:
    for players in game.player_counts:
        weights = list(weights_of(game, players))
        result = duel(game.id, players, [weights, weights], 3, 0, 4)
        assert result.matches == 4 * players
        assert result.win_rate == pytest.approx(1 / players)


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_the_tuned_weights_beat_none_at_all(game: Game) -> None:
    weights = list(weights_of(game, 2))
    assert duel(game.id, 2, [weights, [0] * len(weights)], 4, 0, 12).win_rate > 0.9
