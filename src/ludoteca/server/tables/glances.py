"""A user's matches in short: the position as their seat sees it, and whose turn it is."""

from ludoteca.core.errors import StoreAway
from ludoteca.protocol.http import Glance
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.logs import log
from ludoteca.server.store import Store
from ludoteca.server.store.values import Status, TableRow
from ludoteca.server.tables.event_log import lobby_table, read_table
from ludoteca.server.tables.registry import TableRegistry
from ludoteca.table import glance_at

SHOWN: tuple[Status, ...] = ("open", "playing", "paused")


class Glances:
    """Reads the tables at which a user sits, loaded or not."""

    def __init__(self, store: Store, tables: TableRegistry) -> None:
        self._store, self._tables = store, tables

    async def of(self, identity: Identity, most: int) -> tuple[list[Glance], bool]:
        """Return the latest matches, one's turn first, and whether there are more."""
        rows: dict[str, TableRow] = {}
        for player in identity.ids:
            for row in await self._store.tables.list_tables(
                statuses=SHOWN, player=player, limit=most + 1
            ):
                rows[row.match] = row
        latest = sorted(rows.values(), key=lambda row: -row.updated_at)
        found = [await self._glance(identity, row) for row in latest[:most]]
        shown = [each for each in found if each is not None]
        return sorted(shown, key=lambda each: (not each.mine, -each.at)), len(latest) > most

    async def _glance(self, identity: Identity, row: TableRow) -> Glance | None:
        table = self._tables.loaded(row.match)
        if table is None:
            try:
                table = await read_table(self._store, row.match)
            except StoreAway:
                raise
            except Exception:  # whatever is wrong with it: the others are shown
                log.warning("table_unreadable", match=row.match, exc_info=True)
                return None
        return glance_at(table, lobby_table(table), identity.ids, row.updated_at)
