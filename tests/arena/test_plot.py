"""Pictures of a simulation."""

from pathlib import Path

import pytest

from ludoteca.arena.plot import plot
from ludoteca.arena.simulate import SimulationPlan, SimulationSummary, summed
from ludoteca.core.game import Game
from tests.playing import GAMES, table_name


def summary_of(game: Game) -> SimulationSummary:
    """Simulate a few matches."""
    players = game.player_counts[-1]
    plan = SimulationPlan(game.id, players, game.choose_options(), 20, 1, mode="interpreted")
    return summed(plan.simulator(), 0, 20)


@pytest.mark.parametrize("game", GAMES, ids=table_name)
@pytest.mark.parametrize(("name", "begins"), [("a.png", b"\x89PNG"), ("b.SVG", b"<?xml")])
def test_a_picture_is_written(game: Game, tmp_path: Path, name: str, begins: bytes) -> None:
    path = tmp_path / name
    plot(summary_of(game), "a title", path)
    assert path.read_bytes().startswith(begins)
    assert path.stat().st_size > 3_000


def test_the_same_matches_give_the_same_picture(tmp_path: Path) -> None:
    summary = summary_of(GAMES[0])
    for name in ("one.svg", "two.svg"):
        plot(summary, "a title", tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
