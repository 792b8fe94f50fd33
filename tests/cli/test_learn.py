"""The command `learn`."""

import json

import pytest

from ludoteca.cli import main
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
    assert "round 1: loss" in capsys.readouterr().out


def test_learn_refuses_a_table_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", GAMES[0].id, "--players", "9"]) == 2
    assert "players" in capsys.readouterr().err
