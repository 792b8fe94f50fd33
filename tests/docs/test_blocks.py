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
from tests.cli.conftest import run  # noqa: F401
from tests.cli.running import Run, finished
from tests.docs import blocks
from tests.docs.blocks import Command
from tests.house.tree import ROOT, text
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


def label(command: Command) -> str:
    """Name a test by the line."""
    return f"{command.where}: {command.line}"


def test_every_block_says_what_it_is() -> None:
    kinds = {(path, kind) for path, kind, _ in blocks.fenced()}
    rules = re.compile(r"src/ludoteca/games/|docs/play/|examples/games/")
    known = PYTHON | {"sh", "json", "text"}
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
        named = [seat[4:] for seat in given.seats.split(",") if seat.startswith("bot:")]
    elif given.command == "arena":
        named = given.bots.split(",")
    for player in named:
        if not player.startswith("exec:./my"):
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
        words = span.line.split()
        if words[0] == "ludoteca" and len(words) > 1 and not words[1].isupper():
            exists = words[1] in cli.COMMANDS or words[1].startswith("--")
        elif words[0] == "./check" and len(words) > 1 and not words[1].isupper():
            exists = words[1] in blocks.stages() | {"--list", "--help"}
        elif words[:2] == ["python", "-m"] and words[2].startswith(("tests", "ludoteca")):
            place = re.sub(r"<\w+>", GAMES[0].id, words[2])
            exists = importlib.util.find_spec(place) is not None
        elif words[0] == "python" and words[1].endswith(".py"):
            exists = (ROOT / words[1]).exists()
        elif words[:2] == ["npm", "run"]:
            exists = words[2] in scripts
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
            programs |= {words[0] for words in blocks.words_of(command.line) if words}
    assert {word for word in programs if "=" not in word} <= {"cp", "$lock", "./play", "./check"}
