"""What the program writes into the documents is current, and names all there is."""

import argparse
import re

import pytest

from ludoteca import bots, cli, games
from ludoteca.bots.spec import LEVELS
from tests.conventions.tree import ROOT, files, name, text
from tests.docs import commands, errors, http, settings, writing
from tests.docs.pages import PAGES

VARIABLE = re.compile(r"\bLUDOTECA_[A-Z][A-Z_]*[A-Z]\b")


def read(path: str) -> str:
    """Read a page."""
    return (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", PAGES)
def test_the_page_is_current(path: str) -> None:
    assert read(path) == PAGES[path](), f"run {writing.COMMAND}"


def test_every_command_and_option_is_mentioned() -> None:
    page = read("docs/reference/commands.md")
    found = list(commands.commands(cli.build_parser()))
    assert len(found) > len(cli.COMMANDS)
    for parser, arguments in found[1:]:
        _, heading, section = page.partition(f"# `{parser.prog}`\n")
        assert heading, parser.prog
        section = section.partition("\n#")[0]
        for action in arguments:
            for word in action.option_strings or [str(action.metavar)]:
                assert re.search(rf"`{re.escape(word)}[` ]", section), f"{parser.prog} {word}"


def test_an_argument_without_a_word_would_be_found() -> None:
    parser = argparse.ArgumentParser(prog="ludoteca x")
    parser.add_argument("--new", help="something new")
    [(_, arguments)] = commands.commands(parser)
    assert [commands.written(action) for action in arguments] == ["`--new`"]


def test_every_setting_is_mentioned() -> None:
    page = read("docs/reference/settings.md")
    ours = [path for path in files() if name(path).split("/")[0] != "docs" and path.suffix != ".md"]
    found = {word for path in ours for word in VARIABLE.findall(text(path))}
    assert "LUDOTECA_PORT" in found
    assert not [word for word in sorted(found) if f"`{word}`" not in page]
    assert all(about for _, about, _ in settings.rows())


def test_no_page_names_a_setting_that_does_not_exist() -> None:
    known = read("docs/reference/settings.md")
    pages = [path for path in files() if path.suffix == ".md"]
    found = {(name(path), word) for path in pages for word in VARIABLE.findall(text(path))}
    assert not [(page, word) for page, word in sorted(found) if f"`{word}`" not in known]


def test_every_error_code_is_mentioned_with_what_to_do() -> None:
    page = read("docs/reference/errors.md")
    codes = {kind.code for kind in errors.classes()} | errors.raised() | set(errors.refusals())
    assert {"busy", "already_started", "unreachable", "store_away"} <= codes
    for code in sorted(codes):
        row = re.search(rf"^\| `{code}` \|.*\| ([^|]+) \|$", page, re.MULTILINE)
        assert row, f"{code}: give it a line in tests/docs/advice.toml"
    assert set(errors.ADVICE["refusals"]) == set(errors.refusals())
    assert set(errors.ADVICE["errors"]) <= codes


def test_every_operation_is_mentioned() -> None:
    page = read("docs/reference/http.md")
    found = http.schema()["paths"]
    assert "/api/guest" in found
    for path, methods in found.items():
        for method in methods:
            assert f"### `{method.upper()} {path}`\n" in page


@pytest.mark.parametrize("word", [*games.names(), *bots.names(), *LEVELS])
def test_every_game_bot_and_level_is_mentioned(word: str) -> None:
    pages = [path for path in files() if name(path).startswith("docs/") and path.suffix == ".md"]
    by_hand = [path for path in pages if writing.NOTE not in text(path)]
    assert any(re.search(rf"\b{word}\b", text(path)) for path in by_hand)
