"""The lobby: public tables, open or to watch, updated live."""

import asyncio
from collections.abc import Callable, Collection, Iterable

import msgspec
from msgspec.structs import replace

from ludoteca.protocol import encode
from ludoteca.protocol.to_client import LobbyChange, LobbyTable, SeatInfo
from ludoteca.protocol.to_client import LobbyList as HallAnswer
from ludoteca.server.store import Store
from ludoteca.server.store.values import Status
from ludoteca.server.transport.connection import Connection
from ludoteca.server.transport.hub import Hub

MOST = 500
"""Number of tables of each kind known here."""

MOST_TOLD = {"open": 80, "running": 40}
"""Tables told at once: with four long names each, they fit into one frame."""

RUNNING: tuple[Status, ...] = ("playing", "paused")
ENDED: tuple[Status, ...] = ("over", "final")


def is_listed(table: LobbyTable) -> bool:
    """Return whether a table belongs into the lobby: open, or to be watched."""
    watched = table.status in RUNNING and table.setting.spectators
    return table.setting.public and (table.status == "open" or watched)


def as_listed(table: LobbyTable) -> LobbyTable:
    """Leave out who is away or has given up, where spectators may not know it yet."""
    if table.status == "open" or not table.setting.spectator_delay:
        return table
    seats = tuple(
        replace(seat, away=False, bot_at=None, resigned=False, bot=_bot(seat))
        for seat in table.seats
    )
    return replace(table, status="playing", seats=seats)


def _is_late(table: LobbyTable) -> bool:
    """Return whether spectators of a match see it later than it is played."""
    return table.status != "open" and table.setting.spectator_delay > 0


def _bot(seat: SeatInfo) -> str | None:
    return seat.bot if seat.kind == "bot" else None


class Lobby:
    """Public tables, the latest opened first."""

    def __init__(self, hub: Hub, is_set_aside: Callable[[str], bool] = lambda _: False) -> None:
        """Start empty; tables that are set aside are not shown."""
        self._hub, self._is_set_aside = hub, is_set_aside
        self._tables: dict[str, LobbyTable] = {}
        self._reading = asyncio.Lock()
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        """Matches that have ended, which those who watch later may not know yet."""
        self._noted: set[str] | None = None
        """What was noted while the list is being read: that is newer."""

    def tables(self, game: str = "") -> list[LobbyTable]:
        """List open tables, of all games or of one."""
        return self._listed(game, is_open=True)[:MOST]

    def running(self, game: str = "") -> list[LobbyTable]:
        """List matches that can be watched now, of all games or of one."""
        return self._listed(game, is_open=False)[: MOST_TOLD["running"]]

    def _listed(self, game: str, is_open: bool) -> list[LobbyTable]:
        found = [
            table
            for table in self._tables.values()
            if game in ("", table.setting.game) and (table.status == "open") == is_open
        ]
        return sorted(found, key=lambda table: -table.opened_at)

    def watch(self, connection: Connection, request: int, game: str) -> None:
        """Tell somebody the tables of the lobby, and each change from now on."""
        self._hub.enter_lobby(connection, game)
        told = (*self.tables(game)[: MOST_TOLD["open"]], *self.running(game))
        connection.tell(HallAnswer(request=request, tables=told))

    def note(self, table: LobbyTable) -> None:
        """Note how a table is now; the lobby hears of it if that matters there."""
        self._note(table.match, as_listed(table) if self._is_shown(table) else None)

    def forget(self, match: str) -> None:
        """Take a table off the list at once."""
        self._note(match, None)
        self._drop(match)

    def _is_shown(self, table: LobbyTable) -> bool:
        return is_listed(table) and not self._is_set_aside(table.match)

    def _note(self, match: str, table: LobbyTable | None) -> None:
        if self._noted is not None:
            self._noted.add(match)
        self._set(match, table)

    def _set(self, match: str, table: LobbyTable | None) -> None:
        before = self._tables.get(match)
        if table is None and before is not None and _is_late(before):
            self._drop_after(match, before.setting.spectator_delay)
            return
        timer = self._leaving.pop(match, None)
        if timer is not None:
            timer.cancel()
        if before == table:
            return
        if table is None:
            del self._tables[match]
        else:
            self._tables[match] = table
        self._tell(match, before, table)

    def _drop_after(self, match: str, seconds: float) -> None:
        """Keep a match on the list until spectators have seen its end."""
        if match not in self._leaving:
            loop = asyncio.get_running_loop()
            self._leaving[match] = loop.call_later(seconds, self._drop, match)

    def _drop(self, match: str) -> None:
        timer, before = self._leaving.pop(match, None), self._tables.pop(match, None)
        if timer is not None:
            timer.cancel()
        if before is not None:
            self._tell(match, before, None)

    def _tell(self, match: str, before: LobbyTable | None, table: LobbyTable | None) -> None:
        """Tell those in the lobby how a table is listed now."""
        known = table or before
        assert known is not None
        there = self._hub.in_lobby(known.setting.game)
        if there:
            frame = encode(LobbyChange(match=match, table=table))
            for connection in there:
                connection.put(frame)

    def set_all(self, tables: Iterable[LobbyTable], but: Collection[str] = ()) -> None:
        """Take over the list as the storage knows it, but for some tables."""
        listed = {table.match: as_listed(table) for table in tables if self._is_shown(table)}
        for match in {**self._tables, **listed}:
            if match not in but:
                self._set(match, listed.get(match))

    async def restore(self, store: Store, now: float) -> None:
        """Read the list at the start, and what has ended too lately for spectators to know."""
        await self.refresh(store)
        rows = await store.tables.list_tables(statuses=ENDED, public=True, limit=MOST)
        for row in rows:
            table = msgspec.json.decode(row.summary.seats, type=LobbyTable)
            left = row.updated_at + table.setting.spectator_delay - now
            if left > 0 and table.setting.spectator_delay and table.setting.spectators:
                self._note(table.match, as_listed(table))
                self._drop_after(table.match, left)

    async def refresh(self, store: Store) -> None:
        """Read the list from the storage when another process changed it."""
        async with self._reading:
            noted = self._noted = set()
            try:
                rows = await store.tables.list_tables(statuses=("open",), public=True, limit=MOST)
                rows += await store.tables.list_tables(statuses=RUNNING, public=True, limit=MOST)
            finally:
                self._noted = None
            tables = [msgspec.json.decode(row.summary.seats, type=LobbyTable) for row in rows]
            self.set_all(tables, but=noted)
