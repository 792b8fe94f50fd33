"""`ludoteca bench`: speeds as a table and as JSON."""

import json
from collections.abc import Iterator

import pytest

from ludoteca import games
from ludoteca.arena.measure import Speed
from ludoteca.cli import bench
from ludoteca.core.game import Game
from tests.cli.running import Run

KEYS = ["game", "players", "engine", "cores", "matches_per_s", "moves_per_s"]


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float]]:
    """Measure nothing; give what would have been measured."""
    asked: list[tuple[str, float]] = []

    def measured(game: Game, seconds: float) -> Iterator[Speed]:
        asked.append((game.id, seconds))
        yield Speed(game.id, 2, "native", 1, 150_000.5, 5_000_000.0)
        yield Speed(game.id, 2, "c", 1, 200_000.0, 7_000_000.0)

    monkeypatch.setattr(bench, "measure", measured)
    return asked


def test_machines_get_a_list(run: Run, game: Game, asked: list[tuple[str, float]]) -> None:
    ran = run("bench", game.id, "--json", "--seconds", "3")
    assert ran.code == 0
    speeds = json.loads(ran.out)
    assert [list(speed) for speed in speeds] == [KEYS, KEYS]
    assert speeds[0] == {
        "game": game.id, "players": 2, "engine": "native", "cores": 1,
        "matches_per_s": 150_000.5, "moves_per_s": 5_000_000.0,
    }  # fmt: skip
    assert asked == [(game.id, 3)]
    assert len(ran.err.splitlines()) == 2


def test_people_get_a_table(run: Run, game: Game) -> None:
    ran = run("bench", game.id)
    assert ran.code == 0
    assert "150,000" in ran.out
    assert "7,000,000" in ran.out
    assert "matches/s" in ran.out


def test_without_a_name_every_game_is_measured(run: Run, asked: list[tuple[str, float]]) -> None:
    assert run("bench").code == 0
    assert asked == [(name, 2) for name in games.names()]


def test_bad_input_is_refused(run: Run, asked: list[tuple[str, float]]) -> None:
    run("bench", "chess").refused("there is no game 'chess'", games.names()[0])
    run("bench", "--seconds", "0").refused("--seconds")
    assert asked == []
