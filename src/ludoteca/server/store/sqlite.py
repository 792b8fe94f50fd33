"""SQLite: one process, one writing thread, WAL, and a full sync for each commit."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

from ludoteca.core.errors import StoreAway, StoreBroken, UsageError
from ludoteca.server.store import backup
from ludoteca.server.store.database import Row, SqlStep
from ludoteca.server.store.reader import Reader
from ludoteca.server.store.writer import SqliteWriter, Work, explain

OLDEST = (3, 37, 0)
"""The first SQLite with strict tables."""

IN_USE = "in_use"
"""The code of the error that says that another process has the file."""

ALL_DEAD = (
    "UPDATE tables SET process = NULL WHERE process IS NOT NULL",
    "UPDATE processes SET until = seen_at WHERE until > seen_at",
)
"""What is known once we have the lock: no other process lives, and when each was last seen."""

SETTINGS = {"journal_mode": "wal", "synchronous": 2, "fullfsync": 1, "checkpoint_fullfsync": 1}
"""What makes a commit durable, asserted at start; synchronous 2 is FULL, and the last two count on
macOS, where a plain sync stops at the drive's cache."""


async def open_sqlite(path: Path) -> "SqliteDatabase":
    """Open or make a database file, and bring it up to date."""
    lock, connection = await asyncio.to_thread(_open, path)
    return SqliteDatabase(path, lock, connection)


class SqliteDatabase:
    """A file that this process alone works on."""

    def __init__(
        self, path: Path, lock: sqlite3.Connection, connection: sqlite3.Connection
    ) -> None:
        self._path = path
        self._lock = lock
        self._writer = SqliteWriter(connection)
        self._reader = Reader(lambda: _connect(path, "PRAGMA query_only = ON"))
        self._reads = self._writes = True

    @property
    def is_up(self) -> bool:
        """Return whether the last read and the last write were carried out."""
        return self._reads and self._writes

    async def read(self, sql: str, *values: Any) -> list[Row]:
        """Hand the query to the reader."""
        if self._writer.broken:
            raise self._writer.broken
        try:
            rows: list[Row] = await self._reader.do((sql, values))
        except sqlite3.Error as error:
            self._reads = False
            raise explain(error) from error
        self._reads = True
        return rows

    async def write(self, *steps: SqlStep) -> list[list[Row]]:
        """Hand the steps to the writer."""
        given: list[list[Row]] = await self.append(steps)
        return given

    async def append(self, work: Work) -> Any:
        """Hand work to the writer; what waits with it is committed with it."""
        if self._writer.broken:
            raise self._writer.broken
        try:
            given = await self._writer.do(work)
        except (StoreAway, StoreBroken):
            self._writes = False
            raise
        self._writes = True
        return given

    async def back_up(self, path: Path) -> None:
        """Copy the file page by page, within one read transaction."""
        with backup.new_file(path) as part:
            await asyncio.to_thread(self._copy, part)

    async def restore(self, path: Path) -> None:
        """Load a backup in one commit."""
        async with backup.copied_aside(path) as copy:
            await self.append(lambda connection: _load(connection, copy))

    async def close(self) -> None:
        """Close the threads, then the connections, then unlock."""
        await self._writer.close()
        await self._reader.close()
        self._lock.close()

    def _copy(self, part: Path) -> None:
        source = _connect(self._path, "PRAGMA query_only = ON")
        target = _connect(part)
        try:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # one file, without companions
        finally:
            target.close()
            source.close()


def _connect(path: Path, *first: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
    for sql in first:
        connection.execute(sql)
    return connection


def _open(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Lock, connect, check the settings and migrate."""
    if sqlite3.sqlite_version_info < OLDEST:
        raise UsageError(f"SQLite {sqlite3.sqlite_version} is too old: 3.37 or newer is needed.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"The folder of {path} can't be made: {error}.") from error
    _keep_private(path)
    lock = _hold(path)
    connection = None
    try:
        connection = _connect(path)
        _set(connection)
        backup.migrate(connection)
        for sql in ALL_DEAD:
            connection.execute(sql)
    except BaseException as error:
        if connection:
            connection.close()
        lock.close()
        if isinstance(error, sqlite3.Error):
            raise UsageError(f"{path} can't be used as a database: {error}.") from error
        raise
    return lock, connection


def _hold(path: Path) -> sqlite3.Connection:
    """Lock the database for this process, through a file beside it; the lock dies with us.

    Two writers would starve each other, and some versions of SQLite then damage the file.
    """
    lock = None
    try:
        lock = sqlite3.connect(
            f"{path}.lock", timeout=0, isolation_level=None, check_same_thread=False
        )
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if lock:
            lock.close()
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
            raise UsageError(f"{path} can't be opened: {error}.") from error
        raise UsageError(
            f"Another process uses {path}: a SQLite file serves one. Stop that one first, give"
            " this one another folder, or use PostgreSQL (LUDOTECA_DATABASE_URL).",
            IN_USE,
        ) from error
    return lock


def _keep_private(path: Path) -> None:
    """Let only this user read the database: it holds seeds, hashes and secrets."""
    try:
        for end in ("", ".lock"):
            path.with_name(path.name + end).touch(mode=0o600)
        for end in ("", "-wal", "-shm", ".lock", ".lock-journal"):
            file = path.with_name(path.name + end)
            if file.exists():
                file.chmod(0o600)
    except OSError as error:
        raise UsageError(f"{path} can't be used as a database: {error}.") from error


def _set(connection: sqlite3.Connection) -> None:
    """Make every commit durable, and make sure of it."""
    for name, wanted in SETTINGS.items():
        connection.execute(f"PRAGMA {name} = {wanted}")
        [found] = connection.execute(f"PRAGMA {name}").fetchone()
        if found != wanted:
            raise UsageError(f"SQLite keeps {name} at {found} instead of {wanted}: not durable.")


def _load(connection: sqlite3.Connection, copy: Path) -> None:
    """Replace everything by an attached database of the same version."""
    connection.execute("ATTACH ? AS backup", (str(copy),))
    try:
        connection.execute("BEGIN IMMEDIATE")
        [top] = connection.execute(backup.TOP_EPOCH).fetchone()
        for table, columns in backup.tables(connection).items():
            listed = ", ".join(columns)
            connection.execute(f"DELETE FROM main.{table}")
            connection.execute(
                f"INSERT INTO main.{table} ({listed}) SELECT {listed} FROM backup.{table}"
            )
        connection.execute(backup.DISOWN, (top,))
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.execute("DETACH backup")
