"""Which process runs which table, by compare-and-set in SQL."""

from collections.abc import Sequence

from ludoteca.server.store.database import Database, Step
from ludoteca.server.store.dialect import places
from ludoteca.server.store.port import Owners
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

CLAIM_VISITOR = """
INSERT INTO sitters (visitor, process, until) VALUES (?, ?, ?)
ON CONFLICT (visitor) DO UPDATE SET process = excluded.process, until = excluded.until
WHERE sitters.process = excluded.process OR sitters.until <= ? RETURNING visitor
"""

RELEASE_VISITOR = "DELETE FROM sitters WHERE visitor = ? AND process = ?"


class SqlOwners(Owners):
    """A lease belongs to a process and covers all its tables, so that renewing is one row."""

    def __init__(self, database: Database) -> None:
        """Work on a database."""
        self._database = database

    async def beat(self, process: str, address: str, now: float, lease: float) -> None:
        """Say that a process is there, and for how long that counts."""
        await self._database.write(Step(BEAT, (process, address, now, now, now + lease)))

    async def leave(self, process: str) -> None:
        """Say that a process stops; with it go its claims."""
        await self._database.write(
            Step("UPDATE tables SET process = NULL WHERE process = ?", (process,)),
            Step("DELETE FROM processes WHERE name = ?", (process,)),
        )

    async def list_processes(self, now: float) -> list[Process]:
        """List the living, or at time 0 all that are remembered."""
        sql = (
            "SELECT name, address, started_at, seen_at, until FROM processes WHERE until > ?"
            " ORDER BY started_at, name"
        )
        return [Process(*row) for row in await self._database.read(sql, now)]

    async def claim(self, match: str, process: str, now: float) -> int | None:
        """Take a table if nobody alive but ourselves owns it."""
        return (await self.claim_all([match], process, now)).get(match)

    async def claim_all(self, matches: Sequence[str], process: str, now: float) -> dict[str, int]:
        """Take all of these tables that nobody alive but ourselves owns."""
        if not matches:
            return {}
        sql = CLAIM.format(places(len(matches)))
        [rows] = await self._database.write(Step(sql, (process, *matches, process, now)))
        return {row[0]: row[1] for row in rows}

    async def release(self, match: str, process: str, epoch: int) -> None:
        """Let go of a table that is still ours."""
        await self._database.write(Step(RELEASE, (match, process, epoch)))

    async def owner_of(self, match: str, now: float) -> Owner | None:
        """Give the living owner."""
        rows = await self._database.read(OWNER, match, now)
        return Owner(*rows[0]) if rows else None

    async def claim_visitor(self, visitor: str, process: str, now: float, lease: float) -> bool:
        """Take a visitor unless another process has him."""
        step = Step(CLAIM_VISITOR, (visitor, process, now + lease, now))
        [rows] = await self._database.write(step)
        return bool(rows)

    async def release_visitor(self, visitor: str, process: str) -> None:
        """Let go of a visitor who is still ours."""
        await self._database.write(Step(RELEASE_VISITOR, (visitor, process)))
