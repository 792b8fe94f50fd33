"""Marks for colour in drawings: dropped, or turned into what a terminal shows."""

import re

import pytest

from ludoteca.core.colour import CODES, colour, coloured, plain
from ludoteca.core.game import Game
from tests.playing import GAMES, random_states, table_name

ANSI = re.compile("\x1b\\[[0-9]+m")


@pytest.mark.parametrize("letter", CODES)
def test_every_colour_can_be_shown_and_dropped(letter: str) -> None:
    text = f"a {colour(letter, 'word')} here"
    assert plain(text) == "a word here"
    assert coloured(text) == f"a \x1b[{CODES[letter]}mword\x1b[0m here"


def test_text_without_marks_stays_as_it_is() -> None:
    text = "nothing \x1b to see … ü"
    assert plain(text) == coloured(text) == text


def test_marks_side_by_side_do_not_mix() -> None:
    text = colour("g", "C") + colour("r", "") + colour("b", "T\n")
    assert plain(text) == "CT\n"
    assert coloured(text).count("\x1b[0m") == 3


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_a_drawing_in_colour_differs_only_in_colour(game: Game) -> None:
    players = game.player_counts[0]
    names = [f"Player {seat}" for seat in range(players)]
    for state in random_states(game, players, game.choose_options(), seed=32):
        view = game.view(state, 0)
        drawing = game.draw(view, names, colour=True)
        assert game.draw(view, names) == plain(drawing)
        assert ANSI.sub("", coloured(drawing)) == plain(drawing)
        assert not re.search("[\x00-\x09\x0b-\x1f]", plain(drawing))
