"""Where tables, people and finished matches are kept: on SQLite or PostgreSQL."""

from pathlib import Path

from ludoteca.core.errors import UsageError
from ludoteca.server.store.sqlite import open_sqlite
from ludoteca.server.store.store import Store

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
        return Store(await open_postgres(text))
    if "://" in text:
        raise UsageError(f"{text.split(':')[0]}:// is no database we know; see docs/deploy.md.")
    return Store(await open_sqlite(Path(place)))
