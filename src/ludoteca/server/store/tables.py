"""The logs of tables, in SQL."""

from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any

from ludoteca.core.errors import MoveKnown, NumberTaken, StaleOwner
from ludoteca.server.store.database import (
    PRESENT_ID,
    Append,
    Clash,
    Database,
    Row,
    SqlStep,
    Unmet,
    entry_steps,
    seating_steps,
    summary_values,
)
from ludoteca.server.store.dialect import places
from ludoteca.server.store.values import LogEntry, Status, TableRow, TableSummary

ENTRY = "number, kind, body, at, ply, move_id, chain"

PAGE = 250
"""Entries of a log that are read at a time; a long one, read at once, would stop everybody."""

TABLE = (
    "t.match, t.status, t.game, t.public, t.seats, t.wake_at, t.host, t.last, t.opened_at,"
    " t.updated_at"
)
"""The columns of a table `t`, as `table_row` reads them."""

OPEN_TABLE = f"""
INSERT INTO tables (match, status, game, public, seats, wake_at, host, last, opened_at, updated_at,
    process, epoch) VALUES ({places(6)}, {PRESENT_ID}, {places(4)}, 1)
"""

OF_PLAYER = "(SELECT DISTINCT match FROM seats WHERE player = ?) AS own CROSS JOIN tables t"
"""The tables at which a player sits. So written, SQLite begins with the few seats of the player,
not with the many tables of a status."""

UNATTENDED = """
(t.process IS NULL OR t.process NOT IN (SELECT name FROM processes WHERE until > ?))
"""


