"""One dump of a small database for each version of the schema, so that migrations can be tried.

After a new migration: `python -m tests.server.store.versions` writes the dump of its version.
A version that was released never changes again, and neither does its dump.
"""

import asyncio
import json
import sqlite3
import tempfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

from ludoteca.server.store import backup, open_store
from ludoteca.server.store.dialect import for_postgres, places, schema_for_postgres, statements
from ludoteca.server.store.migration import MAKE_SCHEMA, NOTE_VERSION, latest, migrations
from tests.server.store.full import fill

FOLDER = Path(__file__).parent / "dumps"


def fingerprint(version: int) -> str:
    """Return the hash of a migration's statements; its comments may change."""
    return sha256("\n".join(statements(migrations()[version - 1])).encode()).hexdigest()


def read(version: int) -> dict[str, Any]:
    """Read a dump."""
    return json.loads((FOLDER / f"{version:04}.json").read_text(encoding="utf-8"))


def schema(version: int) -> list[str]:
    """Return the statements that made a database of that version."""
    made = [statement for script in migrations()[:version] for statement in statements(script)]
    return [MAKE_SCHEMA, *made, *(NOTE_VERSION.format(it + 1) for it in range(version))]


def rows(dump: dict[str, Any]) -> list[tuple[str, list[Any]]]:
    """Return every row of a dump, with the statement that inserts it."""
    return [
        (
            f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places(len(row))})",
            [bytes.fromhex(it["hex"]) if isinstance(it, dict) else it for it in row.values()],
        )
        for table, listed in dump["tables"].items()
        for row in listed
    ]


async def make_old(place: str, version: int) -> None:
    """Make a database as that version left it."""
    if place.startswith("postgresql:"):
        import asyncpg

        connection = await asyncpg.connect(place)
        for statement in schema(version):
            await connection.execute(schema_for_postgres(statement))
        for sql, values in rows(read(version)):
            await connection.execute(for_postgres(sql), *values)
        await connection.close()
        return
    with closing(sqlite3.connect(place, isolation_level=None)) as file:
        for statement in schema(version):
            file.execute(statement)
        for sql, values in rows(read(version)):
            file.execute(sql, values)


async def dump_latest() -> None:
    """Write the dump of the latest version."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "full.sqlite"
        store = await open_store(place)
        await fill(store)
        await store.close()
        with closing(sqlite3.connect(place)) as file:
            tables = {
                table: [
                    {
                        column: {"hex": value.hex()} if isinstance(value, bytes) else value
                        for column, value in zip(columns, row, strict=True)
                    }
                    for row in file.execute(f"SELECT {', '.join(columns)} FROM {table}")
                ]
                for table, columns in backup.tables(file).items()
            }
    dump = {"migration": fingerprint(latest()), "tables": tables}
    text = json.dumps(dump, indent=1, ensure_ascii=False)
    (FOLDER / f"{latest():04}.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(dump_latest())
