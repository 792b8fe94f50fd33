"""All commands: help with examples, exit codes, and one clear sentence for bad input."""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludoteca import __version__, cli, games
from ludoteca.core.game import Game
from tests.cli.running import Run, environment, run_apart


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_explains_itself_with_examples(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"usage: ludoteca {command}")
    assert "examples:" in ran.out
    assert f"  ludoteca {command}" in ran.out or f"| ludoteca {command}" in ran.out


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Return a parser and all below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from parsers(below)


@pytest.mark.parametrize(
    "parser", list(parsers(cli.build_parser())), ids=lambda parser: parser.prog
)
def test_every_argument_is_explained(parser: argparse.ArgumentParser) -> None:
    assert parser.description
    for action in parser._actions:
        if not isinstance(action, argparse._SubParsersAction):
            assert action.help, f"{parser.prog} {action.option_strings or action.metavar}"
            assert len(action.help) > len("(1000)")


def test_the_help_lists_every_command(run: Run) -> None:
    ran = run("--help")
    assert ran.code == 0
    assert all(command in ran.out for command in cli.COMMANDS)
    assert run("--version").out == f"ludoteca {__version__}\n"


@pytest.mark.parametrize("command", ["play", "simulate", "score", "bench"])
def test_an_unknown_game_is_refused(run: Run, command: str) -> None:
    for name in ("chess", "", "../games/my_shelfie", "My Shelfie"):
        run(command, name, stdin="x").refused(f"no game {name!r}", *games.names())


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_an_unknown_option_or_edition_is_refused(run: Run, game: Game, command: str) -> None:
    key = game.options[0].key
    run(command, game.id, "--option", "colour=red").refused("no option 'colour'", key)
    run(command, game.id, "--option", f"{key}=x").refused(f"{key} can't be 'x'")
    run(command, game.id, "--option", key).refused("KEY=VALUE")
    run(command, game.id, "--edition", "martian").refused("'martian'", *game.editions)


@pytest.mark.parametrize(
    "arguments",
    [
        ("dance",),
        ("play", "a", "b"),
        ("simulate",),
        ("verify",),
        ("replay",),
        ("games", "x\ny"),
        ("simulate", "my_shelfie", "--match", "3"),
        ("simulate", "my_shelfie", "--matches"),
        ("--verbose",),
    ],
)
def test_words_that_make_no_command_are_refused(run: Run, arguments: tuple[str, ...]) -> None:
    run(*arguments).refused("--help")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_there_is_refused(run: Run, command: str, tmp_path: Path) -> None:
    run(command, "nowhere.ludo").refused("nowhere.ludo", "No such file")
    run(command, str(tmp_path)).refused(str(tmp_path), "Is a directory")
    (tmp_path / "file").write_text("")
    run(command, "file/below").refused("file/below", "a folder is expected")


GARBAGE = [
    b"",  # the file is empty
    b"\n",
    b"\n\n\n",
    bytes(range(256)) * 20,
    b"\x00" * 5_000,
    b"\x7fELF\x02\x01\x01" + bytes(500),
    "PNG\r\n\N{SNOWMAN}".encode("utf-16"),
    b"format: 1\n" * 50,
    b"x" * 1_000_000,
    b"x" * 5_000_000,
    b"format: 1\ngame: chess\nrules: 1\nmatch: a\noptions: a=b\nplayers: []\n\n",
    b"format: 2\ngame: chess\nrules: 1\nmatch: a\noptions: a=b\nplayers: []\n\n",
]


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_is_no_record(run: Run, tmp_path: Path, garbage: bytes) -> None:
    path = tmp_path / "garbage.ludo"
    path.write_bytes(garbage)
    for more in ((), ("--json",)):
        ran = run("replay", str(path), *more)
        ran.refused(str(path))
        assert len(ran.err) < 1500
    ran = run("verify", str(path))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "2"),
        ("rules", "99"),
        ("rules", "0"),
        ("rules", "9" * 900),
        ("rules", "one"),
        ("game", "chess"),
        ("match", "no id!"),
        ("options", "colour=red"),
        ("players", "[" * 900),
        ("players", '["Ann"]'),
        ("players", '["Ann", ""]'),
        ("from", "abc " + "9" * 900),
        ("commitment", "12"),
        ("contributions", "12"),
        ("seed", "12"),
    ],
)
def test_a_header_that_can_not_be_is_refused_by_its_line(
    run: Run, match_file: Path, key: str, value: str
) -> None:
    lines = match_file.read_text().splitlines()[:-1]  # without the checksum: an unfinished match
    where = [at for at, line in enumerate(lines) if line.startswith(f"{key}: ")] or [4]
    old = lines[where[0]]
    lines[where[0]] = f"{key}: {value}" if old.startswith(key) else f"{key}: {value}\n{old}"
    match_file.write_text("".join(f"{line}\n" for line in lines))
    run("replay", str(match_file)).refused(f"{match_file}: line {where[0] + 1}: ")


