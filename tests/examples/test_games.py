"""The example game plays as soon as its folder stands in `games/`, with no other change."""

import json
import re
from pathlib import Path

import pytest

from ludoteca import bots
from tests.conventions.tree import ROOT
from tests.examples.scratch import make_checkout, run_in

GAME = "goofspiel"
FOLDER = ROOT / "examples" / "games" / GAME
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
SUITES = ("test_two_worlds", "test_engines")

SHOWN = re.compile(r"^`([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.M | re.S)
"""A block of the page, under the name of its file."""

TYPED = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_checkout(tmp_path_factory.mktemp("scratch"), GAME)


def code(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_page_shows_every_line_of_it() -> None:
    shown: dict[str, list[str]] = {}
    for file, block in SHOWN.findall(PAGE):
        shown.setdefault(file, []).extend(code(block))
    assert set(shown) == {"text/en.json", *(path.name for path in FOLDER.glob("*.py"))}
    for file, lines in shown.items():
        assert lines == code((FOLDER / file).read_text(encoding="utf-8")), file


def test_every_block_of_the_page_is_checked() -> None:
    assert PAGE.count("\n```") == 2 * (len(SHOWN.findall(PAGE)) + len(TYPED.findall(PAGE)))


def test_the_commands_of_the_page_work_as_they_stand(tmp_path: Path) -> None:
    scratch = make_checkout(tmp_path)
    said = [
        run_in(scratch, *command.split())
        for block in TYPED.findall(PAGE)
        for command in code(block.replace("LUDOTECA_ENGINE=", "env LUDOTECA_ENGINE="))
    ]
    copied, listed, simulated, played, verified, replayed, tested = said
    assert not copied
    assert GAME in listed
    assert "20 matches" in simulated
    assert "Won by" in played
    assert "valid" in verified
    # Bids are simultaneous: the first one of a round is hidden from the other seat.
    other = run_in(scratch, "ludoteca", "replay", "ours.ludo", "--seat", "0")
    assert "?" in replayed + other
    assert "passed" in tested


def test_every_bot_plays_it_and_its_bids_are_secret(checkout: Path, tmp_path: Path) -> None:
    for bot in bots.names():
        record = tmp_path / f"{bot}.ludo"
        seats = f"bot:{bot}:4p,bot:random"
        short = ("--option", "cards=7", "--record", str(record))
        assert "Won by" in run_in(
            checkout, "ludoteca", "play", GAME, "--plain", "--seats", seats, *short
        )
    lines = run_in(checkout, "ludoteca", "replay", str(record), "--json", "--seat", "1")
    _, _, first, second, *_ = map(json.loads, lines.splitlines())
    assert (first["seat"], first["text"]) == (0, "?")
    assert (second["seat"], second["text"].isdigit()) == (1, True)


def test_it_is_played_on_the_plain_board_of_the_terminal(checkout: Path) -> None:
    screen = run_in(checkout, "python", "-m", "tests.examples.terminal", GAME)
    assert "Prizes" in screen
    assert "Total" in screen


ASK_FOR_ITS_ENGINE = """
import warnings
from ludoteca import games
from ludoteca.arena.kernels import Simulator
with warnings.catch_warnings(record=True) as said:
    simulator = Simulator(games.load("goofspiel"), 2, {}, 1)
simulator.play(0, 10)
print(simulator.mode, *[warning.message for warning in said], sep="\\n")
"""


@pytest.mark.parametrize("compiler", ["", "there-is-no-compiler"])
def test_it_is_native_where_there_is_a_compiler(
    checkout: Path, tmp_path: Path, compiler: str
) -> None:
    settings = {
        "LUDOTECA_ENGINE": "",
        "LUDOTECA_CC": compiler,
        "XDG_CACHE_HOME": str(tmp_path),
    }
    said = run_in(checkout, "python", "-c", ASK_FOR_ITS_ENGINE, **settings).splitlines()
    if not compiler:
        assert said == ["native"]
    else:
        assert said[0] == "interpreted"
        assert len(said) == 2
        assert said[1].startswith("goofspiel runs interpreted")
        assert compiler in said[1]


def test_it_keeps_the_promises_of_every_game(checkout: Path) -> None:
    files = [f"tests/games/{name}.py" for name in SUITES]
    pytest_in = ("python", "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "passed" in run_in(checkout, *pytest_in, "-k", GAME, *files)


def test_it_keeps_the_contracts_and_types(checkout: Path) -> None:
    assert " 0 broken" in run_in(checkout, "lint-imports", "--no-cache")
    types = run_in(checkout, "python", "-m", "mypy", f"src/ludoteca/games/{GAME}")
    assert "Success" in types
