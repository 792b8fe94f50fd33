"""The example game plays as soon as its folder stands in `games/`, with no other change."""

import json
from pathlib import Path

import pytest

from ludoteca import bots
from tests.examples.scratch import EXAMPLES, ludoteca, make_checkout, run_in

GAME = "goofspiel"
SUITES = ("test_every_game", "test_two_worlds", "test_engines")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_checkout(tmp_path_factory.mktemp("scratch"), GAME)


def test_this_is_the_only_example() -> None:
    assert [path.name for path in EXAMPLES.iterdir()] == [GAME]


def test_it_is_found_and_simulated(checkout: Path) -> None:
    assert GAME in ludoteca(checkout, "games")
    answer = ludoteca(checkout, "simulate", GAME, "--players", "3", "--matches", "20", "--json")
    told = json.loads(answer)
    assert told["matches"] == 20
    assert told["moves"]["mean"] == 39


def test_every_bot_plays_it_and_its_record_holds(checkout: Path, tmp_path: Path) -> None:
    for bot in bots.names():
        record = tmp_path / f"{bot}.ludo"
        seats = f"bot:{bot}:4p,bot:random"
        short = ("--option", "cards=7", "--record", str(record))
        said = ludoteca(checkout, "play", GAME, "--plain", "--seats", seats, *short)
        assert "Won by" in said
    assert "valid" in ludoteca(checkout, "verify", str(record))
    lines = ludoteca(checkout, "replay", str(record), "--json", "--seat", "1").splitlines()
    first = json.loads(lines[2])
    assert (first["seat"], first["text"]) == (0, "?")  # a bid is secret until all have bid
    assert json.loads(lines[-1])["kind"] == "result"


def test_it_is_played_on_the_plain_board_of_the_terminal(checkout: Path) -> None:
    screen = run_in(checkout, "-m", "tests.examples.terminal", GAME)
    assert "Prizes" in screen
    assert "Total" in screen


def test_it_keeps_the_promises_of_every_game(checkout: Path) -> None:
    files = [f"tests/games/{name}.py" for name in SUITES]
    said = run_in(checkout, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", GAME, *files)
    assert "passed" in said


def test_it_keeps_the_contracts_and_types_of_the_house(checkout: Path) -> None:
    contracts = "import sys; from importlinter.cli import lint_imports_command as run; run()"
    assert " 0 broken" in run_in(checkout, "-c", contracts, "--no-cache")
    assert "Success" in run_in(checkout, "-m", "mypy", f"src/ludoteca/games/{GAME}")
