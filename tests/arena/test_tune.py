"""Weights found by play are reproducible and fit the game's data file."""

import tomllib
from dataclasses import replace

import pytest

from ludoteca import games
from ludoteca.arena import tune as tuning
from ludoteca.arena.duel import Duel, DuelComparison
from ludoteca.arena.tune import Task, compare, keep_better, tune, weights_toml
from ludoteca.client.process_pool import ProcessPool
from ludoteca.core.errors import UsageError
from ludoteca.search.engine import weights_of
from tests.playing import GAMES

TASK = Task(GAMES[-1].id, players=2, generations=2, population=4, deals=2, seed=5, final_deals=30)


@pytest.mark.parametrize("player", [None, "mcts:10p"])
def test_the_same_seed_finds_the_same_weights(player: str | None) -> None:
    heard: list[int] = []
    few = replace(TASK, generations=1, deals=1, final_deals=2)
    task = TASK if player is None else replace(few, player=player)
    one = tune(task, 1, lambda generation, _: heard.append(generation))
    assert heard == list(range(task.generations))
    assert tune(task, 2, lambda *_: None) == one


@pytest.mark.parametrize(("gain", "is_better"), [(5.0, True), (0.0, False), (-5.0, False)])
def test_only_weights_that_are_clearly_better_are_found(
    gain: float, is_better: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Duel(2, (0.5,) * 30, (0.0,) * 30)
    new = Duel(2, (0.5,) * 30, tuple(gain + deal % 3 - 1 for deal in range(30)))
    monkeypatch.setattr(tuning, "compare", lambda *_: DuelComparison(new, old))
    found, comparison = tune(TASK, 1, lambda *_: None)
    assert comparison.is_better == is_better
    assert (found != list(weights_of(GAMES[-1], 2))) == is_better


def test_a_program_cannot_be_handed_weights() -> None:
    with pytest.raises(UsageError, match="--player exec:cat: name a bot in Python"):
        tune(replace(TASK, player="exec:cat"), 1, lambda *_: None)


def test_a_comparison_is_the_same_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    good = list(weights_of(GAMES[-1], 2))
    bad = [0] * len(good)
    with ProcessPool(1) as pool:
        whole = compare(TASK, pool, good, bad, 3, 5, 9)
        monkeypatch.setattr(tuning, "AT_ONCE", 4)
        assert compare(TASK, pool, good, bad, 3, 5, 9) == whole
    assert whole.new.matches == 18


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
        task = replace(TASK, game_id=game.id, players=players, final_deals=75)
        good = list(weights_of(game, players))
        bad = [-weight for weight in good]
        with ProcessPool(1) as pool:
            assert keep_better(task, pool, good, bad, 0) == good
            assert keep_better(task, pool, bad, good, 0) == good
