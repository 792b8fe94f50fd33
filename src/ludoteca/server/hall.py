"""The hall: which public tables are open, told live to whoever is there."""

from collections.abc import Iterable

import msgspec

from ludoteca.protocol import encode
from ludoteca.protocol.to_client import Hall as HallAnswer
from ludoteca.protocol.to_client import HallChange, HallTable
from ludoteca.server.connection import Connection
from ludoteca.server.hub import Hub
from ludoteca.server.store.port import Store

MOST = 500
"""So many open tables are listed."""


class Hall:
    """Open public tables, the latest opened first."""

    def __init__(self, hub: Hub) -> None:
        """Start empty."""
        self._hub = hub
        self._tables: dict[str, HallTable] = {}

    def tables(self, game: str = "") -> list[HallTable]:
        """List open tables, of all games or of one."""
        found = [table for table in self._tables.values() if game in ("", table.setting.game)]
        return sorted(found, key=lambda table: -table.opened_at)[:MOST]

    def watch(self, connection: Connection, request: int, game: str) -> None:
        """Tell somebody all open tables, and each change from now on."""
        connection.hall = game
        connection.tell(HallAnswer(request=request, tables=tuple(self.tables(game))))

    def note(self, table: HallTable) -> None:
        """Note how a table is now; whoever is in the hall hears if that matters there."""
        listed = table.status == "open" and table.setting.public
        self._set(table.match, table if listed else None)

    def _set(self, match: str, table: HallTable | None) -> None:
        before = self._tables.get(match)
        if before == table:
            return
        if table is None:
            del self._tables[match]
        else:
            self._tables[match] = table
        known = table or before
        assert known is not None
        frame = encode(HallChange(match=match, table=table))
        for connection in self._hub.in_hall():
            if connection.hall in ("", known.setting.game):
                connection.put(frame)

    def set_all(self, tables: Iterable[HallTable]) -> None:
        """Take over the list as the storage knows it."""
        listed = {table.match: table for table in tables}
        for match in [match for match in self._tables if match not in listed]:
            self._set(match, None)
        for table in listed.values():
            self.note(table)

    async def refresh(self, store: Store) -> None:
        """Read the list from the storage: at the start, and when another process changed it."""
        rows = await store.list_tables(statuses=("open",), public=True, limit=MOST)
        self.set_all(msgspec.json.decode(row.summary.seats, type=HallTable) for row in rows)
