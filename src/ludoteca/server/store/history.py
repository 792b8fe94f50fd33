"""Records, results, ratings, analyses, the gallery and invitations, in SQL."""

from collections.abc import Sequence

from ludoteca.core.errors import RatingMoved
from ludoteca.server.store.database import Database, Row, SqlStep, Unmet
from ludoteca.server.store.dialect import places
from ludoteca.server.store.tables import TABLE, table_row
from ludoteca.server.store.values import (
    Answer,
    Invitation,
    Past,
    StoredRating,
    StoredResult,
    StoredShowing,
)

KEEP_RECORD = """
INSERT INTO records (match, record, final_at) VALUES (?, ?, ?)
ON CONFLICT (match) DO NOTHING RETURNING match
"""

KEEP_RESULT = "INSERT INTO results (match, seat, player, scores, rank) VALUES (?, ?, ?, ?, ?)"

RATING = "player, game, players, mu, sigma, matches"

KEEP_RATING = f"""
INSERT INTO ratings ({RATING}) VALUES ({places(6)})
ON CONFLICT (player, game, players) DO UPDATE
SET mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches
WHERE ratings.matches = excluded.matches - 1 RETURNING player
"""

UNKEPT = """
SELECT match FROM tables WHERE status = 'final' AND match NOT IN (SELECT match FROM records)
ORDER BY updated_at
"""

PAST = f"""
SELECT {TABLE}, s.seat, r.seat, r.player, r.scores, r.rank, k.final_at
FROM seats s JOIN tables t ON t.match = s.match
LEFT JOIN results r ON r.match = s.match AND r.seat = s.seat
LEFT JOIN records k ON k.match = s.match
WHERE s.player = ? AND t.updated_at < ? ORDER BY t.updated_at DESC, t.match, s.seat LIMIT ?
"""

BEST = f"""
SELECT {RATING} FROM ratings WHERE game = ? AND players = ? AND matches >= ?
ORDER BY mu - 3 * sigma DESC, player LIMIT ? OFFSET ?
"""

KEEP_ANALYSIS = """
INSERT INTO analyses (match, key, body) VALUES (?, ?, ?)
ON CONFLICT (match, key) DO UPDATE SET body = excluded.body
"""

AGREE = """
INSERT INTO gallery (match, seat, player, at) VALUES (?, ?, ?, ?)
ON CONFLICT (match, seat) DO NOTHING
"""

GALLERY = """
SELECT k.match, k.final_at, t.game, t.seats FROM records k JOIN tables t ON t.match = k.match
WHERE k.final_at < ? AND (? = '' OR t.game = ?)
    AND EXISTS (SELECT 1 FROM gallery g WHERE g.match = k.match)
    AND NOT EXISTS (
        SELECT 1 FROM results r WHERE r.match = k.match AND r.player NOT LIKE 'bot:%'
        AND NOT EXISTS (SELECT 1 FROM gallery g WHERE g.match = r.match AND g.seat = r.seat)
    )
ORDER BY k.final_at DESC, k.match LIMIT ?
"""
"""Matches that the people of all seats agreed to show; bots have nothing against it."""

INVITATION = "id, match, sender, created_at, expires_at, seat, user_id, answer"

FAR = 1e18
"""A time after all others."""


