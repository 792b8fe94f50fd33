"""Weights found by play are reproducible and fit the game's data file."""

import tomllib

import pytest

from ludoteca import games
from ludoteca.arena import tune as tuning
from ludoteca.arena.tune import Task, duel, keep_better, tune, weights_toml
from ludoteca.search.engine import weights_of
from tests.playing import GAMES

TASK = Task(GAMES[-1].id, players=2, generations=2, population=4, deals=2, seed=5)


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare on few deals: what is compared here is far apart."""
    monkeypatch.setattr(tuning, "TRIAL_DEALS", 30)
    monkeypatch.setattr(tuning, "FINAL_DEALS", 30)


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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_better_weights_are_kept_with_any_number_of_players(players: int) -> None:
    """Weights that play at random are the old ones: the game's own must take their place."""
    for game in GAMES:
        task = Task(game.id, players, generations=1, population=4, deals=2, seed=5)
        good = list(weights_of(game, players))
        bad = [-weight for weight in good]
        assert keep_better(task, good, bad, 0) == good
        assert keep_better(task, bad, good, 0) == good


def test_between_equals_the_lead_over_the_best_other_is_below_zero() -> None:
    weights = list(weights_of(GAMES[-1], 4))
    assert duel(GAMES[-1].id, 4, [weights, weights], 7, 0, 40).margin < 0
