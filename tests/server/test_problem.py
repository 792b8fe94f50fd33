"""Refusals: every code of the server has a sentence in every language."""

import re

import pytest

from ludoteca.language import LANGUAGES, words
from ludoteca.server.problem import STATUS, Refusal, preferred_language, problem_of, status_of
from tests.house.tree import modules, text


def used_codes() -> set[str]:
    """Find the codes that the server's modules refuse with."""
    pattern = re.compile(r'Refusal\(\s*"([a-z_]+)"')
    return {
        code
        for path in modules("src", "ludoteca", "server")
        for code in pattern.findall(text(path))
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_a_sentence(language: str) -> None:
    spoken = words(language)
    codes = used_codes() | set(STATUS) - {"usage"}
    assert len(codes) > 15
    assert not [code for code in sorted(codes) if f"refusal.{code}" not in spoken]


def test_a_refusal_says_it_in_the_language_asked_for() -> None:
    assert problem_of(Refusal("name_taken"), "it").sentence.startswith("Qualcuno")
    assert status_of(Refusal("name_taken")) == 409


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("it", "it"),
        ("fr, de;q=0.5", "de"),
        ("en;q=0.1, it-IT;q=0.9", "it"),
        (";;q=x", "en"),
    ],
)
def test_the_browser_says_which_language(header: str, language: str) -> None:
    assert preferred_language(header) == language