class History:
    """Reads and writes what is left of matches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def finish(
        self,
        match: str,
        record: str,
        results: Sequence[StoredResult],
        ratings: Sequence[StoredRating],
        at: float,
    ) -> bool:
        """Keep a final match for good: record, results and the new ratings, in one commit.

        False if it was done before: nothing is changed then, so it can be repeated after a crash.
        Each rating counts one match more than the stored one, else `RatingMoved` is raised.
        """
        steps = [SqlStep(KEEP_RECORD, (match, record, at), rows=1)]
        steps += [
            SqlStep(KEEP_RESULT, (match, it.seat, it.player, it.scores, it.rank)) for it in results
        ]
        steps += [
            SqlStep(
                KEEP_RATING, (it.player, it.game, it.players, it.mu, it.sigma, it.matches), rows=1
            )
            for it in sorted(ratings, key=lambda it: it.player)
        ]
        try:
            await self._database.write(*steps)
        except Unmet as error:
            if error.step:
                raise RatingMoved(f"A rating of match {match} has changed meanwhile.") from error
            return False
        return True

    async def unkept(self) -> list[str]:
        """List matches whose status is final but that were not kept: `finish` them."""
        return [row[0] for row in await self._database.read(UNKEPT)]

    async def read_record(self, match: str) -> str | None:
        """Return the record of a final match."""
        rows = await self._database.read("SELECT record FROM records WHERE match = ?", match)
        return rows[0][0] if rows else None

    async def read_results(self, match: str) -> list[StoredResult]:
        """Return the results of a final match, by seat."""
        sql = "SELECT seat, player, scores, rank FROM results WHERE match = ? ORDER BY seat"
        return [StoredResult(*row) for row in await self._database.read(sql, match)]

    async def totals_of(self, matches: Sequence[str]) -> dict[str, list[StoredResult]]:
        """Return the results of several final matches, by seat."""
        if not matches:
            return {}
        sql = (
            "SELECT match, seat, player, scores, rank FROM results"
            f" WHERE match IN ({places(len(matches))}) ORDER BY match, seat"
        )
        found: dict[str, list[StoredResult]] = {}
        for match, *result in await self._database.read(sql, *matches):
            found.setdefault(match, []).append(StoredResult(*result))
        return found

    async def matches_of(
        self, player: str, limit: int = 50, before: float | None = None
    ) -> list[Past]:
        """List matches a player sat at, the latest changed first, or those changed `before`."""
        until = FAR if before is None else before
        return [_past(row) for row in await self._database.read(PAST, player, until, limit)]

    async def find_ratings(
        self, names: Sequence[str], game: str, players: int
    ) -> list[StoredRating]:
        """Return the ratings of some players; those never rated are left out."""
        if not names:
            return []
        sql = (
            f"SELECT {RATING} FROM ratings WHERE game = ? AND players = ?"
            f" AND player IN ({places(len(names))}) ORDER BY player"
        )
        return [StoredRating(*row) for row in await self._database.read(sql, game, players, *names)]

    async def ratings_of(self, player: str) -> list[StoredRating]:
        """Return all ratings of one player."""
        sql = f"SELECT {RATING} FROM ratings WHERE player = ? ORDER BY game, players"
        return [StoredRating(*row) for row in await self._database.read(sql, player)]

    async def leaderboard(
        self, game: str, players: int, least: int = 1, limit: int = 50, offset: int = 0
    ) -> list[StoredRating]:
        """List the best by mu − 3 sigma among those with enough matches."""
        rows = await self._database.read(BEST, game, players, least, limit, offset)
        return [StoredRating(*row) for row in rows]

    async def keep_analysis(self, match: str, key: str, body: bytes) -> None:
        """Keep an analysis of a record; `key` says by whom and with what budget."""
        await self._database.write(SqlStep(KEEP_ANALYSIS, (match, key, body)))

    async def read_analysis(self, match: str, key: str) -> bytes | None:
        """Return a kept analysis."""
        sql = "SELECT body FROM analyses WHERE match = ? AND key = ?"
        rows = await self._database.read(sql, match, key)
        return rows[0][0] if rows else None

    async def agree_to_show(self, match: str, seat: int, player: str, at: float) -> None:
        """Note that the player of a seat agrees to show a final match to everybody."""
        await self._database.write(SqlStep(AGREE, (match, seat, player, at)))

    async def keep_private(self, match: str, seat: int) -> None:
        """Take that back."""
        sql = "DELETE FROM gallery WHERE match = ? AND seat = ?"
        await self._database.write(SqlStep(sql, (match, seat)))

    async def agreed_to_show(self, match: str) -> list[int]:
        """List the seats that agreed to show a match."""
        sql = "SELECT seat FROM gallery WHERE match = ? ORDER BY seat"
        return [row[0] for row in await self._database.read(sql, match)]

    async def gallery(
        self, game: str = "", limit: int = 24, before: float | None = None
    ) -> list[StoredShowing]:
        """List the matches that everybody may find, the latest first; of one game, or of all."""
        until = FAR if before is None else before
        rows = await self._database.read(GALLERY, until, game, game, limit)
        return [StoredShowing(*row) for row in rows]

    async def invite(self, invitation: Invitation) -> None:
        """Keep an invitation."""
        row = (
            invitation.id, invitation.match, invitation.sender, invitation.created_at,
            invitation.expires_at, invitation.seat, invitation.user, invitation.answer,
        )  # fmt: skip
        sql = f"INSERT INTO invitations ({INVITATION}) VALUES ({places(8)})"
        await self._database.write(SqlStep(sql, row))

    async def invitations_of(self, user: str, now: float) -> list[Invitation]:
        """List the open invitations made to one user."""
        sql = (
            f"SELECT {INVITATION} FROM invitations"
            " WHERE user_id = ? AND answer = 'open' AND expires_at > ? ORDER BY created_at, id"
        )
        return [Invitation(*row) for row in await self._database.read(sql, user, now)]

    async def answer_invitation(self, invitation: str, answer: Answer) -> bool:
        """Accept or decline; False if it was answered already."""
        sql = "UPDATE invitations SET answer = ? WHERE id = ? AND answer = 'open' RETURNING id"
        [rows] = await self._database.write(SqlStep(sql, (answer, invitation)))
        return bool(rows)


def _past(row: Row) -> Past:
    *table, seat, result_seat, player, scores, rank, final_at = row
    result = None if result_seat is None else StoredResult(result_seat, player, scores, rank)
    return Past(table_row(table), seat, result, final_at)
