"""Ratings of levels: shown only for what was measured."""

import pytest

from ludoteca import games
from ludoteca.bots import strength
from ludoteca.bots.spec import LEVELS


@pytest.mark.parametrize("game", games.names())
def test_every_level_has_a_rating_where_it_was_measured(game: str) -> None:
    """The strongest one thinks by the clock and needs a machine that does nothing else."""
    assert 2 in strength.read_strengths(game)
    for players in strength.read_strengths(game):
        assert set(strength.ratings_of(game, players)) >= set(LEVELS) - {"master"}
        measured = strength.read_strengths(game)[players]
        assert any(each.plays.startswith("monte_carlo") for each in measured.values())
        for each in measured.values():
            assert each.low <= each.rating <= each.high


@pytest.mark.parametrize("game", games.names())
def test_stronger_levels_give_away_less_with_a_move(game: str) -> None:
    for players in strength.read_strengths(game):
        losses = strength.losses_of(game, players)
        assert losses["beginner"] > losses["expert"] >= 0
        assert list(losses.values()) == sorted(losses.values(), reverse=True)
        ratings = strength.ratings_of(game, players)
        assert list(losses) == sorted(losses, key=lambda level: ratings[level])


def test_levels_are_not_told_apart_where_a_stronger_one_gave_away_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ("beginner", "easy", "medium", "hard")
    lost = dict(zip(names, (0.06, 0.038, 0.044, 0.01), strict=True))
    known = {
        2: {
            name: strength.Measured(LEVELS[name], 800 + at, 0, 0, lost[name])
            for at, name in enumerate(names)
        }
    }
    monkeypatch.setattr(strength, "read_strengths", lambda game: known)
    assert strength.losses_of("g", 2) == dict(zip(names, (0.06, 0.041, 0.041, 0.01), strict=True))


def test_a_level_that_plays_otherwise_by_now_has_no_rating(monkeypatch: pytest.MonkeyPatch) -> None:
    level, plays = next(iter(LEVELS.items()))
    known = {3: {level: strength.Measured(plays, 800, 800, 800, 0.1)}}
    monkeypatch.setattr(strength, "read_strengths", lambda game: known)
    assert strength.ratings_of("g", 3) == {level: 800}
    assert strength.losses_of("g", 3) == {level: 0.1}
    assert strength.ratings_of("g") == {}
    monkeypatch.setattr(strength, "levels_at", lambda game, players: {level: "greedy:1s"})
    assert strength.ratings_of("g", 3) == {}
