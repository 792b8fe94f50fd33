"""Every block of code in the documents runs, and every command that they name exists.

Blocks with prompts run as doctests, as in all of Markdown here; the rest is tried in this module.
"""

import importlib.util
import json
import re
import tomllib
from pathlib import Path

import pytest

from ludoteca import cli
from ludoteca.bots.spec import parse_player
from ludoteca.core.generator import below, seeded
from ludoteca.language import words
from tests.cli.conftest import run  # noqa: F401
from tests.cli.running import Run, finished
from tests.conventions.tree import ROOT, text
from tests.docs import blocks, http
from tests.docs.blocks import Command
from tests.playing import GAMES

OURS = [command for command in blocks.commands() if blocks.of_ludoteca(command.line)]
SMALL = (
    (r"--matches \d+", "--matches 4"),
    (r"--deals \d+", "--deals 1"),
    (r"(mcts|monte_carlo):\w+", r"\1:4p"),
    (r"--budget \w+", "--budget 4p"),
    (r"(--searched) \d+p", r"\1 4p"),
)
"""What makes a command quick without making it another one."""

TRIED = ("games", "simulate", "replay", "verify", "hint", "analyse", "score")
"""Commands that end by themselves; those that search do so with few playouts."""

SHEETS = {
    "area.txt": "83 front\n5 back 1,1\n12 front 2,2\n",
    "bookshelf.txt": ".....\n.....\n.....\n.....\nCC.BB\nCC.BB\n",
}
"""What people would have typed."""

PYTHON = {"python", "pycon"}
INCLUDED = "{literalinclude} ../examples/"
"""A file of the examples, which has tests of its own."""

PLUGGED = ("twenty",)
"""Bots of the example plug-in, which is installed only where tests/examples tries it."""


def label(command: Command) -> str:
    """Name a test by the line."""
    return f"{command.where}: {command.line}"


def test_every_block_says_what_it_is() -> None:
    kinds = {(path, kind) for path, kind, _ in blocks.fenced()}
    rules = re.compile(r"src/ludoteca/games/|docs/play/|examples/games/")
    known = PYTHON | {"sh", "json", "text", "diff", "toml", "ts"}
    kinds = {(path, kind) for path, kind in kinds if not kind.startswith(INCLUDED)}
    assert not [(p, kind) for p, kind in sorted(kinds) if kind not in known and not rules.match(p)]


@pytest.mark.parametrize(
    ("path", "block"), [(p, b) for p, kind, b in blocks.fenced() if kind in PYTHON]
)
def test_python_is_a_doctest_or_runs(path: str, block: str) -> None:
    if path in blocks.ELSEWHERE and not block.startswith(">>> "):
        return
    if block.startswith(">>> "):
        assert block.endswith("\n\n"), "leave a blank line before the fence"
        collected = path.startswith("docs/") or path == "README.md"
        assert collected, f"{path} is not among the testpaths"
    else:
        exec(compile(block, path, "exec"), {"__name__": "page"})


@pytest.mark.parametrize(("path", "block"), [(p, b) for p, _, b in blocks.fenced("json")])
def test_json_is_json(path: str, block: str) -> None:
    for line in [block] if "\n " in block else block.splitlines():
        json.loads(line)


@pytest.mark.parametrize("command", OURS, ids=label)
def test_a_command_is_one(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    arguments = [word.rstrip("…") for word in blocks.of_ludoteca(command.line)]
    given = cli.build_parser().parse_args(arguments)
    named = []
    if given.command == "play":
        named = [seat[4:] for seat in (given.seats or "").split(",") if seat.startswith("bot:")]
    elif given.command == "arena":
        named = given.bots.split(",")
    for player in named:
        if not player.startswith("exec:./my") and player not in PLUGGED:
            parse_player(player)


@pytest.mark.parametrize(
    "command",
    [
        one
        for one in OURS
        if blocks.of_ludoteca(one.line)[0] in TRIED and one.where not in blocks.ELSEWHERE
    ],
    ids=label,
)
def test_a_quick_command_does_what_it_should(
    command: Command,
    run: Run,  # noqa: F811
    tmp_path: Path,
) -> None:
    rng = seeded(81)
    (tmp_path / "match.ludo").write_bytes(
        finished(GAMES[-1], ("Ann", "Bob"), lambda n: below(rng, n))
    )
    line = command.line
    for pattern, smaller in SMALL:
        line = re.sub(pattern, smaller, line)
    typed = ""
    if piped := re.match(r"printf '(.*?)' \|", line):
        typed = piped[1].replace("\\n", "\n")
    for name, sheet in SHEETS.items():
        typed = sheet if f"< {name}" in line else typed
    arguments = blocks.of_ludoteca(line)
    if arguments[0] == "analyse" and "--budget" not in arguments:
        arguments += ["--budget", "4p"]
    ran = run(*arguments, stdin=typed)
    assert ran.code == cli.DONE, ran.err
    assert ran.out


def test_what_the_text_names_exists() -> None:
    scripts = json.loads(text(ROOT / "web" / "package.json"))["scripts"]
    project = tomllib.loads(text(ROOT / "pyproject.toml"))["project"]
    wrong = []
    for span in blocks.spans():
        said = span.line.split()
        if said[0] == "ludoteca" and len(said) > 1 and not said[1].isupper():
            exists = said[1] in cli.COMMANDS or said[1].startswith("--")
        elif said[0] == "./check" and len(said) > 1 and not said[1].isupper():
            exists = said[1] in blocks.stages() | {"--list", "--help"}
        elif said[:2] == ["python", "-m"] and said[2].startswith(("tests", "ludoteca")):
            place = re.sub(r"<\w+>", GAMES[0].id, said[2])
            exists = importlib.util.find_spec(place) is not None
        elif said[0] == "python" and said[1].endswith(".py"):
            exists = (ROOT / said[1]).exists()
        elif said[:2] == ["npm", "run"]:
            exists = said[2] in scripts
        elif extras := re.search(r"(?:ludoteca|\.)\[([a-z,]+)\]", span.line):
            exists = set(extras[1].split(",")) <= set(project["optional-dependencies"])
        else:
            continue
        if not exists:
            wrong.append(f"{span.where}: {span.line}")
    assert not wrong


def test_the_other_lines_of_shell_blocks_are_known() -> None:
    programs = set()
    for command in blocks.commands():
        if not blocks.of_ludoteca(command.line):
            programs |= {found[0] for found in blocks.words_of(command.line) if found}
    known = {
        "cp",
        "curl",
        "pip",
        "printf",
        "$lock",
        "$pins",
        "./play",
        "./check",
        ".venv/bin/python",
    }
    assert {word for word in programs if "=" not in word} <= known


def test_what_is_asked_over_http_exists() -> None:
    asked = [command.line for command in blocks.commands() if command.line.startswith("curl ")]
    assert asked
    schema = http.schema()
    for line in asked:
        said = blocks.words_of(line)[0]
        path = said[1].partition("localhost:8000")[2]
        body = schema["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        name = body["schema"]["$ref"].rpartition("/")[2]
        known = schema["components"]["schemas"][name]["properties"]
        assert set(json.loads(said[said.index("-d") + 1])) <= set(known)


@pytest.mark.parametrize("path", ["docs/play.md", "docs/page.md"])
def test_the_words_of_the_page_are_those_it_shows(path: str) -> None:
    shown = set(words("en").values())
    named = re.findall(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)", text(ROOT / path))
    assert named
    assert not [word for word in named if word not in shown]
