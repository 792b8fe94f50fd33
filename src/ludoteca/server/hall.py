"""The hall: public tables, open ones and those to watch, told live to whoever is there."""

from collections.abc import Callable, Iterable

import msgspec

from ludoteca.protocol import encode
from ludoteca.protocol.to_client import Hall as HallAnswer
from ludoteca.protocol.to_client import HallChange, HallTable
from ludoteca.server.connection import Connection
from ludoteca.server.hub import Hub
from ludoteca.server.store.port import Store
from ludoteca.server.store.values import Status

MOST = 500
"""So many tables of each kind are known here."""

MOST_TOLD = {"open": 80, "running": 40}
"""So many are told at once: with four long names each, they fit into one frame."""

RUNNING: tuple[Status, ...] = ("playing", "paused")


def is_listed(table: HallTable) -> bool:
    """Say whether a table belongs into the hall: open, or to be watched."""
    watched = table.status in RUNNING and table.setting.spectators
    return table.setting.public and (table.status == "open" or watched)


class Hall:
    """Public tables, the latest opened first."""

    def __init__(self, hub: Hub, is_set_aside: Callable[[str], bool] = lambda _: False) -> None:
        """Start empty; tables that are set aside are not shown."""
        self._hub, self._is_set_aside = hub, is_set_aside
        self._tables: dict[str, HallTable] = {}

    def tables(self, game: str = "") -> list[HallTable]:
        """List open tables, of all games or of one."""
        return self._listed(game, is_open=True)[:MOST]

    def running(self, game: str = "") -> list[HallTable]:
        """List matches that can be watched now, of all games or of one."""
        return self._listed(game, is_open=False)[: MOST_TOLD["running"]]

    def _listed(self, game: str, is_open: bool) -> list[HallTable]:
        found = [
            table
            for table in self._tables.values()
            if game in ("", table.setting.game) and (table.status == "open") == is_open
        ]
        return sorted(found, key=lambda table: -table.opened_at)

    def watch(self, connection: Connection, request: int, game: str) -> None:
        """Tell somebody the tables of the hall, and each change from now on."""
        self._hub.enter_hall(connection, game)
        told = (*self.tables(game)[: MOST_TOLD["open"]], *self.running(game))
        connection.tell(HallAnswer(request=request, tables=told))

    def note(self, table: HallTable) -> None:
        """Note how a table is now; whoever is in the hall hears if that matters there."""
        shown = is_listed(table) and not self._is_set_aside(table.match)
        self._set(table.match, table if shown else None)

    def forget(self, match: str) -> None:
        """Show a table no more."""
        self._set(match, None)

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
        there = self._hub.in_hall(known.setting.game)
        if there:
            frame = encode(HallChange(match=match, table=table))
            for connection in there:
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
        rows += await store.list_tables(statuses=RUNNING, public=True, limit=MOST)
        self.set_all(msgspec.json.decode(row.summary.seats, type=HallTable) for row in rows)
