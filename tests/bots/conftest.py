"""What the tests of programs as players share."""

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from ludoteca.bots.external import ExternalPlayer
from tests.bots.programs import Make


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    """Make players from the text of Python programs; all are closed at the end."""
    made: list[ExternalPlayer] = []

    def make(text: str) -> ExternalPlayer:
        path = tmp_path / f"bot{len(made)}.py"
        path.write_text(dedent(text), encoding="utf-8")
        made.append(ExternalPlayer("exec:bot", f"'{sys.executable}' -S '{path}'"))
        return made[-1]

    yield make
    for player in made:
        player.close()
