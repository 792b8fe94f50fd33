"""The one thread that writes to SQLite, committing all waiting requests together."""

import sqlite3
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from ludoteca.core.errors import StoreAway, StoreBroken, StoreError
from ludoteca.server.store.batch import append_together, may_go_together
from ludoteca.server.store.database import Append, Clash, Row, SqlStep, Unmet, append_steps
from ludoteca.server.store.worker import Worker

GROUP = 256
"""The most writes in one commit; more would only make the first of them wait."""

Write = Append | Sequence[SqlStep]
Work = Write | Callable[[sqlite3.Connection], None]
"""What is written, or what needs the connection for itself, outside any transaction."""

UNIQUE = {
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_ROWID,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
}

OURS = (
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)
"""Errors that concern one write and none of its neighbours."""

PASSING = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM}
"""What may pass by itself; nothing was written. All else is taken as broken."""


class SqliteWriter(Worker[Work]):
    """Owns the writing connection; what it has done is on disk."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.broken: StoreBroken | None = None
        super().__init__("store-writer", GROUP)

    async def close(self) -> None:
        """Finish what waits, then close the connection."""
        await super().close()
        self._connection.close()

    def _do(self, works: Sequence[Work]) -> list[Any]:
        outcomes: list[Any] = []
        for alone, group in groupby(works, callable):
            for batch in zip(group, strict=True) if alone else [tuple(group)]:
                if self.broken:
                    outcomes += [self.broken] * len(batch)
                    continue
                try:
                    if callable(first := batch[0]):
                        outcomes.append(first(self._connection))
                    else:
                        outcomes += commit(self._connection, batch)  # type: ignore[arg-type]
                except Exception as error:  # it belongs to the callers, not to the thread
                    outcomes += [self._undo(error)] * len(batch)
        return outcomes

    def _undo(self, error: Exception) -> Exception:
        """Leave no transaction open; one that can't be undone breaks the store."""
        fault = explain(error) if isinstance(error, sqlite3.Error) else error
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error as second:
            fault = StoreBroken(f"A failed write could not be undone: {second}.")
        if isinstance(fault, StoreBroken):
            self.broken = fault
        return fault


def commit(connection: sqlite3.Connection, writes: Sequence[Write]) -> list[Any]:
    """Do writes in one commit; one that is refused is undone alone and gives its error."""
    connection.execute("BEGIN IMMEDIATE")
    appends = [write for write in writes if isinstance(write, Append)]
    together = bool(appends) and may_go_together(appends)
    if together:
        try:
            together = append_together(connection, appends)
        except Exception as error:
            _raise_if_everybodys(error)
            together = False
        if not together:
            connection.execute("ROLLBACK")  # one by one, to see which of them fails
            connection.execute("BEGIN IMMEDIATE")
    outcomes: list[Any] = [
        None if together and isinstance(write, Append) else _attempt(connection, _steps(write))
        for write in writes
    ]
    connection.execute("COMMIT")
    return outcomes


def _raise_if_everybodys(error: Exception) -> None:
    """Let through what is the fault of the database, not of one write."""
    if isinstance(error, sqlite3.Error) and not isinstance(error, OURS):
        raise error


def _steps(write: Write) -> Sequence[SqlStep]:
    return append_steps(write) if isinstance(write, Append) else write


def _attempt(
    connection: sqlite3.Connection, steps: Sequence[SqlStep]
) -> list[list[Row]] | Exception:
    connection.execute("SAVEPOINT attempt")
    try:
        given = [_take(connection, number, step) for number, step in enumerate(steps)]
    except Exception as error:
        _raise_if_everybodys(error)
        connection.execute("ROLLBACK TO attempt")
        connection.execute("RELEASE attempt")
        if isinstance(error, sqlite3.IntegrityError) and error.sqlite_errorcode in UNIQUE:
            return Clash(str(error))
        return error
    connection.execute("RELEASE attempt")
    return given


def _take(connection: sqlite3.Connection, number: int, step: SqlStep) -> list[Row]:
    rows = connection.execute(step.sql, step.values).fetchall()
    if step.rows is not None and len(rows) != step.rows:
        raise Unmet(number)
    return rows


def explain(error: sqlite3.Error) -> StoreError:
    """Return whether the database may come back by itself or the process must stop.

    A failed write or sync is never retried: after it, what the disk holds is not known.
    """
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StoreAway("The disk is full: nothing can be saved until there is room again.")
    if code in PASSING:
        return StoreAway(f"The database is busy: {error}.")
    name = getattr(error, "sqlite_errorname", "no code")
    return StoreBroken(f"The database failed ({name}): {error}. Nothing more is written to it.")
