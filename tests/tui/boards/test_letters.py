"""Symbols of Codex Naturalis have letters of the player's language."""

import pytest

from ludoteca import games
from ludoteca.language import LANGUAGES
from ludoteca.tui.boards.codex_naturalis import CodexNaturalisBoard
from ludoteca.tui.boards.codex_naturalis.cards import SIZES, letters, put_card
from ludoteca.tui.canvas import Canvas
from ludoteca.tui.look import Look


def look_in(language: str) -> Look:
    return CodexNaturalisBoard.dressed(Look(), games.load("codex_naturalis").words(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_is_in_the_word_it_stands_for_and_stands_for_one_thing(language: str) -> None:
    words, found = games.load("codex_naturalis").words(language), letters(look_in(language))
    assert len(set(found.values())) == len(found)
    own_letters = [name for name, letter in found.items() if letter.lower() in words[name].lower()]
    assert len(own_letters) >= len(found) - 1  # no letter is left for the German inkwell


@pytest.mark.parametrize(("language", "letter"), [("en", "F"), ("it", "F"), ("de", "Z")])
def test_cards_are_drawn_with_them(language: str, letter: str) -> None:
    size = SIZES[2]
    canvas = Canvas(size.width, size.height)
    put_card(canvas, 0, 0, 1, "back", size, look_in(language))
    assert f"({letter})" in canvas.text()
