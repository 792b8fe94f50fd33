"""Measuring speed: every engine, one core and all, the yardstick where it can be built."""

import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.arena import measure as measuring
from ludoteca.arena.measure import Speed, build_yardstick, measure
from ludoteca.core import kernel
from ludoteca.core.game import Game
from tests.arena.modes import FASTEST
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

FIELDS = ["game", "players", "engine", "cores", "matches_per_s", "moves_per_s"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure for a moment only, in this process, on two cores, without the yardstick."""
    monkeypatch.setattr(measuring, "STEPS", dict.fromkeys(kernel.MODES, 1))
    monkeypatch.setattr(measuring, "ROUNDS", 1)
    monkeypatch.setattr(measuring, "ProcessPool", ThreadPoolExecutor)
    monkeypatch.setattr(measuring, "build_yardstick", lambda *_: None)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)


@pytest.mark.usefixtures("quick")
@each_game
def test_every_engine_is_measured_with_every_number_of_players(game: Game) -> None:
    counts = game.player_counts[:2]
    speeds = list(measure(replace(game, player_counts=counts), 0.001))
    engines = dict.fromkeys((FASTEST, "interpreted"))
    assert [(speed.players, speed.engine, speed.cores) for speed in speeds] == [
        (players, engine, cores) for players in counts for engine in engines for cores in (1, 2)
    ]
    for speed in speeds:
        assert speed.game == game.id
        assert speed.matches_per_s > 0
        assert speed.moves_per_s > 5 * speed.matches_per_s
        assert list(speed.fields()) == FIELDS


@pytest.mark.usefixtures("quick")
def test_a_single_core_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    monkeypatch.setenv(kernel.MODE_SETTING, "interpreted")
    speeds = list(measure(GAMES[0], 0.001))
    assert {(speed.engine, speed.cores) for speed in speeds} == {("interpreted", 1)}


@pytest.mark.usefixtures("quick")
def test_the_yardstick_is_measured_where_it_can_be_built(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[0]
    asked: list[list[str]] = []

    def program(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        matches = int(command[2])
        answer = f'{{"matches": {matches}, "moves": {30 * matches}, "seconds": 0.5}}'
        return subprocess.CompletedProcess(command, 0, answer)

    monkeypatch.setattr(measuring, "build_yardstick", lambda *_: Path("yardstick"))
    monkeypatch.setattr(subprocess, "run", program)
    speeds = [speed for speed in measure(game, 0.001) if speed.engine == "c"]
    assert [speed.players for speed in speeds] == list(game.player_counts)
    assert speeds[0] == Speed(game.id, game.player_counts[0], "c", 1, 40_000, 1_200_000)
    assert all(len(command) == 4 + len(game.options) for command in asked)


@each_game
def test_without_a_working_compiler_there_is_no_yardstick(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    false = shutil.which("false")
    monkeypatch.setattr(shutil, "which", lambda _: false)
    assert build_yardstick(game, tmp_path) is None
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert build_yardstick(game, tmp_path) is None
