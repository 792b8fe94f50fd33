"""One SQL text for both databases: translates it to PostgreSQL and splits scripts."""

import re
from functools import cache
from typing import Any

TYPES = {"BLOB": "BYTEA", "INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION"}

COMMENT = re.compile(r"^\s*--.*$", re.MULTILINE)

SQLITE_ONLY = re.compile(r"(?<=\)) STRICT(, WITHOUT ROWID)?")


@cache
def for_postgres(sql: str) -> str:
    """Write numbers instead of question marks for values.

    >>> for_postgres("SELECT a FROM b WHERE c = ? AND d > ?")
    'SELECT a FROM b WHERE c = $1 AND d > $2'
    """
    head, *pieces = sql.split("?")
    return head + "".join(f"${number}{piece}" for number, piece in enumerate(pieces, 1))


def storable(values: tuple[Any, ...]) -> tuple[Any, ...]:
    r"""Put U+FFFD for the one character that PostgreSQL does not keep in texts.

    >>> storable((1, b"\0", "a\0b"))
    (1, b'\x00', 'a\ufffdb')
    """
    if any(isinstance(value, str) and "\0" in value for value in values):
        return tuple(it.replace("\0", "\ufffd") if isinstance(it, str) else it for it in values)
    return values


def schema_for_postgres(script: str) -> str:
    """Exchange the names of types, and drop what only SQLite knows."""
    script = SQLITE_ONLY.sub("", script)
    return re.sub(rf"\b({'|'.join(TYPES)})\b", lambda word: TYPES[word[0]], script)


def statements(script: str) -> list[str]:
    r"""Cut a script at the ends of its statements; none of ours holds a `;` inside.

    >>> statements("-- A note.\nCREATE TABLE a (b TEXT);\nDROP TABLE a;\n")
    ['CREATE TABLE a (b TEXT)', 'DROP TABLE a']
    """
    pieces = COMMENT.sub("", script).split(";")
    return [piece.strip() for piece in pieces if piece.strip()]


def places(count: int) -> str:
    """Return that many places for values.

    >>> places(3)
    '?, ?, ?'
    """
    return ", ".join("?" * count)
