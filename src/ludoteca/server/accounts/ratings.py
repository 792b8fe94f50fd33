"""Ratings by game and number of players, with people and bots on one scale."""

from collections.abc import Sequence

from msgspec.structs import replace
from openskill.models import PlackettLuce

from ludoteca.server.store.values import StoredRating

_MODEL = PlackettLuce()

BASE, SCALE = 1000, 40
"""Shown ratings: a newcomer has about 1000, and one point of mu is 40 of ours."""


def newcomer(player: str, game: str, players: int) -> StoredRating:
    """Return the rating of somebody nobody knows yet."""
    fresh = _MODEL.rating()
    return StoredRating(player, game, players, fresh.mu, fresh.sigma, 0)


def rate(before: Sequence[StoredRating], ranks: Sequence[int]) -> list[StoredRating]:
    """Return the ratings after one match; the lowest rank has won, equal ranks have shared.

    >>> ann, bo = rate([newcomer("a", "x", 2), newcomer("b", "x", 2)], [1, 2])
    >>> shown(ann) > 1000 > shown(bo)
    True
    """
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        StoredRating(one.player, one.game, one.players, team[0].mu, team[0].sigma, one.matches + 1)
        for one, team in zip(before, after, strict=True)
    ]


def middle(ratings: Sequence[StoredRating]) -> StoredRating:
    """Return one rating for several results of one player in one match."""
    count = len(ratings)
    mu = sum(one.mu for one in ratings) / count
    return replace(ratings[0], mu=mu, sigma=sum(one.sigma for one in ratings) / count)


def shown(rating: StoredRating) -> int:
    """Return a rating as people see it."""
    return round(BASE + SCALE * (rating.mu - _MODEL.mu))
