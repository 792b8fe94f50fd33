"""The limit of seats per user, and which matches may be put aside for another one."""

from collections.abc import Sequence

import msgspec

from ludoteca.core.errors import StoreAway
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.protocol.to_client import LobbyTable
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.store.values import Status, TableRow
from ludoteca.server.tables.event_log import read_table

LIVE_TABLES = {"guest": 1, "account": 10, "bot": 100}
"""At how many live tables with other people a user may sit without putting one aside."""

SLOW_TABLES = {"guest": 20, "account": 100, "bot": 1000}
"""At how many correspondence matches; and at how many live tables with those put aside."""

WAITING_TABLES = {"guest": 5, "account": 20, "bot": 100}
"""How many tables a user may keep open at which nobody else sits yet."""

MOST_ROWS = 10_000
"""Tables of one user looked at: matches against bots alone have no limit."""

STATUSES: tuple[Status, ...] = ("open", "playing", "paused")


class SeatLimit:
    """Decides whether a user may sit down at one more table.

    A match against bots alone waits for its player and hinders nothing.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def check(
        self, identity: Identity, setting: TableSetting, at: str = "", set_aside: bool = False
    ) -> None:
        """Refuse one more table with this setting to a user who sits at enough of that kind.

        `at` is a table at which the user sits already; with `set_aside` live matches do not count
        if nobody has to wait for the user there.
        """
        kind = identity.user.kind
        tables = [each for each in await self._tables(identity) if each[1].match != at]
        if isinstance(setting.clock, DaysClock):
            _refuse([row for row, table in tables if _is_slow(table)], SLOW_TABLES[kind])
            return
        live = [(row, table) for row, table in tables if not _is_slow(table)]
        alone = [row for row, table in live if table.status == "open" and not _has_others(table)]
        _refuse(alone, WAITING_TABLES[kind])
        others = [(row, table) for row, table in live if _has_others(table)]
        if len(others) < LIVE_TABLES[kind]:
            return
        others = [each for each in others if not await self._has_resigned(identity, *each)]
        if len(others) < LIVE_TABLES[kind]:
            return
        staying = [row for row, table in others if not _may_set_aside(table)]
        _refuse(staying, LIVE_TABLES[kind], "awaited_elsewhere")
        _refuse([row for row, _ in others], (SLOW_TABLES if set_aside else LIVE_TABLES)[kind])

    async def _tables(self, identity: Identity) -> list[tuple[TableRow, LobbyTable]]:
        rows = [
            row
            for player in identity.ids
            for row in await self._store.tables.list_tables(
                statuses=STATUSES, player=player, limit=MOST_ROWS
            )
        ]
        return [(row, msgspec.json.decode(row.summary.seats, type=LobbyTable)) for row in rows]

    async def _has_resigned(self, identity: Identity, row: TableRow, shown: LobbyTable) -> bool:
        """Return whether a bot plays on for this user, who has given up."""
        if not any(seat.resigned for seat in shown.seats):
            return False
        try:
            table = await read_table(self._store, row.match)
        except StoreAway:
            raise
        except Exception:  # whatever is wrong with it: it keeps nobody from sitting elsewhere
            return True
        own = [table.seats[seat] for player in identity.ids for seat in table.seats_of(player)]
        return all(seat.resigned for seat in own)


def _refuse(rows: Sequence[TableRow], most: int, code: str = "sits_elsewhere") -> None:
    if len(rows) >= most:
        raise ServerRefusal(code, match=rows[0].match)


def _is_slow(table: LobbyTable) -> bool:
    return isinstance(table.setting.clock, DaysClock)


def _has_others(table: LobbyTable) -> bool:
    """Return whether people sit there who do not share one device."""
    people = [seat for seat in table.seats if seat.kind == "person" and not seat.resigned]
    return len(people) > 1 + len(table.setting.here)


def _may_set_aside(table: LobbyTable) -> bool:
    """Return whether a match goes on, or rests, without the user: nobody is kept waiting.

    Before the start one stands up instead.
    """
    here = [seat for seat in table.seats if seat.kind == "person" and not seat.away]
    unattended = table.status == "playing" and not here
    return (
        table.status == "paused"
        or unattended
        or (table.status == "playing" and table.setting.leaving == "bot")
    )
