"""Backups: always one SQLite file, whichever database it was made from."""

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path

from ludoteca.core.errors import UsageError
from ludoteca.server.store.migration import MAKE_SCHEMA, READ_VERSION, pending

PASSING = ("schema_version", "processes", "sitters")
"""Tables that a backup does not carry over."""

TOP_EPOCH = "SELECT COALESCE(MAX(epoch), 0) FROM tables"

DISOWN = "UPDATE tables SET process = NULL, epoch = epoch + 1 + ?"
"""Given the highest epoch from before, makes every owner stale."""


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Return an empty file to write to; it gets its name when it is whole and on disk.

    Nobody else may read it, from the first byte on: it holds seeds, and digests of passwords.
    """
    if path.exists():
        raise UsageError(f"{path} exists: a backup replaces nothing. Choose another name.")
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield part
        _sync(part, os.O_RDWR)
        part.rename(path)
        if os.name == "posix":
            _sync(path.parent, os.O_RDONLY)
    except (OSError, sqlite3.Error) as error:
        raise UsageError(f"The backup can't be written to {path}: {error}.") from error
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def current_copy(path: Path) -> Iterator[Path]:
    """Copy a backup aside and bring the copy up to date; the backup stays as it is."""
    if not path.is_file():
        raise UsageError(f"There is no backup {path}.")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(path, folder))
        try:
            with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
                if "tables" not in tables(connection):
                    raise UsageError(f"{path} is no backup of ludoteca.")
                migrate(connection)
        except sqlite3.Error as error:
            raise UsageError(f"{path} is no backup of ludoteca: {error}.") from error
        yield copy


@asynccontextmanager
async def copied_aside(path: Path) -> AsyncIterator[Path]:
    """Make such a copy beside the event loop: it takes as long as the backup is large."""
    with ExitStack() as stack:
        yield await asyncio.to_thread(stack.enter_context, current_copy(path))


def migrate(connection: sqlite3.Connection) -> None:
    """Make the schema, or bring it up to date, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(MAKE_SCHEMA)
        [version] = connection.execute(READ_VERSION).fetchone()
        for statement in pending(version):
            connection.execute(statement)
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def tables(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Return the tables that a backup carries, each with its columns."""
    named = connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")
    names = [name for (name,) in named if name not in PASSING and not name.startswith("sqlite_")]
    return {
        name: [column for _, column, *_ in connection.execute(f"PRAGMA main.table_info({name})")]
        for name in names
    }


def _sync(path: Path, how: int) -> None:
    descriptor = os.open(path, how)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
