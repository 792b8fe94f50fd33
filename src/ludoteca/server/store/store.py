"""Where tables, users and finished matches are kept, on any SQL database."""

from pathlib import Path

from ludoteca.server.store.database import Database
from ludoteca.server.store.factors import Factors
from ludoteca.server.store.history import History
from ludoteca.server.store.notices import StoredNotices
from ludoteca.server.store.owners import Owners
from ludoteca.server.store.tables import StoredTables
from ludoteca.server.store.users import Users


class Store:
    """All parts on one database; every database passes one shared suite.

    Every method may raise `StoreAway` (nothing was acknowledged; ask again later) and `StoreBroken`
    (the process must stop). What a method wrote is on disk when it returns, all of it or nothing.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.tables = StoredTables(database)
        self.owners = Owners(database)
        self.users = Users(database)
        self.factors = Factors(database)
        self.history = History(database)
        self.notices = StoredNotices(database)

    @property
    def is_up(self) -> bool:
        """Return whether the last read and the last write were carried out."""
        return self.database.is_up

    async def ping(self) -> None:
        """Ask the database for a sign of life."""
        await self.database.read("SELECT 1")

    async def back_up(self, path: Path) -> None:
        """Write all of it to a new SQLite file, as it is at one moment, while others work on."""
        await self.database.back_up(path)

    async def restore(self, path: Path) -> None:
        """Replace all of it by a backup, of either backend; every owner is stale afterwards."""
        await self.database.restore(path)

    async def close(self) -> None:
        """Finish what was asked for, then close."""
        await self.database.close()
