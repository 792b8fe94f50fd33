"""Help and refusals in the language of the environment, or of `--language`.

The English text stands where an argument is defined. `text/it.json` and `text/de.json` translate
it, keyed by the English text, so that a changed text is English until somebody translates it.
`text/refusals.it.json` does the same for the sentences of errors, with {0} for the first thing that
a sentence names: where they are raised, nobody knows who reads them.
"""

import argparse
import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path

from ludoteca.language import LANGUAGES, USUAL, system_language

TEXT = Path(__file__).parent / "text"

WIDTH = 98
"""Columns of a paragraph below the arguments."""

_OPTION = "--language"

_HEADING = re.compile(r"[\w ]+:")

_VALUE = re.compile(r"\\\{(\d)\\\}")

_known: list[Mapping[str, str]] = [{}]
"""The translations in use; the last counts."""


def asked_language(arguments: Sequence[str]) -> str:
    """Return the language that the arguments ask for, or that of the environment.

    >>> asked_language(["play", "--help", "--language", "de"]), asked_language(["--language=it"])
    ('de', 'it')
    """
    after = [text for before, text in pairwise(arguments) if before == _OPTION]
    joined = [text.partition("=")[2] for text in arguments if text.startswith(f"{_OPTION}=")]
    return next((text for text in (*after, *joined) if text in LANGUAGES), system_language())


def translations(language: str) -> Mapping[str, str]:
    """Read what each English text is called in a language."""
    if language == USUAL:
        return {}
    path = TEXT / f"{language}.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


@cache
def _refusals(language: str) -> list[tuple[re.Pattern[str], str]]:
    """Read how refusals are said in a language; those with the most words of their own first."""
    path = TEXT / f"refusals.{language}.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    ordered = sorted(found, key=lambda english: len(re.sub(r"\{\d\}", "", english)), reverse=True)
    return [(re.compile(_VALUE.sub("(.*?)", re.escape(text))), found[text]) for text in ordered]


def refusal_in(language: str, sentence: str) -> str:
    """Return the sentence of an error in a language; what it names may be a sentence itself.

    >>> refusal_in("it", "line 3: unknown key 'x'")
    "riga 3: chiave sconosciuta: 'x'"
    """
    if language == USUAL:
        return sentence
    for pattern, text in _refusals(language):
        match = pattern.fullmatch(sentence)
        if match:
            return text.format(*(refusal_in(language, part) for part in match.groups()))
    return sentence


@contextmanager
def speaking(known: Mapping[str, str]) -> Iterator[None]:
    """Use translations meanwhile, also for the words that argparse itself has."""
    usual = vars(argparse)["_"]
    vars(argparse)["_"] = say
    _known.append(known)
    try:
        yield
    finally:
        _known.pop()
        vars(argparse)["_"] = usual


def say(text: str, /, **values: object) -> str:
    """Return a text in the language in use, with what it names in braces."""
    text = _known[-1].get(text, text)
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def say_paragraphs(text: str, /, **values: object) -> str:
    """Return a text of several paragraphs in the language in use, wrapped.

    A first line of a few words and a colon is a heading; indented lines stay as they are.
    """
    return "\n\n".join("\n".join(_lines(part, values)) for part in text.strip().split("\n\n"))


def _lines(paragraph: str, values: Mapping[str, object]) -> Iterator[str]:
    lines = paragraph.splitlines()
    if lines and _HEADING.fullmatch(lines[0]):
        yield say(lines.pop(0))
    prose = [line for line in lines if not line.startswith(" ")]
    if prose:
        yield from textwrap.wrap(
            say(" ".join(prose), **values), WIDTH, break_long_words=False, break_on_hyphens=False
        )
    yield from (line for line in lines if line.startswith(" "))
