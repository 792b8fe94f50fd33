"""Closing the books on a final match: its record, its results, the new ratings."""

from collections.abc import Callable, Sequence

import msgspec

from ludoteca.core.errors import RatingMoved
from ludoteca.record.read import read
from ludoteca.server.keeping.ledger import BOT
from ludoteca.server.ratings import middle, newcomer, rate
from ludoteca.server.store.port import Store
from ludoteca.server.store.values import Rating, Result

TRIES = 20
"""A rating that moved meanwhile is read again, at most so often."""


def ranks_of(totals: Sequence[int], winners: Sequence[int]) -> list[int]:
    """Rank the seats: winners first, then by score; equal ones share a rank.

    >>> ranks_of([10, 30, 20, 20], winners=[1])
    [4, 1, 2, 2]
    """
    order = [
        (seat not in winners, 0 if seat in winners else -total) for seat, total in enumerate(totals)
    ]
    return [1 + sum(other < own for other in order) for own in order]


class Clerk:
    """Writes final matches down for good; doing it twice changes nothing."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """Take the storage and the time."""
        self._store, self._clock = store, clock

    async def keep(self, match: str, record: str, players: Sequence[str], rated: bool) -> bool:
        """Keep a record with its results; False if that was done before."""
        players = [await self._present_id(player) for player in players]
        known = read(record.encode())
        result = known.timeline.result()
        scores: list[dict[str, object]] = list(result.scores)
        totals = [int(str(parts["total"])) for parts in scores]
        ranks = ranks_of(totals, result.winners)
        results = [
            Result(seat, player, msgspec.json.encode(scores[seat]), ranks[seat])
            for seat, player in enumerate(players)
        ]
        game = known.header.game.id
        for _ in range(TRIES):
            ratings = await self._rate(game, players, ranks) if rated else []
            try:
                return await self._store.finish(match, record, results, ratings, self._clock())
            except RatingMoved:
                continue
        return await self._store.finish(match, record, results, [], self._clock())

    async def _rate(self, game: str, players: Sequence[str], ranks: Sequence[int]) -> list[Rating]:
        """Give the new ratings; of a bot on several seats, the middle of its results counts."""
        names = list(dict.fromkeys(players))
        stored = await self._store.find_ratings(names, game, len(players))
        by_player = {rating.player: rating for rating in stored}
        before = [
            by_player.get(player) or newcomer(player, game, len(players)) for player in players
        ]
        after: dict[str, list[Rating]] = {name: [] for name in names}
        for rating in rate(before, ranks):
            after[rating.player].append(rating)
        return [middle(found) for found in after.values()]

    async def _present_id(self, player: str) -> str:
        """Give the account that a guest has become meanwhile."""
        visitor = None if player.startswith(BOT) else await self._store.find_visitor(player)
        return player if visitor is None else visitor.became or player
