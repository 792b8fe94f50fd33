"""Weights found by play are reproducible and fit the game's data file."""

import tomllib

from ludoteca import games
from ludoteca.arena.tune import Task, tune, weights_toml
from tests.playing import GAMES

TASK = Task(GAMES[-1].id, players=2, generations=2, population=4, deals=2, seed=5)


def test_the_same_seed_finds_the_same_weights() -> None:
    heard: list[int] = []
    one = tune(TASK, 1, lambda generation, _: heard.append(generation))
    assert heard == [0, 1]
    assert tune(TASK, 2, lambda *_: None) == one


def test_the_data_file_reads_back() -> None:
    for name in games.names():
        game = games.load(name)
        evaluation = game.modules.evaluation
        assert evaluation is not None
        weights = {players: tuple(evaluation.weights(players)) for players in game.player_counts}
        tables = tomllib.loads(weights_toml(game, dict(weights)))["players"]
        for players, values in weights.items():
            assert tuple(tables[str(players)].values()) == values
            assert list(tables[str(players)]) == list(evaluation.FEATURES)