class StoredTables:
    """Reads and writes logs and summaries."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_table(
        self,
        match: str,
        process: str,
        at: float,
        entries: Sequence[LogEntry],
        summary: TableSummary,
        sitting: Sequence[str | None] = (),
    ) -> int:
        """Keep a new table, owned by this process, with its first entries; give its epoch, 1.

        The process must have said that it is there (`beat`). Raises `NumberTaken` if there is
        such a match already.
        """
        row = (match, *summary_values(summary), summary.host, len(entries), at, at, process)
        steps = [SqlStep(OPEN_TABLE, row), *seating_steps(match, sitting)]
        try:
            await self._database.write(*steps, *entry_steps(match, entries))
        except Clash as error:
            raise NumberTaken(f"There is a table {match} already.") from error
        return 1

    async def append(
        self,
        match: str,
        epoch: int,
        after: int,
        entries: Sequence[LogEntry],
        summary: TableSummary | None = None,
        sitting: Sequence[str | None] | None = None,
    ) -> None:
        """Add entries number after+1, after+2, … in one commit.

        `summary` and `sitting` (the player in each seat: a user's id, `bot:NAME` or None), if
        given, replace what was there in the same commit. `entries` may be empty. Raises

        - `StaleOwner` if the epoch is not the table's (another process owns it, or no such table);
        - `NumberTaken` if the log does not end at `after`: read it again;
        - `MoveKnown` if an entry's ply or move_id is in the log already;
        - `StoreAway`: nothing is acknowledged. If the connection broke during the commit the
          entries may be in the log all the same: then the next append raises `NumberTaken`.
        """
        numbers = [entry.number for entry in entries]
        if numbers != list(range(after + 1, after + 1 + len(entries))):
            raise ValueError(f"entries after {after} must count on without gaps, not {numbers}")
        try:
            await self._database.append(Append(match, epoch, after, entries, summary, sitting))
        except Clash as error:
            raise MoveKnown(f"Match {match} holds this move, or this ply, already.") from error
        except Unmet as error:
            raise await self._refusal(match, epoch, after) from error

    async def _refusal(self, match: str, epoch: int, after: int) -> StaleOwner | NumberTaken:
        """Find out why a table did not move on."""
        rows = await self._database.read("SELECT epoch, last FROM tables WHERE match = ?", match)
        if not rows:
            return StaleOwner(f"There is no table {match}.")
        if rows[0][0] != epoch:
            return StaleOwner(f"Table {match} is at epoch {rows[0][0]}, not at {epoch}.")
        return NumberTaken(f"The log of {match} ends at {rows[0][1]}, not at {after}.")

    async def read_log(self, match: str, after: int = 0) -> list[LogEntry]:
        """Return a table's entries in order, those beyond a number."""
        return [entry async for page in self.read_pages(match, after) for entry in page]

    async def read_pages(self, match: str, after: int = 0) -> AsyncIterator[list[LogEntry]]:
        """Read a table's entries page by page, those beyond a number."""
        where = "match = ? AND number > ? ORDER BY number LIMIT ?"
        sql = f"SELECT {ENTRY} FROM entries WHERE {where}"
        while rows := await self._database.read(sql, match, after, PAGE):
            page = [LogEntry(*row) for row in rows]
            yield page
            if len(page) < PAGE:
                return
            after = page[-1].number

    async def read_first_pages(self, matches: Sequence[str]) -> dict[str, list[LogEntry]]:
        """Return the first page of the log of each of several tables."""
        if not matches:
            return {}
        where = f"match IN ({places(len(matches))}) AND number <= ?"
        sql = f"SELECT {ENTRY}, match FROM entries WHERE {where} ORDER BY match, number"
        found: dict[str, list[LogEntry]] = {match: [] for match in matches}
        for *entry, match in await self._database.read(sql, *matches, PAGE):
            found[match].append(LogEntry(*entry))
        return found

    async def last_numbers(self, matches: Sequence[str]) -> dict[str, int]:
        """Return where the logs of tables end, as their rows say."""
        if not matches:
            return {}
        sql = f"SELECT match, last FROM tables WHERE match IN ({places(len(matches))})"
        return {row[0]: row[1] for row in await self._database.read(sql, *matches)}

    async def find_table(self, match: str) -> TableRow | None:
        """Return a table's row."""
        rows = await self._database.read(f"SELECT {TABLE} FROM tables t WHERE t.match = ?", match)
        return table_row(rows[0]) if rows else None

    async def is_seated(self, match: str, players: Collection[str]) -> bool:
        """Return whether one of these players holds a seat at a table."""
        if not players:
            return False
        sql = f"SELECT 1 FROM seats WHERE match = ? AND player IN ({places(len(players))}) LIMIT 1"
        return bool(await self._database.read(sql, match, *players))

    async def list_tables(
        self,
        statuses: Sequence[Status] = (),
        game: str | None = None,
        public: bool | None = None,
        player: str | None = None,
        host: str | None = None,
        limit: int = 1000,
    ) -> list[TableRow]:
        """List tables, the latest changed first; each filter narrows the list."""
        shown = None if public is None else int(public)
        asked = {"t.game = ?": game, "t.public = ?": shown, "t.host = ?": host}
        terms = [term for term, value in asked.items() if value is not None]
        values: list[Any] = [value for value in asked.values() if value is not None]
        if statuses:
            terms.append(f"t.status IN ({places(len(statuses))})")
            values += statuses
        origin = "tables t"
        if player is not None:
            origin = OF_PLAYER
            terms.append("t.match = own.match")
            values.insert(0, player)
        where = " AND ".join(terms) or "1 = 1"
        sql = f"SELECT {TABLE} FROM {origin} WHERE {where} ORDER BY t.updated_at DESC LIMIT ?"
        return [table_row(row) for row in await self._database.read(sql, *values, limit)]

    async def latest_change(self) -> float:
        """Return when the last thing happened at any table; 0 if there is none."""
        [[latest]] = await self._database.read("SELECT MAX(updated_at) FROM tables")
        return 0.0 if latest is None else float(latest)

    async def due_tables(self, now: float, limit: int = 1000) -> list[TableRow]:
        """List the tables whose `wake_at` has come and that no living process owns."""
        sql = (
            f"SELECT {TABLE} FROM tables t WHERE t.wake_at <= ? AND {UNATTENDED}"
            " ORDER BY t.wake_at LIMIT ?"
        )
        return [table_row(row) for row in await self._database.read(sql, now, now, limit)]


def table_row(row: Row) -> TableRow:
    """Read the columns of `TABLE`."""
    match, status, game, public, seats, wake_at, host, last, opened_at, updated_at = row
    summary = TableSummary(status, game, bool(public), seats, wake_at, host)
    return TableRow(match, summary, last, opened_at, updated_at)
