"""PostgreSQL through asyncpg: a small pool, and one connection that appends in groups."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import asyncpg

from ludoteca.core.errors import StoreAway, UsageError
from ludoteca.server.store import backup
from ludoteca.server.store.database import Append, Clash, Row, SqlStep, Unmet, append_steps
from ludoteca.server.store.dialect import for_postgres, schema_for_postgres, storable
from ludoteca.server.store.group import Group
from ludoteca.server.store.migration import MAKE_SCHEMA, READ_VERSION, pending

CONNECTIONS = 4

TIMEOUT = 10.0
"""Seconds until a request without an answer counts as lost."""

MIGRATING = 0x6C75646F
"""The advisory lock that lets one process migrate at a time."""

DURABLE = {
    "synchronous_commit": {"on", "remote_apply"},
    "fsync": {"on"},
    "full_page_writes": {"on"},
}
"""What makes a commit durable, asserted for every connection."""

AWAY = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.PostgresSystemError,
    asyncpg.ObjectNotInPrerequisiteStateError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
"""What may pass by itself: no connection, shutting down, disk full, deadlock, a standby, nobody or
not us let in for a while; also what asyncpg says of a connection that dies while it is being
used."""

MISTAKEN = (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError)
"""What is a wrong address, if it is so from the start."""

CHUNK = 1000
"""Rows of a backup that go over at a time."""


async def open_postgres(url: str) -> "PostgresDatabase":
    """Connect, check that commits are durable, and bring the schema up to date."""
    database = PostgresDatabase(url)
    try:
        await database.start()
    except (StoreAway, asyncpg.PostgresError) as error:
        await database.close()
        cause = error.__cause__ if isinstance(error, StoreAway) else error
        if isinstance(error, StoreAway) and not isinstance(cause, MISTAKEN):
            raise
        raise UsageError(f"PostgreSQL refused: {cause}. See LUDOTECA_DATABASE_URL.") from cause
    except BaseException:
        await database.close()
        raise
    return database


class PostgresDatabase:
    """A database that several processes may share."""

    def __init__(self, url: str) -> None:
        """Prepare; nothing is opened yet."""
        self._address: dict[str, Any] = {
            "dsn": url,
            "timeout": TIMEOUT,
            "server_settings": {"synchronous_commit": "on", "application_name": "ludoteca"},
        }
        self._options: dict[str, Any] = {**self._address, "command_timeout": TIMEOUT}
        self._pool: Any = None
        self._group = Group(self._connect, self._settle)
        self._works = {"read": True, "write": True}

    async def start(self) -> None:
        """Open the pool and migrate."""
        async with self._reaching():
            self._pool = await asyncpg.create_pool(
                **self._options, init=_check, min_size=1, max_size=CONNECTIONS
            )
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
                await connection.execute(schema_for_postgres(MAKE_SCHEMA))
                for statement in pending(await connection.fetchval(READ_VERSION)):
                    await connection.execute(schema_for_postgres(statement))

    @property
    def is_up(self) -> bool:
        """Return whether the last read and the last write were carried out."""
        return all(self._works.values())

    async def read(self, sql: str, *values: Any) -> list[Row]:
        """Query over the pool."""
        async with self._reaching("read"), self._acquired() as connection:
            return [
                tuple(row) for row in await connection.fetch(for_postgres(sql), *storable(values))
            ]

    async def write(self, *steps: SqlStep) -> list[list[Row]]:
        """Run the steps in one transaction."""
        given: list[list[Row]] = []
        async with self._reaching(), self._acquired() as connection, connection.transaction():
            for number, (sql, values, rows) in enumerate(steps):
                found = await connection.fetch(for_postgres(sql), *storable(values))
                if rows is not None and len(found) != rows:
                    raise Unmet(number)
                given.append([tuple(row) for row in found])
        return given

    async def append(self, append: Append) -> None:
        """Go into the next group; a change of seats, which is rare, goes alone."""
        if append.sitting is not None:
            await self.write(*append_steps(append))
            return
        async with self._reaching():
            await self._group.add(append)

    async def _settle(self, append: Append) -> None:
        """Do alone what made its group fail."""
        await self.write(*append_steps(append))

    async def _connect(self) -> Any:
        """Open a connection of the group's own."""
        return await _reached(_connect(self._options))

    async def close(self) -> None:
        """Finish what was asked for, then close."""
        await self._group.close()
        if self._pool:
            await self._pool.close()

    async def back_up(self, path: Path) -> None:
        """Copy all rows, as they are at one moment, into a SQLite file."""
        with backup.new_file(path) as part:
            async with self._reaching(), self._at_leisure() as connection:
                target = sqlite3.connect(part, isolation_level=None, check_same_thread=False)
                with closing(target):
                    backup.migrate(target)
                    async with connection.transaction(isolation="repeatable_read", readonly=True):
                        await _copy_out(connection, target)

    async def restore(self, path: Path) -> None:
        """Replace all rows by those of a backup, in one transaction."""
        async with backup.copied_aside(path) as copy:
            source = sqlite3.connect(copy, check_same_thread=False)
            async with self._reaching(), self._at_leisure() as connection:
                with closing(source):
                    async with connection.transaction():
                        await _copy_in(source, connection)

    @asynccontextmanager
    async def _acquired(self) -> AsyncIterator[Any]:
        """Take a connection of the pool for a while."""
        connection = await _reached(self._pool.acquire(timeout=TIMEOUT))
        try:
            yield connection
        finally:
            await self._pool.release(connection)

    @asynccontextmanager
    async def _at_leisure(self) -> AsyncIterator[Any]:
        """Connect for something that may take as long as it takes."""
        connection = await _reached(_connect(self._address))
        try:
            yield connection
        finally:
            await connection.close(timeout=TIMEOUT)

    @asynccontextmanager
    async def _reaching(self, how: str = "write") -> AsyncIterator[None]:
        """Turn what asyncpg raises into what the store raises."""
        try:
            yield
        except asyncpg.UniqueViolationError as error:
            raise Clash(str(error)) from error
        except StoreAway:
            self._works[how] = False
            raise
        except AWAY as error:
            if isinstance(error, ValueError):  # a wrong argument, which asyncpg counts among these
                raise
            self._works[how] = False
            raise _away(error) from error
        self._works[how] = True


