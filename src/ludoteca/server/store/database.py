"""The port to a database: reads, and writes that are one commit."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from ludoteca.server.store.values import LogEntry, TableSummary

Row = Sequence[Any]


class SqlStep(NamedTuple):
    """One statement of a write, with `?` for its values."""

    sql: str
    values: tuple[Any, ...] = ()
    rows: int | None = None
    """How many rows the statement must give back (`RETURNING`); else the write is undone."""


class Clash(Exception):
    """A unique constraint refused a write; nothing of it was kept."""


class Unmet(Exception):
    """A step did not give the rows it had to; nothing of the write was kept."""

    def __init__(self, step: int) -> None:
        super().__init__(f"step {step} did not give the rows it had to")
        self.step = step


class Append(NamedTuple):
    """One addition to the log of a table."""

    match: str
    epoch: int
    after: int
    entries: Sequence[LogEntry]
    summary: TableSummary | None
    sitting: Sequence[str | None] | None


class Database(Protocol):
    """SQLite or PostgreSQL."""

    @property
    def is_up(self) -> bool:
        """Return whether the last read and the last write were carried out."""

    async def read(self, sql: str, *values: Any) -> list[Row]:
        """Run one query; it sees every write that was acknowledged."""

    async def write(self, *steps: SqlStep) -> list[list[Row]]:
        """Run steps in one durable commit; give the rows of each. Raises `Clash` and `Unmet`."""

    async def append(self, append: Append) -> None:
        """Write `append_steps`, together with what others append at the same time."""

    async def back_up(self, path: Path) -> None:
        """Write everything to a new SQLite file."""

    async def restore(self, path: Path) -> None:
        """Replace everything by what a SQLite file holds."""

    async def close(self) -> None:
        """Finish what was asked for, then close."""


MOVE_ON = """
UPDATE tables SET last = last + ?, updated_at = COALESCE(?, updated_at)
WHERE match = ? AND epoch = ? AND last = ? RETURNING last
"""

PRESENT_ID = "COALESCE((SELECT became FROM users WHERE id = ?), ?)"
"""Logs go on naming the guest that an account was; in rows the account counts."""

SUM_UP = f"""
UPDATE tables SET status = ?, game = ?, public = ?, seats = ?, wake_at = ?, host = {PRESENT_ID}
WHERE match = ?
"""

ADD_ENTRY = """
INSERT INTO entries (match, number, kind, body, at, ply, move_id, chain)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""

SIT = f"INSERT INTO seats (match, seat, player) VALUES (?, ?, {PRESENT_ID})"


def append_steps(append: Append) -> list[SqlStep]:
    """Write out an addition; its first step is unmet if the owner is stale or the number taken."""
    match, epoch, after, entries, summary, sitting = append
    at = entries[-1].at if entries else None
    steps = [SqlStep(MOVE_ON, (len(entries), at, match, epoch, after), rows=1)]
    if summary:
        steps.append(SqlStep(SUM_UP, (*summary_values(summary), summary.host, match)))
    if sitting is not None:
        steps += seating_steps(match, sitting)
    return steps + entry_steps(match, entries)


def entry_steps(match: str, entries: Sequence[LogEntry]) -> list[SqlStep]:
    """Write entries."""
    return [SqlStep(ADD_ENTRY, (match, *entry_values(entry))) for entry in entries]


def seating_steps(match: str, sitting: Sequence[str | None]) -> list[SqlStep]:
    """Replace who sits where."""
    return [SqlStep("DELETE FROM seats WHERE match = ?", (match,))] + [
        SqlStep(SIT, (match, seat, player, player))
        for seat, player in enumerate(sitting)
        if player is not None
    ]


def entry_values(entry: LogEntry) -> tuple[Any, ...]:
    """Return an entry as the columns of `entries`, but for the match."""
    return (
        entry.number, entry.kind, entry.body, entry.at, entry.ply, entry.move_id, entry.chain
    )  # fmt: skip


def summary_values(summary: TableSummary) -> tuple[Any, ...]:
    """Return a summary as its columns in `tables`."""
    public = int(summary.public)
    return summary.status, summary.game, public, summary.seats, summary.wake_at, summary.host


ASKED = (
    "match", "epoch", "after", "count", "at",
    "sums_up", "status", "game", "public", "seats", "wake_at", "host",
)  # fmt: skip
"""What `append_rows` gives of each table."""

TABLE_COLUMNS, ENTRY_COLUMNS = len(ASKED), 8

MOVE_ALL_ON = """
UPDATE tables AS t SET last = t.last + a.count,
    updated_at = COALESCE(a.at, t.updated_at),
    status = CASE WHEN a.sums_up THEN a.status ELSE t.status END,
    game = CASE WHEN a.sums_up THEN a.game ELSE t.game END,
    public = CASE WHEN a.sums_up THEN a.public ELSE t.public END,
    seats = CASE WHEN a.sums_up THEN a.seats ELSE t.seats END,
    wake_at = CASE WHEN a.sums_up THEN a.wake_at ELSE t.wake_at END,
    host = CASE WHEN a.sums_up THEN
        COALESCE((SELECT became FROM users WHERE id = a.host), a.host) ELSE t.host END
FROM {asked} AS a WHERE t.match = a.match AND t.epoch = a.epoch AND t.last = a.after
"""
"""Does for many tables what `MOVE_ON` and `SUM_UP` do for one."""

NO_SUMMARY = (None,) * 6


def append_rows(appends: Sequence[Append]) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Return what moves on of each table, and all entries, for statements about many at once."""
    tables = [
        (
            it.match, it.epoch, it.after, len(it.entries),
            it.entries[-1].at if it.entries else None,
            it.summary is not None, *(summary_values(it.summary) if it.summary else NO_SUMMARY),
        )
        for it in appends
    ]  # fmt: skip
    entries = [(it.match, *entry_values(entry)) for it in appends for entry in it.entries]
    return tables, entries
