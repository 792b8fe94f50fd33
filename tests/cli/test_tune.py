"""The command `tune`."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.arena.duel import Duel, DuelComparison
from ludoteca.arena.tune import Task
from ludoteca.cli import main
from ludoteca.search.engine import weights_of
from tests.playing import GAMES


def test_tune_prints_weights_and_how_they_do(capsys: pytest.CaptureFixture[str]) -> None:
    name = GAMES[-1].id
    words = ["tune", name, "--generations", "1", "--population", "4", "--deals", "1", "--jobs", "1"]
    words += ["--final-deals", "20"]
    assert main([*words, "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    evaluation = GAMES[-1].modules.evaluation
    assert evaluation is not None
    assert list(fields["weights"]) == list(evaluation.FEATURES)
    assert 0 <= fields["win_rate_low"] <= fields["win_rate"] <= fields["win_rate_high"] <= 1
    assert fields["gain_low"] <= fields["gain"] <= fields["gain_high"]
    assert fields["better"] == (fields["gain_low"] > 0)


def test_tune_prints_what_equals_would_get(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tune", GAMES[-1].id, "--players", "3", "--generations", "1", "--population", "4"]
    assert main([*words, "--deals", "1", "--jobs", "1", "--final-deals", "20"]) == 0
    said = capsys.readouterr().err
    assert "on 20 deals" in said
    assert "of 60 matches (95 %: " in said
    assert "even: 33.3%)" in said
    assert "the present ones among themselves: -" in said


@pytest.mark.parametrize("is_better", [True, False])
def test_only_better_weights_are_written(
    is_better: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = GAMES[-1]
    data = tmp_path / game.id / "data"
    data.mkdir(parents=True)
    old = Duel(2, (0.5,) * 30, (0.0,) * 30)
    margins = tuple(3.0 * is_better + deal % 3 - 1 for deal in range(30))
    comparison = DuelComparison(Duel(2, (0.5,) * 30, margins), old)
    found = [9] * len(weights_of(game, 2)) if is_better else list(weights_of(game, 2))
    asked: list[Task] = []

    def tuned(task: Task, *_: object) -> tuple[list[int], DuelComparison]:
        asked.append(task)
        return found, comparison

    monkeypatch.setattr("ludoteca.cli.tune.tune", tuned)
    elsewhere = replace(game, folder=data.parent)
    monkeypatch.setattr("ludoteca.cli.tune.games.load", lambda _: elsewhere)
    assert main(["tune", game.id, "--player", "mcts:20p", "--write"]) == 0
    assert (asked[0].player, asked[0].final_deals) == ("mcts:20p", 100)
    assert (data / "weights.toml").exists() == is_better
    said = capsys.readouterr()
    assert ("not clearly better" in said.err) == (not is_better)
    assert ("= 9" in said.out) == is_better


def test_tune_refuses_players_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    for player, why in (("grandmaster", "there is no bot"), ("exec:cat", "name a bot in Python")):
        assert main(["tune", GAMES[-1].id, "--player", player]) == 2
        assert why in capsys.readouterr().err


def test_tune_refuses_a_table_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", GAMES[0].id, "--players", "9"]) == 2
    assert "players" in capsys.readouterr().err
