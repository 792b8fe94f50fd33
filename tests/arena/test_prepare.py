"""Compiling all kernels of games at once."""

import pytest

from ludoteca import bots, games
from ludoteca.arena import prepare
from ludoteca.core import kernel


def test_all_bots_and_the_simulation_are_parts() -> None:
    assert set(prepare.parts()) == {prepare.SIMULATION, *bots.names()}


@pytest.mark.parametrize("game", games.names())
def test_a_part_is_told_when_it_is_done(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel.MODE_SETTING, "interpreted")
    assert prepare.prepare(game, prepare.SIMULATION) == f"{game}: simulation"
    assert prepare.prepare(game, "greedy") == f"{game}: greedy"


def test_processes_share_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel.MODE_SETTING, "interpreted")
    monkeypatch.setattr(prepare, "parts", lambda: ("greedy", "random"))
    told = sorted(prepare.prepare_all(["my_shelfie"], jobs=2))
    assert told == ["my_shelfie: greedy", "my_shelfie: random"]
