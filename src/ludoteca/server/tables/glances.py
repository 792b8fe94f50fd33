"""The matches of a user at a glance: the position as their seat sees it, and whose turn it is."""

from ludoteca.protocol.http import Glance
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.background import Background
from ludoteca.server.logs import log
from ludoteca.server.store import Store
from ludoteca.server.store.values import Status, TableRow
from ludoteca.server.tables.event_log import events_of, lobby_table
from ludoteca.server.tables.registry import TableRegistry
from ludoteca.table import fold, glance_at

SHOWN: tuple[Status, ...] = ("open", "playing", "paused")


class Glances:
    """Reads the tables at which a user sits, loaded or not."""

    def __init__(self, store: Store, tables: TableRegistry, background: Background) -> None:
        """Take the storage, the loaded tables, and threads in which logs are read."""
        self._store, self._tables, self._background = store, tables, background

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
            entries = await self._store.tables.read_log(row.match)
            try:
                table = await self._background.in_thread(lambda: fold(events_of(entries)))
            except Exception:  # whatever is wrong with it: the others are shown
                log.warning("table_unreadable", match=row.match, exc_info=True)
                return None
        return glance_at(table, lobby_table(table), identity.ids, row.updated_at)
