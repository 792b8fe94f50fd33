"""The one thread that writes to SQLite: whatever waits goes into one commit."""

import sqlite3
from collections.abc import Callable, Sequence
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
        """Start the thread."""
        self._connection = connection
        self.broken: StoreBroken | None = None
        super().__init__("store-writer", GROUP)

    async def do(self, work: Work) -> Any:
        """Have work done; it is on disk when this returns."""
        if self.broken:
            raise self.broken
        return await super().do(work)

    async def close(self) -> None:
        """Finish what waits, then close the connection."""
        await super().close()
        self._connection.close()

    def _do(self, works: Sequence[Work]) -> list[Any]:
        return [outcome for group in _groups(works) for outcome in self._do_all(group)]

    def _do_all(self, works: list[Work]) -> list[Any]:
        """Do works in one commit; give for each what it gave or the error it met."""
        if self.broken:
            return [self.broken] * len(works)
        try:
            first = works[0]
            if callable(first):
                return [first(self._connection)]
            return commit(self._connection, [work for work in works if not callable(work)])
        except sqlite3.Error as error:
            fault = self._undo(explain(error))
        except Exception as error:  # it belongs to whoever waits, not to the thread
            fault = self._undo(error)
        if isinstance(fault, StoreBroken):
            self.broken = fault
        return [fault] * len(works)

    def _undo(self, fault: Exception) -> Exception:
        """Leave no transaction open; one that can't be undone breaks the store."""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            return StoreBroken(f"A failed write could not be undone: {error}.")
        return fault


def _groups(works: Sequence[Work]) -> list[list[Work]]:
    """Let steps go together; what needs the connection for itself goes alone."""
    groups: list[list[Work]] = []
    for work in works:
        alone = callable(work) or (groups and callable(groups[-1][0]))
        if alone or not groups:
            groups.append([])
        groups[-1].append(work)
    return groups


def commit(connection: sqlite3.Connection, writes: Sequence[Write]) -> list[Any]:
    """Do writes in one commit; one that is refused is undone alone and gives its error."""
    connection.execute("BEGIN IMMEDIATE")
    appends = [write for write in writes if isinstance(write, Append)]
    together = bool(appends) and may_go_together(appends)
    if together and not _do_together(connection, appends):
        connection.execute("ROLLBACK")  # one by one, to see who is to blame
        connection.execute("BEGIN IMMEDIATE")
        together = False
    outcomes: list[Any] = [
        None if together and isinstance(write, Append) else _attempt(connection, _steps(write))
        for write in writes
    ]
    connection.execute("COMMIT")
    return outcomes


def _do_together(connection: sqlite3.Connection, appends: Sequence[Append]) -> bool:
    try:
        return append_together(connection, appends)
    except Exception as error:
        _raise_if_everybodys(error)
        return False


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
    """Say whether the database may come back by itself or the process must stop.

    A failed write or sync is never retried: after it, what the disk holds is not known.
    """
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StoreAway("The disk is full: nothing can be saved until there is room again.")
    if code in PASSING:
        return StoreAway(f"The database is busy: {error}.")
    name = getattr(error, "sqlite_errorname", "no code")
    return StoreBroken(f"The database failed ({name}): {error}. Nothing more is written to it.")
