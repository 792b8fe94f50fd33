"""Refusals: every code of the server has a sentence in every language."""

import re

import pytest

from ludoteca.core.errors import ProtocolError
from ludoteca.language import LANGUAGES, words
from ludoteca.protocol import decode_from_client
from ludoteca.server.problem import (
    LONGEST,
    STATUS,
    ServerRefusal,
    preferred_language,
    problem_of,
    sentence_of,
    status_of,
)
from tests.conventions.tree import modules, text


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


def test_a_message_that_does_not_fit_is_answered_with_where() -> None:
    with pytest.raises(ProtocolError) as refused:
        decode_from_client(b'{"type": "say", "request": 1, "match": "abcd", "text": ""}')
    sentence = sentence_of(refused.value, "de")
    assert sentence.startswith(words("de")["refusal.unreadable"])
    assert "$.text" in sentence
    with pytest.raises(ProtocolError) as refused:
        decode_from_client(b'{"type": "' + b"x" * 3000 + b'", "request": 1}')
    assert len(sentence_of(refused.value, "en")) <= LONGEST


def test_a_refusal_says_it_in_the_language_asked_for() -> None:
    assert problem_of(ServerRefusal("name_taken"), "it").sentence.startswith("Questo nome")
    assert status_of(ServerRefusal("name_taken")) == 409


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
