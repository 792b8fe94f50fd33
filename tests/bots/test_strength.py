"""Ratings of levels: shown only for what was measured."""

import pytest

from ludoteca import games
from ludoteca.bots import strength
from ludoteca.bots.spec import LEVELS


@pytest.mark.parametrize("game", games.names())
def test_measured_ratings_are_those_of_levels_that_exist(game: str) -> None:
    assert set(strength.ratings_of(game)) <= set(LEVELS)
    for measured in strength.read_strengths(game).values():
        assert measured.low <= measured.rating <= measured.high


def test_a_level_that_plays_otherwise_by_now_has_no_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    level, plays = next(iter(LEVELS.items()))
    known = {level: strength.Measured(plays, 800, 800, 800)}
    monkeypatch.setattr(strength, "read_strengths", lambda game: known)
    assert strength.ratings_of("g") == {level: 800}
    monkeypatch.setitem(LEVELS, level, "greedy:1s")
    assert strength.ratings_of("g") == {}
