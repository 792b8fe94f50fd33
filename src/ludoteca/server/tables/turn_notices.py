"""Tells people who are not at the table that it is their turn, at any process.

The owner of a table tells the sockets it has. For the others it gives a hint about the user; a
process where they are reads their tables and tells what they do not know yet. So a hint
that was lost costs nothing: the next one brings all. While no hints get through, processes look at
the tables of those who are there by themselves, now and then.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import takewhile

from msgspec.json import decode

from ludoteca.core.errors import StoreAway
from ludoteca.protocol.common import DaysClock
from ludoteca.protocol.to_client import LobbyTable, YourTurn
from ludoteca.server.background import Background
from ludoteca.server.bus.port import USER, Bus
from ludoteca.server.logs import log
from ludoteca.server.notices.wording import Occasion
from ludoteca.server.store import Store
from ludoteca.server.tables.event_log import read_table
from ludoteca.server.tables.own import rows_of
from ludoteca.server.tables.registry import TableRegistry
from ludoteca.server.tables.webhook import Notice, Webhook
from ludoteca.server.transport.connection import Connection
from ludoteca.server.transport.hub import Hub
from ludoteca.table import Subscribers, Table, your_turn

MOST_RECALLED = 1000
"""Tables that are looked at after a restart, the latest changed first."""


class TurnNotices:
    """Tells people that it is their turn."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        bus: Bus,
        tables: TableRegistry,
        background: Background,
        webhook: Webhook,
        link_to: Callable[[str], str],
    ) -> None:
        """Take where users may be: sockets here, other processes, the host's own address."""
        self._store, self._hub, self._bus, self._tables = store, hub, bus, tables
        self._background, self._webhook, self._link_to = background, webhook, link_to
        self.away: Callable[[str, Occasion], None] = lambda user, occasion: None
        """Takes what a user may want to hear of by push or e-mail, if they are away."""

    def tell(self, before: Table, after: Table, subscribers: Subscribers) -> None:
        """Tell those whose turn has come at a table of ours, wherever they are."""
        for user in your_turn(before, after):
            self.away(user, Occasion("turn", after.match, after.game.id))
            sockets = self._hub.known_as(user)
            for connection in sockets:
                if connection not in subscribers and not connection.passed_on:
                    self._tell(connection, after)
            if not subscribers.has(user):
                self._background.run(self._tell_elsewhere(user, after, bool(sockets)))

    async def _tell_elsewhere(self, user: str, table: Table, is_here: bool) -> None:
        """Hint to other processes; if none knows the user, the host's address may reach them."""
        with suppress(StoreAway):
            known = await self._store.users.find_user(user)
            topic = USER + ((known and known.became) or user)
            await self._bus.say(topic, 0)
            if is_here or table.is_live or await self._bus.is_followed(topic):
                return
            name = table.seats[table.seats_of(user)[0]].name
            url = self._link_to(table.match)
            self._webhook.tell(Notice(table.match, table.game.id, user, name, url))

    async def is_turn(self, match: str, ids: Iterable[str]) -> bool:
        """Return whether one of a user's ids is to move at a table."""
        table = self._tables.loaded(match)
        if table is None:
            table = await self._read(match)
        return table is not None and self._is_turn_of(frozenset(ids), table)

    async def changed_since(self, moment: float) -> list[str]:
        """List the correspondence matches in which something happened after a moment."""
        rows = await self._store.tables.list_tables(statuses=("playing",), limit=MOST_RECALLED)
        recent = takewhile(lambda row: row.updated_at >= moment, rows)  # the latest come first
        return [
            row.match
            for row in recent
            if isinstance(decode(row.summary.seats, type=LobbyTable).setting.clock, DaysClock)
        ]

    async def recall(self, matches: Iterable[str]) -> None:
        """Note again whose turn it is in matches: a stop may have come before the notice did."""
        for match in matches:
            table = await self._read(match)
            if table is None or table.status != "playing":
                continue
            movers = (table.seats[seat] for seat in table.movers)
            for user in {seat.user for seat in movers if not seat.is_played_by_bot}:
                self.away(user, Occasion("turn", table.match, table.game.id))

    async def look(self, connection: Connection) -> None:
        """Tell a user of their turns at tables that other processes keep, each once."""
        for row in await rows_of(self._store, connection.identity):
            is_news = connection.known_tables.get(row.match) != row.last
            connection.known_tables[row.match] = row.last
            if not is_news or row.summary.status != "playing" or self._sees(connection, row.match):
                continue
            table = await self._read(row.match)
            if table is not None and self._is_turn_of(connection.identity.ids, table):
                self._tell(connection, table)

    async def _read(self, match: str) -> Table | None:
        """Read a table; None if its log can't be read, which its owner notices too."""
        try:
            return await read_table(self._store, match)
        except StoreAway:
            raise
        except Exception:  # whatever is wrong with it
            log.warning("table_unreadable", match=match, exc_info=True)
            return None

    def _sees(self, connection: Connection, match: str) -> bool:
        """Return whether a connection hears of a table anyway."""
        proxy = self._tables.proxies.leads_to(connection, match)
        return match in self._tables or proxy is not None

    @staticmethod
    def _is_turn_of(ids: frozenset[str], table: Table) -> bool:
        return table.status == "playing" and any(
            table.seats[seat].user in ids and not table.seats[seat].is_played_by_bot
            for seat in table.movers
        )

    @staticmethod
    def _tell(connection: Connection, table: Table) -> None:
        """Tell it once for each turn, by whichever way it was heard of first."""
        assert table.progress is not None
        if connection.told_turns.get(table.match) != table.progress.ply:
            connection.told_turns[table.match] = table.progress.ply
            connection.tell(YourTurn(match=table.match, game=table.game.id))
