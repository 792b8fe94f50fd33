"""The command `learn`."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from ludoteca.arena.learn import LearnedNetwork
from ludoteca.cli import main
from ludoteca.search.network import NetworkFile
from tests.playing import GAMES

FEW = ["--rounds", "1", "--matches", "1", "--epochs", "1", "--hidden", "2", "--on", "local"]


def test_learn_prints_a_network_and_how_well_it_judges(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", GAMES[0].id, *FEW, "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    value = GAMES[0].modules.value
    assert value is not None
    assert len(fields["weights"]) == 2 * (len(value.INPUTS) + 2)
    assert fields["loss"] > 0
    assert main(["learn", GAMES[0].id, *FEW]) == 0
    said = capsys.readouterr().out
    assert "round 1: loss" in said
    assert "knowing nothing: 0.69" in said


@pytest.mark.parametrize(("loss", "code"), [(0.5, 0), (0.6931, 2), (0.7, 2), (math.nan, 2)])
def test_only_a_network_that_knows_something_is_written(
    loss: float,
    code: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "value.json"
    found = NetworkFile(["x"], 1, [1, 2, 3], {"loss": loss})
    learned = LearnedNetwork(*(np.zeros(1),) * 3, [loss], 0.6931)
    monkeypatch.setattr("ludoteca.cli.learn.learn", lambda *_: (found, [learned]))
    monkeypatch.setattr("ludoteca.cli.learn.network_path", lambda *_: path)
    assert main(["learn", GAMES[0].id, *FEW, "--write"]) == code
    assert path.exists() == (code == 0)
    assert ("no better than knowing nothing" in capsys.readouterr().err) == (code == 2)


def test_learn_refuses_a_table_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", GAMES[0].id, "--players", "9"]) == 2
    assert "players" in capsys.readouterr().err
