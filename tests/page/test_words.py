"""Every word of the page exists in every language, and every one is used."""

import json
import re
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.language import LANGUAGES, words

ROOT = Path(__file__).parents[2]
SOURCES = {
    path: path.read_text()
    for path in (ROOT / "web" / "src").rglob("*")
    if path.suffix in (".svelte", ".ts") and not path.name.endswith(".test.ts")
}
TEXT = "\n".join(SOURCES.values())
USED = set(re.findall(r"[\"'](page\.[a-z_.]*[a-z])[\"']", TEXT))
BEGINNINGS = tuple(re.findall(r"`(page\.[a-z_.]+\.)\$\{", TEXT))
PLACES = re.compile(r"\{(\w+)[,}]")
ALIKE = {"Account", "Bot ({level})", "Bots", "Chat", "chat", "Hand", "live", "Menu", "Name", "No"}
ALIKE |= {"Nickname", "Password", "Rating", "Replay", "Wow", "host", "{n} min", "{n} s"}
ALIKE |= {"Backspace", "E-mail"}
"""Words that are the same in English and in one of the other languages."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_that_is_used_exists(language: str) -> None:
    assert USED - set(words(language)) == set()


def test_every_word_is_used() -> None:
    own = [key for key in words("en") if key.startswith("page.")]
    assert [key for key in own if key not in USED and not key.startswith(BEGINNINGS)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_words_and_values(language: str) -> None:
    english = {key: text for key, text in words("en").items() if key.startswith("page.")}
    other = words(language)
    for key, text in english.items():
        assert set(PLACES.findall(other[key])) == set(PLACES.findall(text)), key


def texts_of(language: str) -> dict[str, str]:
    """Return every text of the page and the games, by a name of its own."""
    found = {key: text for key, text in words(language).items() if key.startswith("page.")}
    for game in games.names():
        path = games.load(game).folder / "text" / f"{language}.json"
        own: dict[str, str] = json.loads(path.read_text())
        found |= {f"{game} {key}": text for key, text in own.items()}
    return found


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_nothing_is_left_in_english(language: str) -> None:
    own = texts_of(language)
    names = {text for key, text in own.items() if key.endswith(" name")}
    same = {text for key, text in texts_of("en").items() if own[key] == text}
    says = {text for text in same - names - ALIKE if re.search("[a-z]", PLACES.sub("", text))}
    assert says == set()


def used_by_board(game: str) -> set[str]:
    own = [text for path, text in SOURCES.items() if f"/boards/{game}/" in path.as_posix()]
    return set(re.findall(r"[\"'](board\.[a-z_.]*[a-z])[\"']", "\n".join(own)))


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_board_exists(game: str, language: str) -> None:
    text = games.load(game).folder / "text" / f"{language}.json"
    assert used_by_board(game) - set(json.loads(text.read_text())) == set()


def test_no_screen_names_a_game() -> None:
    """A game is found by its id; only its own folder may name it."""
    for path, text in SOURCES.items():
        place = path.as_posix()
        for game in games.names():
            assert game not in text or f"/boards/{game}/" in place, place


@pytest.mark.parametrize(("language", "misleading"), [("it", "ospita"), ("en", "Bots of")])
def test_words_that_misled_are_gone(language: str, misleading: str) -> None:
    """In Italian, who hosts a table must not sound like a guest."""
    found = {key for key, text in texts_of(language).items() if re.search(misleading, text)}
    assert found == set()