def test_a_record_of_newer_rules_says_what_can_read_it(run: Run, match_file: Path) -> None:
    text = match_file.read_text().replace("rules: ", "rules: 9", 1)
    match_file.write_text(text.rpartition("sha256")[0])
    for command in ("replay", "verify"):
        run(command, str(match_file)).refused("line 3: rules: ", "a newer ludoteca can")


# In a process of its own: what a shell sees.


def test_the_exit_codes_are_as_documented(one_match_file: Path) -> None:
    assert run_apart("verify", str(one_match_file)).code == cli.DONE == 0
    one_match_file.write_bytes(one_match_file.read_bytes()[:-2] + b"x\n")
    assert run_apart("verify", str(one_match_file)).code == cli.NO == 1
    run_apart("verify", f"{one_match_file}x").refused("No such file")
    assert cli.BAD_INPUT == 2


def test_full_standard_output_is_told_once() -> None:
    for command in (["games"], ["games", "--json"]):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-c", "from ludoteca.cli import main; exit(main())", *command],
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
                env=environment(),
            )
        assert done.returncode == 2
        assert done.stderr == b"ludoteca: No space left on device\n"


def test_a_reader_who_has_gone_is_no_fault(one_match_file: Path) -> None:
    """As with `ludoteca replay FILE | head`."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [
            sys.executable, "-c", "from ludoteca.cli import main; exit(main())",
            "replay", str(one_match_file),
        ],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        env=environment(),
    )  # fmt: skip
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_terminal_that_lacks_letters_shows_the_others() -> None:
    ran = run_apart("games", settings={"PYTHONIOENCODING": "ascii:strict"})
    assert (ran.code, ran.err) == (0, "")
    assert "--option" in ran.out


def test_ctrl_c_and_a_closed_keyboard_end_quietly(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for interruption in (KeyboardInterrupt, EOFError):

        def interrupted(_: object, error: type[BaseException] = interruption) -> int:
            raise error

        monkeypatch.setattr("ludoteca.cli.games.run", interrupted)
        ran = run("games")
        assert ran.code == cli.INTERRUPTED
        assert ran.err == "\nludoteca: interrupted\n"


def test_without_a_command_one_sees_what_there_is(run: Run) -> None:
    ran = run()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == run("--help").out


def test_it_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "ludoteca", "--version"]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert done.stdout.startswith("ludoteca ")


@pytest.mark.parametrize(
    ("module", "command", "extra"),
    [("uvicorn", ("serve",), "server"), ("websockets", ("load", "--tables", "1"), "server")],
)
def test_a_missing_extra_is_one_sentence(module: str, command: tuple[str, ...], extra: str) -> None:
    ran = run_apart(*command, before=f"sys.modules[{module!r}] = None")
    assert ran.code == 2
    assert ran.err == f"ludoteca: this needs {module}: pip install 'ludoteca[{extra}]'\n"


@pytest.mark.parametrize("name", ["gymnasium", "pettingzoo"])
def test_learning_says_what_it_lacks(name: str) -> None:
    code = f"import sys; sys.modules['gymnasium'] = None; import ludoteca.rl.{name}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert "this needs gymnasium: pip install 'ludoteca[learning]'" in done.stderr
