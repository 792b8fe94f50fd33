"""What a message is about: the greeting, the hall, a new table, or a table there is."""

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from ludoteca import __version__, games
from ludoteca.core.errors import LudotecaError, StoreAway, StoreBroken
from ludoteca.protocol import VERSION
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.protocol.from_client import (
    AtTable,
    Enter,
    Hello,
    LeaveHall,
    Message,
    OpenTable,
    PlayOn,
    QuickMatch,
    TakeSeat,
    WatchHall,
)
from ludoteca.protocol.to_client import Done, HallTable, Invited, Welcome
from ludoteca.server.connection import Connection
from ludoteca.server.couriers import Elsewhere
from ludoteca.server.keeping.ledger import events_of
from ludoteca.server.logs import log
from ludoteca.server.problem import Refusal
from ludoteca.server.store.values import TableRow
from ludoteca.server.visitors import Visit
from ludoteca.table import fold

if TYPE_CHECKING:
    from ludoteca.server.house import House

LIVE_TABLES = {"guest": 1, "account": 10, "bot": 100}
"""At how many live tables one may sit; matches of days come on top."""

SLOW_TABLES = {"guest": 20, "account": 100, "bot": 1000}
"""At how many tables with days for a move one may sit."""

MOST_ROWS = 2 * (max(LIVE_TABLES.values()) + max(SLOW_TABLES.values()))
"""So many tables of one visitor are looked at, a good deal more than he may have."""


