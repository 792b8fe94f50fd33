"""Where tables, people and finished matches are kept: SQLite or PostgreSQL behind one port."""

from pathlib import Path

from ludoteca.core.errors import UsageError
from ludoteca.server.store.port import Store
from ludoteca.server.store.sql_store import SqlStore
from ludoteca.server.store.sqlite import open_sqlite

__all__ = ["Store", "open_store"]


async def open_store(place: str | Path) -> Store:
    """Open a SQLite file by its path, or PostgreSQL by its `postgresql://` address."""
    text = str(place)
    if text.startswith(("postgresql://", "postgres://")):
        try:
            from ludoteca.server.store.postgres import open_postgres
        except ModuleNotFoundError as error:
            raise UsageError(
                "PostgreSQL needs the package asyncpg: pip install 'ludoteca[scale]'."
            ) from error
        return SqlStore(await open_postgres(text))
    if "://" in text:
        raise UsageError(f"{text.split(':')[0]}:// is no database we know; see docs/deploy.md.")
    return SqlStore(await open_sqlite(Path(place)))
