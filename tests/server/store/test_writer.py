"""The writing thread: groups, refusals that stay alone, faults that do not."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ludoteca.core.errors import StoreAway, StoreBroken
from ludoteca.server.store.database import Clash, SqlStep, Unmet
from ludoteca.server.store.writer import GROUP, SqliteWriter

ADD = "INSERT INTO numbers VALUES (?) RETURNING number"


class Traced(sqlite3.Connection):
    """A connection that counts its commits and can be made to fail."""

    commits = 0
    fault: sqlite3.Error | None = None

    def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
        """Run a statement."""
        if sql == "COMMIT":
            if self.fault:
                raise self.fault
            self.commits += 1
        return super().execute(sql, *values)  # type: ignore[arg-type]


@pytest.fixture
async def writer(tmp_path: Path) -> AsyncIterator[SqliteWriter]:
    """Start a writer on a table of numbers."""
    connection = sqlite3.connect(
        tmp_path / "file", isolation_level=None, check_same_thread=False, factory=Traced
    )
    connection.execute("CREATE TABLE numbers (number INTEGER PRIMARY KEY NOT NULL) STRICT")
    writer = SqliteWriter(connection)
    yield writer
    await writer.close()


def connection_of(writer: SqliteWriter) -> Traced:
    assert isinstance(writer._connection, Traced)
    return writer._connection


def stored(writer: SqliteWriter) -> list[int]:
    return [row[0] for row in connection_of(writer).execute("SELECT * FROM numbers ORDER BY 1")]


def fault(code: int) -> sqlite3.OperationalError:
    """Make an error as SQLite would raise it."""
    error = sqlite3.OperationalError("as if")
    error.sqlite_errorcode, error.sqlite_errorname = code, "SQLITE_AS_IF"
    return error


async def test_what_waits_together_is_committed_together(writer: SqliteWriter) -> None:
    count = 3 * GROUP
    given = await asyncio.gather(*(writer.do([SqlStep(ADD, (it,))]) for it in range(count)))
    assert given == [[[(it,)]] for it in range(count)]
    assert stored(writer) == list(range(count))
    assert connection_of(writer).commits < count / 10


async def test_a_refused_write_is_undone_alone(writer: SqliteWriter) -> None:
    await writer.do([SqlStep(ADD, (5,))])
    results = await asyncio.gather(
        writer.do([SqlStep(ADD, (1,)), SqlStep(ADD, (5,))]),
        writer.do([SqlStep(ADD, (2,)), SqlStep("SELECT 1 WHERE 0", rows=1)]),
        writer.do([SqlStep(ADD, (3,)), SqlStep(ADD, ("three",))]),
        writer.do([SqlStep(ADD, (6,)), SqlStep(ADD, ())]),
        writer.do([SqlStep(ADD, (4,))]),
        return_exceptions=True,
    )
    assert [type(it) for it in results] == [
        Clash, Unmet, sqlite3.IntegrityError, sqlite3.ProgrammingError, list,
    ]  # fmt: skip
    assert stored(writer) == [4, 5]


async def test_a_passing_fault_refuses_the_group_and_passes(writer: SqliteWriter) -> None:
    connection_of(writer).fault = fault(sqlite3.SQLITE_FULL)
    works = [writer.do([SqlStep(ADD, (it,))]) for it in range(3)]
    results = await asyncio.gather(*works, return_exceptions=True)
    assert {type(it) for it in results} == {StoreAway}
    connection_of(writer).fault = None
    await writer.do([SqlStep(ADD, (7,))])
    assert stored(writer) == [7]


async def test_a_failed_sync_is_never_retried(writer: SqliteWriter) -> None:
    connection_of(writer).fault = fault(sqlite3.SQLITE_IOERR_FSYNC)
    with pytest.raises(StoreBroken, match="SQLITE_AS_IF"):
        await writer.do([SqlStep(ADD, (1,))])
    connection_of(writer).fault = None
    for _ in range(2):
        with pytest.raises(StoreBroken):
            await writer.do([SqlStep(ADD, (2,))])
    assert stored(writer) == []
    assert connection_of(writer).commits == 0


async def test_what_needs_the_connection_for_itself_gets_it(writer: SqliteWriter) -> None:
    def alone(connection: sqlite3.Connection) -> None:
        assert not connection.in_transaction
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO numbers VALUES (100)")
        connection.execute("COMMIT")

    def fail(connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO numbers VALUES (200)")
        raise KeyError("a mistake")

    works = [[SqlStep(ADD, (1,))], alone, [SqlStep(ADD, (2,))], fail, [SqlStep(ADD, (3,))]]
    results = await asyncio.gather(*map(writer.do, works), return_exceptions=True)  # type: ignore[arg-type]
    assert isinstance(results[3], KeyError)
    assert stored(writer) == [1, 2, 3, 100]
