"""The command `tune`."""

import json

import pytest

from ludoteca.cli import main
from tests.playing import GAMES


def test_tune_prints_weights_and_how_they_do(capsys: pytest.CaptureFixture[str]) -> None:
    name = GAMES[-1].id
    words = ["tune", name, "--generations", "1", "--population", "4", "--deals", "1", "--jobs", "1"]
    assert main([*words, "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    evaluation = GAMES[-1].modules.evaluation
    assert evaluation is not None
    assert list(fields["weights"]) == list(evaluation.FEATURES)
    assert 0 <= fields["win_rate"] <= 1


def test_tune_refuses_a_table_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", GAMES[0].id, "--players", "9"]) == 2
    assert "players" in capsys.readouterr().err