def _away(error: Exception) -> StoreAway:
    return StoreAway(f"PostgreSQL can't be reached or can't write: {error!r}.")


async def _reached(connecting: Awaitable[Any]) -> Any:
    """Return a connection; whatever keeps us from one, it may be another time."""
    try:
        return await connecting
    except Exception as error:
        raise _away(error) from error


async def _connect(options: dict[str, Any]) -> Any:
    """Open a connection that is not of the pool."""
    connection = await asyncpg.connect(**options)
    try:
        await _check(connection)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def _check(connection: Any) -> None:
    """Make sure that a commit on this connection is durable."""
    for name, wanted in DURABLE.items():
        found = await connection.fetchval(f"SHOW {name}")
        if found not in wanted:
            raise UsageError(
                f"PostgreSQL keeps {name} at {found}: commits would not be durable."
                " Set it in postgresql.conf, as docs/storage.md says."
            )


async def _copy_out(connection: Any, target: sqlite3.Connection) -> None:
    for table, columns in backup.tables(target).items():
        listed, marks = ", ".join(columns), ", ".join("?" * len(columns))
        insert = f"INSERT INTO {table} ({listed}) VALUES ({marks})"
        rows = await connection.cursor(f"SELECT {listed} FROM {table}")
        target.execute("BEGIN")
        while chunk := await rows.fetch(CHUNK):
            await asyncio.to_thread(target.executemany, insert, [tuple(row) for row in chunk])
        target.execute("COMMIT")


async def _copy_in(source: sqlite3.Connection, connection: Any) -> None:
    tables = backup.tables(source)
    await connection.execute(f"LOCK TABLE {', '.join(tables)}")
    top = await connection.fetchval(backup.TOP_EPOCH)
    await connection.execute(f"TRUNCATE {', '.join(tables)}")
    for table, columns in tables.items():
        rows = source.execute(f"SELECT {', '.join(columns)} FROM {table}")
        while chunk := await asyncio.to_thread(rows.fetchmany, CHUNK):
            await connection.copy_records_to_table(table, records=chunk, columns=columns)
    await connection.execute(for_postgres(backup.DISOWN), top)
