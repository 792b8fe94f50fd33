"""Pictures in pixels show what a browser shows: no colour is lost on the way."""

import re

import numpy as np
import pytest

from ludoteca import Match
from ludoteca.core.raster import pixels
from tests.playing import GAMES


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_position_is_drawn_into_its_frame(game: str) -> None:
    match = Match(game, seed=3)
    match.play("random", moves=12)
    svg = match.svg()
    assert not re.search(r"var\(|<style", svg)
    picture = pixels(svg, 400, 300)
    assert picture.shape == (300, 400, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 500
    black = (picture.max(axis=2) < 8).mean()
    assert black < 0.01  # a colour that is not understood is drawn black
