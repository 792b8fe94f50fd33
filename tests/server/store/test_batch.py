"""Appends of many tables in two statements do what each would do alone."""

import sqlite3
from pathlib import Path

import pytest

from ludoteca.server.store import open_store
from ludoteca.server.store.batch import MOST, append_together, may_go_together
from ludoteca.server.store.database import Append, append_steps
from tests.server.store.samples import entries, entry, opened, summary

MATCHES = ("m1", "m2", "m3")


@pytest.fixture
async def connection(tmp_path: Path) -> sqlite3.Connection:
    """Return a database with three tables, each with two entries."""
    store = await open_store(tmp_path / "file")
    for match in MATCHES:
        await opened(store, match)
    await store.close()
    return sqlite3.connect(tmp_path / "file", isolation_level=None)


def appends() -> list[Append]:
    """Make one append a table: with a summary, without, and without an entry."""
    return [
        Append("m1", 1, 2, entries(3, 5), summary("over", wake_at=7.5, host="bo"), None),
        Append("m2", 1, 2, [entry(3, ply=1, move_id="a")], None, None),
        Append("m3", 1, 2, [], summary("paused"), None),
    ]


def rows_of(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    tables = connection.execute("SELECT * FROM tables ORDER BY match").fetchall()
    return tables + connection.execute("SELECT * FROM entries ORDER BY match, number").fetchall()


async def test_together_is_as_one_by_one(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN")
    for append in appends():
        for step in append_steps(append):
            connection.execute(step.sql, step.values).fetchall()
    alone = rows_of(connection)
    connection.execute("ROLLBACK")
    assert rows_of(connection) != alone
    ran: list[str] = []
    connection.set_trace_callback(ran.append)
    assert append_together(connection, appends())
    connection.set_trace_callback(None)
    assert len(ran) == 2
    assert rows_of(connection) == alone


@pytest.mark.parametrize(
    "bad", [Append("m2", 9, 2, [entry(3)], None, None), Append("m2", 1, 9, [], None, None)]
)
async def test_one_that_does_not_move_on_is_noticed(
    connection: sqlite3.Connection, bad: Append
) -> None:
    first, _, last = appends()
    assert not append_together(connection, [first, bad, last])


def test_what_builds_on_another_goes_alone() -> None:
    assert may_go_together(appends())
    assert not may_go_together([*appends(), appends()[0]])
    assert not may_go_together([appends()[0]._replace(sitting=("ada", None))])
    assert not may_go_together([appends()[0]._replace(match=str(n)) for n in range(MOST + 1)])
