"""Pictures in pixels show what a browser shows: no colour is lost on the way."""

import re

import numpy as np
import pytest

from ludoteca import Match
from ludoteca.core.pixels import pixels, png, written_out
from tests.playing import GAMES

PART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" width="10" height="10">{}</svg>'


def shown(body: str) -> tuple[int, ...]:
    """Return the colour in the middle of a picture."""
    return tuple(int(part) for part in pixels(PART.format(body), 20, 20)[10, 10])


@pytest.mark.parametrize(
    "body",
    [
        '<g style="--a: #123456"><rect width="10" height="10" fill="var(--a)"/></g>',
        '<rect width="10" height="10" fill="var(--none, #123456)"/>',
        '<style>.gold.card {--a: #123456;}</style><g class="card gold">'
        '<rect width="10" height="10" fill="var(--a, red)"/></g>',
        '<defs><symbol id="s" viewBox="0 0 2 2"><use href="#g"/></symbol>'
        '<g id="g"><rect width="2" height="2" fill="currentColor"/></g></defs>'
        '<use href="#s" x="0" y="0" width="10" height="10" color="#123456"/>',
        '<defs><path id="p" d="M-5-5H5V5H-5Z"/></defs><use href="#p" x="5" y="5" fill="#123456"/>',
    ],
)
def test_what_is_used_has_the_colours_of_its_place(body: str) -> None:
    assert shown(body) == (0x12, 0x34, 0x56)


def test_letters_have_their_size() -> None:
    assert 'font-size="24px"' in written_out(PART.format('<text font-size="1.5rem">8</text>'))


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_position_is_drawn_into_its_frame(game: str) -> None:
    match = Match(game, seed=3)
    match.play("random", moves=12)
    svg = match.svg()
    assert not re.search(r"var\(|<(\w+:)?use|rem[;\"]", written_out(svg))
    assert png(svg, 200).startswith(b"\x89PNG")
    picture = pixels(svg, 400, 300)
    assert picture.shape == (300, 400, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 500
    black = (picture.max(axis=2) < 8).mean()
    assert black < 0.01  # a colour that is not understood is drawn black
