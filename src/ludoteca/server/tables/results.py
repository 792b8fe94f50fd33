"""Computes what a final match leaves: its record, its results, the new ratings."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import msgspec

from ludoteca.core.errors import LudotecaError, RatingMoved
from ludoteca.record.ranks import ranks_of
from ludoteca.record.read import read
from ludoteca.server.accounts.ratings import middle, newcomer, rate
from ludoteca.server.store import Store
from ludoteca.server.store.values import StoredRating, StoredResult
from ludoteca.server.tables.event_log import BOT

TRIES = 20
"""How often a rating that moved meanwhile is read again."""


Books = tuple[str, list[dict[str, object]], list[int]]
"""The game of a record, and the scores and ranks of its seats."""


def _close(record: str, resigned: Sequence[int]) -> Books:
    """Work out how a match ended; as long as it was, so long does it take."""
    known = read(record.encode())
    result = known.timeline.result()
    scores: list[dict[str, object]] = list(result.scores)
    totals = [int(str(parts["total"])) for parts in scores]
    return known.header.game.id, scores, ranks_of(totals, result.winners, resigned)


class Results:
    """Writes final matches down for good; doing it twice changes nothing."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        run_aside: Callable[[Callable[[], Books]], Awaitable[Books]] = asyncio.to_thread,
        name_bot: Callable[[str], str] = str,
    ) -> None:
        """Take the storage, the time, where to do what takes long, and how bots are named."""
        self._store, self._clock, self._run_aside = store, clock, run_aside
        self._name_bot = name_bot

    async def keep(
        self,
        match: str,
        record: str,
        players: Sequence[str],
        rated: bool,
        resigned: Sequence[int] = (),
    ) -> bool:
        """Keep a record with its results; False if that was done before.

        The record does not say who resigned (seats) where a bot played on.
        """
        players = [await self._present_id(player) for player in players]
        game, scores, ranks = await self._run_aside(partial(_close, record, resigned))
        results = [
            StoredResult(seat, player, msgspec.json.encode(scores[seat]), ranks[seat])
            for seat, player in enumerate(players)
        ]
        for _ in range(TRIES):
            ratings = await self._rate(game, players, ranks) if rated else []
            try:
                return await self._store.history.finish(
                    match, record, results, ratings, self._clock()
                )
            except RatingMoved:
                continue
        return await self._store.history.finish(match, record, results, [], self._clock())

    async def _rate(
        self, game: str, players: Sequence[str], ranks: Sequence[int]
    ) -> list[StoredRating]:
        """Return the new ratings; of a bot on several seats, the middle of its results counts."""
        players = [self._rated_as(player) for player in players]
        names = list(dict.fromkeys(players))
        stored = await self._store.history.find_ratings(names, game, len(players))
        by_player = {rating.player: rating for rating in stored}
        before = [
            by_player.get(player) or newcomer(player, game, len(players)) for player in players
        ]
        after: dict[str, list[StoredRating]] = {name: [] for name in names}
        for rating in rate(before, ranks):
            after[rating.player].append(rating)
        return [middle(found) for found in after.values()]

    def _rated_as(self, player: str) -> str:
        """Return one name to a bot that can be called by several."""
        if not player.startswith(BOT):
            return player
        try:
            return BOT + self._name_bot(player.removeprefix(BOT))
        except LudotecaError:  # there was such a bot once
            return player

    async def _present_id(self, player: str) -> str:
        """Return the account that a guest has become meanwhile."""
        user = None if player.startswith(BOT) else await self._store.users.find_user(player)
        return player if user is None else user.became or player
