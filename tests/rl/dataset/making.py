"""Small datasets for tests."""

from pathlib import Path
from typing import Any

import pytest

from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.rl.dataset import DataPlan, write


def plan_of(game: Game, matches: int = 4, **settings: Any) -> DataPlan:
    """Make a plan for two players."""
    return DataPlan.of(game, 2, game.choose_options(), 7, matches, **settings)


def written(plan: DataPlan, directory: Path, jobs: int = 1) -> list[int]:
    """Write a dataset; give what was reported."""
    heard: list[int] = []
    rows, complete = write(plan, directory, jobs, heard.append)
    assert complete
    assert heard[-1] == plan.matches
    return [*heard, rows]


def contents(directory: Path) -> dict[str, bytes]:
    """Return all files of a directory."""
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir())}


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the time for compiling."""
    monkeypatch.setenv(kernel.MODE_SETTING, "interpreted")
