"""Help and the messages of the parser, in the language of the environment or of `--language`."""

import argparse
import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca import cli
from ludoteca.cli.arguments import number
from ludoteca.cli.translation import refusal_in, say_paragraphs, speaking, translations
from ludoteca.language import words
from tests.cli.running import Run

LANGUAGES = ("it", "de")

OWN = {"usage: ", "expected one argument", "(see {prog} --help)", "End with an empty line."}
"""Words of argparse, and what is said only when something is refused."""


class Recorder(dict[str, str]):
    """Translations that note what was asked of them."""

    def get(self, key: str, default: Any = None) -> Any:
        """Note a text, and leave it as it is."""
        self[key] = key
        return default


def said_in_english() -> set[str]:
    """Collect every text of the parsers."""
    recorder = Recorder()
    with speaking(recorder):
        parser = cli.build_parser()
        parser.format_help()
        with pytest.raises(argparse.ArgumentTypeError):
            number(1, 2)("x")
    return {text for text in recorder if re.search(r"[a-z]{2} |examples?:|options", text)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_help_is_translated(language: str) -> None:
    known = translations(language)
    assert said_in_english() - set(known) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_left_over(language: str) -> None:
    refusals = {text for text in translations(language) if "%" in text or "{text}" in text}
    assert set(translations(language)) - said_in_english() - refusals - OWN == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_name_what_the_english_names(language: str) -> None:
    def named(text: str) -> tuple[list[Any], list[str]]:
        braces = [name for _, name, _, _ in string.Formatter().parse(text) if name]
        return sorted(braces), sorted(re.findall(r"%\(\w+\)[sr]|%s|--\w+|LUDOTECA_\w+", text))

    for english, text in translations(language).items():
        assert named(english) == named(text)


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_help_is_in_the_language_of_the_environment(
    run: Run, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    ran = run(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Aufruf: ludoteca {command}")
    assert "Beispiele:" in ran.out
    assert "default" not in ran.out


def test_the_option_counts_more_than_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    for arguments in (("--help", "--language", "it"), ("--language=it", "--help")):
        assert "avvia un server" in run(*arguments).out
    assert "run a server" in run("--language", "en", "--help").out
    assert "run a server" not in run("--help").out


def test_refusals_of_the_parser_are_translated(run: Run) -> None:
    run("--language", "it", "verify").refused("mancano questi argomenti: FILE", "vedi ludoteca")
    run("verify", "--language", "de").refused("es fehlen diese Argumente: FILE")
    run("bench", "--seconds", "x", "--language=de").refused("ganze Zahl von", "nicht 'x'")
    run("simulate", "my_shelfie", "--matches", "--language=it").refused("serve un valore")
    run("hint", "--language", "xx").refused("choose from", "'de', 'en', 'it'")


def test_paragraphs_are_wrapped_and_examples_kept() -> None:
    text = "examples:\n  one\n  two\n\nA long\nsentence with {what}."
    with speaking({"examples:": "esempi:"}):
        assert say_paragraphs(text, what="words") == (
            "esempi:\n  one\n  two\n\nA long sentence with words."
        )


NOT_BY_COMMANDS = ("api", "rl/gymnasium", "rl/batch", "rl/opponents", "rl/loader", "rl/tensor",
                   "device/bots", "kernels", "core/native")  # fmt: skip
"""What is raised only in programs that import ludoteca."""


ERRORS = {"RecordError", "UsageError"}
JOINED = {"xyz", "xyz: xyz", "options: xyz", "players: xyz"}


def sentences_of_errors() -> Iterator[str]:
    """Find the sentence of every error a command may say, with a word for each thing it names."""
    source = Path(cli.__file__).parents[1]
    for path in source.rglob("*.py"):
        name = path.relative_to(source).as_posix()
        if name.startswith(NOT_BY_COMMANDS):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_error = isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS
            text = node.args[0] if is_error and isinstance(node, ast.Call) else None
            if isinstance(text, ast.Constant):
                yield str(text.value)
            elif isinstance(text, ast.JoinedStr):
                parts = (getattr(each, "value", None) for each in text.values)
                yield "".join(part if isinstance(part, str) else "xyz" for part in parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_a_command_is_translated(language: str) -> None:
    """One that only joins two others is translated with them."""
    found = set(sentences_of_errors())
    assert len(found) > 130
    assert {text for text in found - JOINED if refusal_in(language, text) == text} == set()


def test_refusals_are_in_the_language_asked_for(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run("play", "chess", "--language=de").refused("es gibt kein Spiel 'chess'; die Spiele sind: ")
    run("play", "my_shelfie", "--seats", "Ann,Ann", "--language", "it").refused("un nome diverso")
    (tmp_path / "empty.ludo").write_bytes(b"")
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    run("hint", str(tmp_path / "empty.ludo")).refused("empty.ludo: ", "il file è vuoto")
    run("hint", str(tmp_path / "none.ludo"), "--language=en").refused("No such file")


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_listed_in_the_language(run: Run, language: str) -> None:
    listed = run("games", "--language", language)
    said = words(language)
    assert said["plain.games.default"] in listed.out
    assert "players" not in listed.out
    assert listed.err == ""
