"""Which process runs which table, by compare-and-set in SQL."""

from collections.abc import Sequence

from ludoteca.server.store.database import Database, SqlStep
from ludoteca.server.store.dialect import places
from ludoteca.server.store.tables import UNATTENDED
from ludoteca.server.store.values import Owner, Process

BEAT = """
INSERT INTO processes (name, address, started_at, seen_at, until) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (name) DO UPDATE
SET address = excluded.address, seen_at = excluded.seen_at, until = excluded.until
"""

CLAIM = f"""
UPDATE tables AS t SET process = ?, epoch = epoch + 1
WHERE t.match IN ({{}}) AND (t.process = ? OR {UNATTENDED}) RETURNING match, epoch
"""

RELEASE = "UPDATE tables SET process = NULL WHERE match = ? AND process = ? AND epoch = ?"

OWNER = """
SELECT p.name, p.address, t.epoch, p.until FROM tables t JOIN processes p ON p.name = t.process
WHERE t.match = ? AND p.until > ?
"""

CLAIM_USER = """
INSERT INTO sitters (user_id, process, until) VALUES (?, ?, ?)
ON CONFLICT (user_id) DO UPDATE SET process = excluded.process, until = excluded.until
WHERE sitters.process = excluded.process OR sitters.until <= ? RETURNING user_id
"""

RELEASE_USER = "DELETE FROM sitters WHERE user_id = ? AND process = ?"


class Owners:
    """A lease belongs to a process and covers all its tables, so that renewing is one row."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, process: str, address: str, now: float, lease: float) -> None:
        """Note that a process is there until now + lease: renews all tables it owns."""
        await self._database.write(SqlStep(BEAT, (process, address, now, now, now + lease)))

    async def leave(self, process: str) -> None:
        """Note that a process stops: it owns nothing any more."""
        await self._database.write(
            SqlStep("UPDATE tables SET process = NULL WHERE process = ?", (process,)),
            SqlStep("DELETE FROM processes WHERE name = ?", (process,)),
        )

    async def list_processes(self, now: float) -> list[Process]:
        """List the processes whose lease has not ended; at time 0, all that are remembered."""
        sql = (
            "SELECT name, address, started_at, seen_at, until FROM processes WHERE until > ?"
            " ORDER BY started_at, name"
        )
        return [Process(*row) for row in await self._database.read(sql, now)]

    async def claim(self, match: str, process: str, now: float) -> int | None:
        """Take a table that is free, ours, or whose owner's lease ended; give its new epoch.

        None: another process owns it (see `owner_of`), or there is no such table. The process must
        have said that it is there (`beat`).
        """
        return (await self.claim_all([match], process, now)).get(match)

    async def claim_all(self, matches: Sequence[str], process: str, now: float) -> dict[str, int]:
        """Take all of these tables that can be taken, in one commit; give their new epochs."""
        if not matches:
            return {}
        sql = CLAIM.format(places(len(matches)))
        [rows] = await self._database.write(SqlStep(sql, (process, *matches, process, now)))
        return {row[0]: row[1] for row in rows}

    async def release(self, match: str, process: str, epoch: int) -> None:
        """Let go of a table; nothing happens if it has a newer owner."""
        await self._database.write(SqlStep(RELEASE, (match, process, epoch)))

    async def owner_of(self, match: str, now: float) -> Owner | None:
        """Return the living owner of a table."""
        rows = await self._database.read(OWNER, match, now)
        return Owner(*rows[0]) if rows else None

    async def claim_user(self, user: str, process: str, now: float, lease: float) -> bool:
        """Let one process at a time see to it that somebody sits down; False: another one does."""
        step = SqlStep(CLAIM_USER, (user, process, now + lease, now))
        [rows] = await self._database.write(step)
        return bool(rows)

    async def release_user(self, user: str, process: str) -> None:
        """Note that a process is done with a user; nothing happens if another one has them."""
        await self._database.write(SqlStep(RELEASE_USER, (user, process)))
