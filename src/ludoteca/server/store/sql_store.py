"""The store on any SQL database."""

from pathlib import Path

from ludoteca.server.store.database import Database
from ludoteca.server.store.factors import SqlFactors
from ludoteca.server.store.history import SqlHistory
from ludoteca.server.store.owners import SqlOwners
from ludoteca.server.store.port import Store
from ludoteca.server.store.tables import SqlTables
from ludoteca.server.store.visitors import SqlVisitors


class SqlStore(SqlTables, SqlOwners, SqlVisitors, SqlFactors, SqlHistory, Store):
    """All parts on one database."""

    def __init__(self, database: Database) -> None:
        """Work on a database."""
        self._database = database

    @property
    def is_up(self) -> bool:
        """Say whether the last read and the last write were carried out."""
        return self._database.is_up

    async def ping(self) -> None:
        """Ask for a sign of life."""
        await self._database.read("SELECT 1")

    async def back_up(self, path: Path) -> None:
        """Write all of it to a new file."""
        await self._database.back_up(path)

    async def restore(self, path: Path) -> None:
        """Replace all of it by a backup."""
        await self._database.restore(path)

    async def close(self) -> None:
        """Close the database."""
        await self._database.close()
