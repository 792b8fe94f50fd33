"""Every block of code in docs/bots.md runs, or is what really passes through the pipes.

Those with prompts run as doctests; all others are tried here.
"""

import json
import re
import shlex
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from ludoteca import bots, games
from ludoteca.bots import Budget, external
from ludoteca.bots.spec import LEVELS, parse_player
from ludoteca.cli import build_parser
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from tests.bots.programs import decisions
from tests.playing import GAMES, table_name

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    """List the blocks in one language that are no doctests."""
    return [text for kind, text in BLOCKS if kind == language and not text.startswith(">>> ")]


def messages() -> dict[str, dict[str, Any]]:
    """Read the messages of the page."""
    found = [json.loads(line) for block in blocks("json") for line in block.splitlines()]
    return {message.get("type", "answer"): message for message in found}


def test_every_block_is_of_a_kind_that_is_tried() -> None:
    assert {kind for kind, _ in BLOCKS} == {"python", "sh", "json"}
    assert PAGE.count("```") == 2 * len(BLOCKS)
    assert len(blocks("python")) == 1


@pytest.mark.parametrize("line", [line for block in blocks("sh") for line in block.splitlines()])
def test_a_command_is_one(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(line)
    assert program == "ludoteca"
    given = build_parser().parse_args(arguments)
    names: list[str] = []
    if given.command == "play":
        names = [seat.removeprefix("bot:") for seat in given.seats.split(",") if "bot:" in seat]
    elif given.command == "arena":
        names = given.bots.split(",")
    for name in names:
        parse_player(name)


def test_the_messages_are_those_that_are_sent() -> None:
    told = messages()
    assert list(told) == ["start", "move", "answer", "end"]
    game = games.load(told["start"]["game"])
    view = game.view(decisions(game)[0][0], 0)
    assert told["start"] == external.start_message(game, view)
    position = game.position(view.state)
    sent = external.move_message(position, told["move"]["legal"], external.SECONDS)
    assert told["move"] == sent | {"view": {}}
    assert list(told["move"]) == list(sent)
    assert told["answer"]["move"] in told["move"]["legal"]
    for text in told["move"]["legal"]:
        game.modules.notation.parse_move(view.state, 0, text)
    for block in blocks("json"):
        assert msgspec.json.encode(json.loads(block)).decode() == block.strip()


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_the_bot_of_the_page_plays_by_its_view(game: Game) -> None:
    module = ModuleType("page")
    exec(compile(blocks("python")[0], "docs/bots.md", "exec"), vars(module))
    assert (module.__doc__ or "").endswith(".")
    for state, seat in decisions(game)[::6]:
        legal = game.legal(state, seat)
        other = game.resample(game.view(state, seat), seeded(12))
        chosen = {
            module.choose(game, game.view(world, seat), legal, seeded(1), Budget(playouts=30))
            for world in (state, other)
        }
        assert len(chosen) == 1
        assert chosen <= set(legal)


@pytest.mark.parametrize("word", [*bots.names(), *LEVELS, external.SECONDS_SETTING])
def test_the_page_names_it(word: str) -> None:
    assert word in PAGE


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert (ROOT / "docs" / target.partition("#")[0]).exists()
