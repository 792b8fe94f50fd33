"""Search finds the same in every engine, bit for bit."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from ludoteca.arena import learn
from ludoteca.arena.duel import duel
from ludoteca.bots import mcts
from ludoteca.core.game import Game
from ludoteca.search import engine, forest
from ludoteca.search.candidates import looks
from ludoteca.search.forest import Tree
from ludoteca.search.network import network_of
from tests.playing import GAMES, table_name
from tests.search.compared import Compared, compare
from tests.search.positions import decisions

NODES = 2
"""Fewer than these playouts ask for: a tree that is full is compared, too."""

Both = tuple[Game, dict[str, Compared]]


@pytest.fixture(params=GAMES, ids=table_name)
def both(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Both:
    """Call each kernel of a game loaded and interpreted."""
    game: Game = request.param
    kernels = engine.loaded(game)
    if kernels.is_plain:
        pytest.skip("interpreted itself: there is nothing to compare")
    monkeypatch.setattr(forest, "NODES", NODES)
    provided = {**engine.KNOWLEDGE, **vars(game.engine)}
    return game, compare(kernels, engine.ENTRIES, provided, monkeypatch)


def test_a_tree_grows_the_same_in_every_engine(both: Both) -> None:
    """Where playouts choose their move at the root, and where moves take turns."""
    game, compared = both
    kernels = engine.loaded(game)
    for players in game.player_counts:
        positions = decisions(game, players, seed=18 + players, every=1)
        state, seat = positions[len(positions) * (players - 1) // 5]
        view = game.view(state, seat)
        moves, values = looks(kernels, view, 6)
        tree = Tree(kernels, view, moves, values, mcts.USUAL)
        tree.grow(20, seed=5)
        tree.grow_in_turn(range(len(moves)), 20, seed=6)
        assert tree.playouts == 20 + 20 * len(moves)
        assert tree.nodes == NODES
    assert compared["grow_tree"].calls == 2 * len(game.player_counts)


def test_duels_end_the_same_in_every_engine(both: Both) -> None:
    game, compared = both
    players = game.player_counts[0]
    weights = list(engine.weights_of(game, players))
    duel(game.id, players, [weights, [0] * len(weights)], 4, 0, 1)
    assert compared["play_duels"].calls == 1


def test_positions_to_learn_from_are_the_same_in_every_engine(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, compared = both
    players = game.player_counts[0]
    monkeypatch.setattr(learn, "CHUNK", 1)
    plan = learn.SamplePlan(learn.LearningTask(game.id, players), network_of(game, players))
    learn.SamplePlayer(plan).play((0, 0))
    assert compared["play_samples"].calls == 1


def test_other_weights_are_used_in_one_place_and_by_no_other_thread() -> None:
    game, other = GAMES
    usual = engine.weights_of(game, 2)
    mine = tuple(weight + 1 for weight in usual)
    with engine.judging_by(game, mine):
        assert engine.weights_of(game, 2) == mine
        assert engine.weights_of(other, 2) != mine
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(engine.weights_of, game, 2).result() == usual
    assert engine.weights_of(game, 2) == usual
    with pytest.raises(KeyError), engine.judging_by(game, mine):
        raise KeyError
    assert engine.weights_of(game, 2) == usual
