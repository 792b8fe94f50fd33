"""The random bot: any legal move, each equally likely."""

from collections import Counter

import pytest

from ludoteca.bots import Budget, random
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from tests.playing import GAMES, random_states, table_name


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_every_legal_move_is_equally_likely(game: Game) -> None:
    state = next(
        state
        for state in random_states(game, 2, game.choose_options(), seed=71)
        if game.movers(state)
    )
    seat = game.movers(state)[0]
    view = game.view(state, seat)
    legal = game.legal(state, seat)[:5]
    rng = seeded(1)
    counts = Counter(random.choose(game, view, legal, rng, Budget()) for _ in range(2_000))
    assert set(counts) == set(legal)
    assert max(counts.values()) - min(counts.values()) < 1_200 / len(legal)
