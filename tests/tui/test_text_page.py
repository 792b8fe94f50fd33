"""Pages of text: the rules of every game can be read in every language."""

import json

import pytest

from ludoteca import games
from ludoteca.language import LANGUAGES
from ludoteca.tui.boards import board_of
from ludoteca.tui.look import Look
from ludoteca.tui.text_page import parse_page


def page(game: str, language: str) -> str:
    path = games.load(game).folder / "text" / f"rules.{language}.md"
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_explains_itself_in_every_language(game: str, language: str) -> None:
    lines, usual = parse_page(page(game, language)), parse_page(page(game, "en"))
    kinds = [line.kind for line in lines if line.text]
    assert kinds == [line.kind for line in usual if line.text]
    assert kinds.count("title") == 1
    assert kinds.count("heading") >= 5
    assert "picture" in kinds


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_fit_the_narrowest_terminal(game: str, language: str) -> None:
    pictures = [line.text for line in parse_page(page(game, language)) if line.kind == "picture"]
    assert all(len(line) <= 70 for line in pictures)
    board, words = board_of(games.load(game)), games.load(game).words(language)
    marks = set(board.marks(board.dressed(Look(), words)))
    assert marks <= {letter for line in pictures for letter in line}


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_game_is_given_twice(game: str, language: str) -> None:
    """The page and the terminal both add words: one must not take the other's place."""
    text = (games.load(game).folder / "text" / f"{language}.json").read_text(encoding="utf-8")
    pairs: list[tuple[str, str]] = json.loads(text, object_pairs_hook=list)
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys))