class Desk:
    """Takes every message of every socket and hands it to whom it concerns."""

    def __init__(self, house: "House") -> None:
        """Serve one house."""
        self._house = house
        self._matching: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Who looks for a table of which game: the next one finds what he has opened."""

    async def answer(self, connection: Connection, message: Message) -> None:
        """Take one message; whatever goes wrong, it is answered."""
        metrics, match = self._house.metrics, getattr(message, "match", None)
        try:
            await self.take(connection, message)
        except LudotecaError as error:
            metrics.refusals.labels(error.code).inc()
            connection.refuse(message.request, error, match)
        except Exception as error:  # one bad message must not end the socket
            metrics.refusals.labels("fault").inc()
            log.error("message_failed", type=type(message).__name__, exc_info=error)
            connection.refuse(message.request, Refusal("fault"), match)

    async def take(self, connection: Connection, message: Message) -> None:
        """Take one message; what can't be done raises an error, which is the answer then."""
        if isinstance(message, Hello):
            await self._greet(connection, message)
            return
        if not connection.greeted:
            raise Refusal("hello_first")
        if isinstance(message, AtTable):
            if isinstance(message, TakeSeat):
                await self._take_seat(connection, message)
                return
            if isinstance(message, Enter):
                self._check_entered(connection, message.match)
            await self._house.keepers.give(connection, message)
        else:
            await self._take_elsewhere(connection, message)

    async def _take_elsewhere(self, connection: Connection, message: Message) -> None:
        if isinstance(message, WatchHall):
            self._house.hall.watch(connection, message.request, message.game or "")
        elif isinstance(message, LeaveHall):
            self._house.hub.leave_hall(connection)
            connection.tell(Done(request=message.request))
        else:
            async with self._house.sitting.alone(connection.visit.id):
                await self._open(connection, message)

    async def _open(self, connection: Connection, message: Message) -> None:
        connection.ratings = await self._house.ratings_of(connection.visit)
        if isinstance(message, OpenTable):
            self._check_setting(message.setting)
            await self._check_sitting(connection, message.setting)
            await self._house.keepers.open_table(connection, message.request, message.setting)
        elif isinstance(message, QuickMatch):
            await self._quick_match(connection, message)
        elif isinstance(message, PlayOn):
            await self._play_on(connection, message)

    async def _take_seat(self, connection: Connection, message: TakeSeat) -> None:
        ours = await self._is_ours(message.match)
        async with self._house.sitting.alone(connection.visit.id, everywhere=ours):
            await self._check_seat(connection, message.match)
            await self._accept_invitation(connection, message.match)
            connection.ratings = await self._house.ratings_of(connection.visit)
            await self._house.keepers.give(connection, message)
            await self._house.keepers.wait_for(message.match)  # until then nobody knows his seat

    async def _is_ours(self, match: str) -> bool:
        """Say whether a table is kept by this process, and not by one that must be asked."""
        if not self._house.sitting.may_be_elsewhere:
            return True
        try:
            await self._house.keepers.of(match)
        except Elsewhere:
            return False
        return True

    async def _greet(self, connection: Connection, message: Hello) -> None:
        if message.version != VERSION:
            raise Refusal("wrong_version")
        connection.language = message.language
        connection.ratings = await self._house.ratings_of(connection.visit)
        connection.greeted = True
        visitor = connection.visit.visitor
        rows = await self._house.rows_of(connection.visit)
        connection.known_tables = {row.match: row.last for row in rows}
        connection.tell(
            Welcome(
                request=message.request,
                version=VERSION,
                server=f"ludoteca {__version__}",
                visitor=visitor.id,
                name=visitor.name,
                account=visitor.kind != "guest",
                language=message.language,
                now=self._house.clock(),
                seats=tuple(row.match for row in rows),
            )
        )
        if not connection.passed_on:
            await self.tell_invitations(connection)

    async def tell_invitations(self, connection: Connection) -> None:
        """Tell of invitations made elsewhere or earlier, to tables that are still open; once."""
        house, visit, told = self._house, connection.visit, connection.invited
        if visit.visitor.kind == "guest":
            return
        for invitation in await house.store.invitations_of(visit.id, house.clock()):
            row = await house.store.find_table(invitation.match)
            if row is None or row.summary.status != "open" or row.match in told:
                continue
            told.add(row.match)
            table = msgspec.json.decode(row.summary.seats, type=HallTable)
            if any(seat.kind == "free" for seat in table.seats):
                name, _ = await house.name_of(invitation.sender)
                connection.tell(Invited(match=row.match, setting=table.setting, by=name))

    async def _quick_match(self, connection: Connection, message: QuickMatch) -> None:
        """Sit down at the table where somebody has waited longest, or open one."""
        setting = TableSetting(game=message.game)
        self._check_setting(setting)
        await self._check_sitting(connection, setting)
        async with self._matching[message.game]:
            if not await self._find_seat(connection, message):
                await self._house.keepers.open_table(connection, message.request, setting)

    async def _find_seat(self, connection: Connection, message: QuickMatch) -> bool:
        """Sit down at an open table, if there is one."""
        unreached: set[str] = set()
        for table in reversed(self._house.hall.tables(message.game)):
            free = any(seat.kind == "free" for seat in table.seats)
            here = any(seat.kind == "person" and not seat.away for seat in table.seats)
            if not (free and here) or isinstance(table.setting.clock, DaysClock):
                continue
            if await self._sit_down(connection, message, table.match, unreached):
                return True
        return False

    async def _sit_down(
        self, connection: Connection, message: QuickMatch, match: str, unreached: set[str]
    ) -> bool:
        """Sit down at one table, wherever it is; False if that can't be.

        A process that could not be reached is not asked again: others wait behind us.
        """
        try:
            return await self._house.keepers.sit_down(connection, message.request, match)
        except Elsewhere as there:
            if there.owner.address in unreached:
                return False
            passed = await self._pass_on(connection, message, match, there)
            if not passed:
                unreached.add(there.owner.address)
            return passed
        except TimeoutError:  # he may sit there yet
            raise Refusal("busy") from None
        except (StoreAway, StoreBroken):
            raise
        except LudotecaError as error:  # let go, or set aside: others are not
            log.info("no_seat", match=match, error=error.code)
            return False

    async def _pass_on(
        self, connection: Connection, message: QuickMatch, match: str, there: Elsewhere
    ) -> bool:
        """Let the process with the oldest table find a seat; one that was asked so asks nobody."""
        if connection.passed_on:
            return False
        return await self._house.couriers.carry_to(connection, match, message, there.owner)

    async def _play_on(self, connection: Connection, message: PlayOn) -> None:
        """Open a table that goes on from a position of a final match."""
        self._check_setting(message.setting)
        await self._check_sitting(connection, message.setting)
        await self._house.keepers.finals.check_shown(message.match, connection.visit)
        text = await self._house.keepers.finals.read_record(message.match)
        await self._house.keepers.open_table(
            connection, message.request, message.setting, (text, message.ply)
        )

    async def _accept_invitation(self, connection: Connection, match: str) -> None:
        """Note that somebody comes to a table he was invited to."""
        house, visit = self._house, connection.visit
        if visit.visitor.kind == "guest":
            return
        for invitation in await house.store.invitations_of(visit.id, house.clock()):
            if invitation.match == match:
                await house.store.answer_invitation(invitation.id, "accepted")

    @staticmethod
    def _check_setting(setting: TableSetting) -> None:
        if setting.game not in games.names():
            raise Refusal("no_such_game", game=setting.game)

    def _check_entered(self, connection: Connection, match: str) -> None:
        """Refuse one more table to a socket that hears of enough of them."""
        most = self._house.settings.limits.entered
        if match not in connection.tables and len(connection.tables) >= most:
            raise Refusal("too_many_tables", most=most)

    async def _check_seat(self, connection: Connection, match: str) -> None:
        """Refuse a seat at a table to somebody who sits at enough others already."""
        row = await self._house.store.find_table(match)
        if row is not None:
            await self._check_sitting(connection, _setting_of(row), match)

    async def _check_sitting(
        self, connection: Connection, setting: TableSetting, at: str = ""
    ) -> None:
        """Refuse one more table of a kind to somebody who sits at enough of it already."""
        visit, store = connection.visit, self._house.store
        days = isinstance(setting.clock, DaysClock)
        most = (SLOW_TABLES if days else LIVE_TABLES)[visit.visitor.kind]
        rows = [
            row
            for player in visit.ids
            for row in await store.list_tables(
                statuses=("open", "playing", "paused"), player=player, limit=MOST_ROWS
            )
        ]
        own = [
            row
            for row in rows
            if row.match != at and isinstance(_setting_of(row).clock, DaysClock) == days
        ]
        if len(own) >= most and not days:  # of days there are so many that it does not matter
            own = [row for row in own if not await self._has_given_up(visit, row)]
        if len(own) >= most:
            raise Refusal("sits_elsewhere", match=own[0].match)

    async def _has_given_up(self, visit: Visit, row: TableRow) -> bool:
        """Say whether somebody has given up his seat at a table, where a bot plays on for him."""
        shown = msgspec.json.decode(row.summary.seats, type=HallTable)
        if not any(seat.resigned for seat in shown.seats):
            return False
        entries = await self._house.store.read_log(row.match)
        table = await self._house.run_aside(lambda: fold(events_of(entries)))
        own = [table.seats[seat] for player in visit.ids for seat in table.seats_of(player)]
        return all(seat.resigned for seat in own)


def _setting_of(row: TableRow) -> TableSetting:
    return msgspec.json.decode(row.summary.seats, type=HallTable).setting
