"""Whose turn it is, told to people who are not at the table, at whatever process they are.

The owner of a table tells the sockets it has. For the others it gives a hint about the visitor; a
process where he is reads his tables from the store, and tells what he does not know yet. So a hint
that was lost costs nothing: the next one brings all. While no hints get through, processes look at
the tables of those who are there by themselves, now and then.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from ludoteca.core.errors import StoreAway
from ludoteca.protocol.to_client import YourTurn
from ludoteca.server.bus.port import VISITOR
from ludoteca.server.connection import Connection
from ludoteca.server.keeping.audience import Audience
from ludoteca.server.keeping.ledger import events_of
from ludoteca.server.logs import log
from ludoteca.server.store.values import Entry
from ludoteca.server.webhook import Notice
from ludoteca.table import Table, fold, your_turn

if TYPE_CHECKING:
    from ludoteca.server.house import House


class Turns:
    """Tells people that it is their turn."""

    def __init__(self, house: "House") -> None:
        """Serve one house."""
        self._house = house

    def tell(self, before: Table, after: Table, audience: Audience) -> None:
        """Tell those whose turn has come at a table of ours, wherever they are."""
        house = self._house
        for visitor in your_turn(before, after):
            sockets = house.hub.known_as(visitor)
            for connection in sockets:
                if connection not in audience and not connection.passed_on:
                    self._tell(connection, after)
            if not audience.has(visitor):
                house.run(self._tell_elsewhere(visitor, after, bool(sockets)))

    async def _tell_elsewhere(self, visitor: str, table: Table, is_here: bool) -> None:
        """Give other processes a hint; if nobody knows him, the host's address may reach him."""
        house = self._house
        with suppress(StoreAway):
            known = await house.store.find_visitor(visitor)
            topic = VISITOR + ((known and known.became) or visitor)
            await house.bus.say(topic, 0)
            if is_here or table.is_live or await house.bus.is_followed(topic):
                return
            name = table.seats[table.seats_of(visitor)[0]].name
            url = house.link_to(table.match)
            house.webhook.tell(Notice(table.match, table.game.id, visitor, name, url))

    async def look(self, connection: Connection) -> None:
        """Tell somebody of his turns at tables that other processes keep, each once."""
        house = self._house
        for row in await house.rows_of(connection.visit):
            is_news = connection.known_tables.get(row.match) != row.last
            connection.known_tables[row.match] = row.last
            if not is_news or row.summary.status != "playing" or self._sees(connection, row.match):
                continue
            entries = await house.store.read_log(row.match)
            table = await house.run_aside(partial(_folded, entries))
            if table is not None and self._is_his_turn(connection, table):
                self._tell(connection, table)

    def _sees(self, connection: Connection, match: str) -> bool:
        """Say whether a connection hears of a table anyway."""
        house = self._house
        courier = house.couriers.leads_to(connection, match)
        return match in house.keepers or courier is not None

    @staticmethod
    def _is_his_turn(connection: Connection, table: Table) -> bool:
        return any(
            table.seats[seat].visitor in connection.visit.ids
            and not table.seats[seat].is_played_by_bot
            for seat in table.movers
        )

    @staticmethod
    def _tell(connection: Connection, table: Table) -> None:
        """Tell it once for each turn, by whichever way it was heard of first."""
        assert table.course is not None
        if connection.told_turns.get(table.match) != table.course.ply:
            connection.told_turns[table.match] = table.course.ply
            connection.tell(YourTurn(match=table.match, game=table.game.id))


def _folded(entries: Sequence[Entry]) -> Table | None:
    """Read a table; None if its log can't be read, which its owner notices too."""
    try:
        return fold(events_of(entries))
    except Exception:  # whatever is wrong with it
        log.warning("table_unreadable", exc_info=True)
        return None
