"""Group commit on SQLite: appends of several tables in two statements.

Between two statements the writing thread has to wait for its turn with the event loop, which may
be busy; with a few statements for each table these waits would make up most of a commit.
"""

import sqlite3
from collections.abc import Sequence

from ludoteca.server.store.database import (
    ASKED,
    ENTRY_COLUMNS,
    MOVE_ALL_ON,
    TABLE_COLUMNS,
    Append,
    append_rows,
)
from ludoteca.server.store.dialect import places

MOST = 64
"""The most appends in two statements: SQLite numbers the places for values to 32,766."""

NAMED = ", ".join(f"column{number} AS {name}" for number, name in enumerate(ASKED, 1))
MOVE_ON = MOVE_ALL_ON.format(asked=f"(SELECT {NAMED} FROM (VALUES {{rows}}))")
ADD = "INSERT INTO entries (match, number, kind, body, at, ply, move_id, chain) VALUES {rows}"


def may_go_together(appends: Sequence[Append]) -> bool:
    """Return whether no append builds on another one, and none changes who sits where."""
    matches = {append.match for append in appends}
    return (
        len(matches) == len(appends) <= MOST
        and all(append.sitting is None for append in appends)
        and sum(len(append.entries) for append in appends) <= 32 * MOST
    )


def append_together(connection: sqlite3.Connection, appends: Sequence[Append]) -> bool:
    """Do for many tables what `append_steps` does for one; False if one of them does not move on.

    Then, and after an error, it is for the caller to undo what was done.
    """
    tables, entries = append_rows(appends)
    if _run(connection, MOVE_ON, tables, TABLE_COLUMNS) != len(appends):
        return False
    return not entries or _run(connection, ADD, entries, ENTRY_COLUMNS) == len(entries)


def _run(
    connection: sqlite3.Connection, sql: str, rows: list[tuple[object, ...]], columns: int
) -> int:
    each = ", ".join([f"({places(columns)})"] * len(rows))
    values = [value for row in rows for value in row]
    return connection.execute(sql.format(rows=each), values).rowcount
