"""The reading threads: what waits is answered together, and a fault stays with its query."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from ludoteca.server.store.reader import TOGETHER, Reader


@pytest.fixture
async def reader(tmp_path: Path) -> AsyncIterator[Reader]:
    """Start a reader on a table of numbers."""
    path = tmp_path / "file"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE numbers (number INTEGER)")
        connection.executemany("INSERT INTO numbers VALUES (?)", [(it,) for it in range(100)])
    connection.close()
    reader = Reader(lambda: sqlite3.connect(path, check_same_thread=False))
    yield reader
    await reader.close()


async def test_each_gets_the_answer_to_their_own_question(reader: Reader) -> None:
    sql = "SELECT number FROM numbers WHERE number = ?"
    asked = [it % 100 for it in range(5 * TOGETHER)]
    given = await asyncio.gather(*(reader.do((sql, (it,))) for it in asked))
    assert given == [[(it,)] for it in asked]


async def test_a_fault_stays_with_its_query(reader: Reader) -> None:
    good, bad = ("SELECT 1", ()), ("SELECT * FROM nowhere", ())
    given = await asyncio.gather(
        *(reader.do(it) for it in (good, bad, good)), return_exceptions=True
    )
    assert [type(it) for it in given] == [list, sqlite3.OperationalError, list]


async def test_a_connection_that_cannot_be_opened_is_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "later"
    reader = Reader(lambda: sqlite3.connect(folder / "file", check_same_thread=False))
    with pytest.raises(sqlite3.OperationalError):
        await reader.do(("SELECT 1", ()))
    folder.mkdir()
    assert await reader.do(("SELECT 1", ())) == [(1,)]
    await reader.close()
