"""Help and the messages of the parser, in the language of the environment or of `--language`."""

import argparse
import re
import string
from typing import Any

import pytest

from ludoteca import cli
from ludoteca.cli.arguments import number
from ludoteca.cli.translation import say_paragraphs, speaking, translations
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
