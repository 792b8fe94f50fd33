"""Dispatches client messages to the lobby or to a table."""

import asyncio
from collections import defaultdict
from collections.abc import Callable

import msgspec

from ludoteca import __version__, games
from ludoteca.core.errors import LudotecaError, StoreAway, StoreBroken
from ludoteca.protocol import VERSION
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.protocol.from_client import (
    AtTable,
    Enter,
    Hello,
    LeaveLobby,
    Message,
    OpenTable,
    PlayOn,
    QuickMatch,
    TakeSeat,
    WatchLobby,
)
from ludoteca.protocol.to_client import Done, LobbyTable, Pace, Welcome
from ludoteca.server.lobby.invitations import Invitations
from ludoteca.server.lobby.lobby import Lobby
from ludoteca.server.lobby.seat_limit import SeatLimit
from ludoteca.server.lobby.seat_lock import SeatLock
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.settings import Limits
from ludoteca.server.store import Store
from ludoteca.server.tables.archive import Archive
from ludoteca.server.tables.own import ratings_of, rows_of
from ludoteca.server.tables.proxy import OwnedElsewhere
from ludoteca.server.tables.registry import TableRegistry
from ludoteca.server.transport.connection import Connection
from ludoteca.server.transport.hub import Hub


class Dispatcher:
    """Takes every message of every socket to whom it concerns."""

    def __init__(
        self,
        store: Store,
        tables: TableRegistry,
        lobby: Lobby,
        hub: Hub,
        invitations: Invitations,
        archive: Archive,
        seat_lock: SeatLock,
        seat_limit: SeatLimit,
        limits: Limits,
        clock: Callable[[], float],
    ) -> None:
        """Take the tables, the lobby, and what guards the way to a seat."""
        self._store, self._tables, self._lobby, self._hub = store, tables, lobby, hub
        self._invitations, self._archive, self._seat_lock = invitations, archive, seat_lock
        self._seat_limit, self._limits, self._clock = seat_limit, limits, clock
        self._matching: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Who looks for a table of which game: the next one finds what they have opened."""

    async def dispatch(self, connection: Connection, message: Message) -> None:
        """Take one message to whom it concerns; whatever goes wrong, it is answered."""
        about = getattr(message, "match", None)
        try:
            match message:
                case Hello():
                    await self._greet(connection, message)
                case _ if not connection.greeted:
                    connection.refuse(message.request, ServerRefusal("hello_first"), about)
                case TakeSeat():
                    await self._take_seat(connection, message)
                case AtTable():
                    if isinstance(message, Enter):
                        self._check_entered(connection, message.match)
                    await self._tables.give(connection, message)
                case _:
                    await self._take_elsewhere(connection, message)
        except LudotecaError as error:
            connection.refuse(message.request, error, about)
        except Exception as error:  # one bad message must not end the socket
            log.error("message_failed", type=type(message).__name__, exc_info=error)
            connection.refuse(message.request, ServerRefusal("fault"), about)

    async def _take_elsewhere(self, connection: Connection, message: Message) -> None:
        if isinstance(message, WatchLobby):
            self._lobby.watch(connection, message.request, message.game or "")
        elif isinstance(message, LeaveLobby):
            self._hub.leave_lobby(connection)
            connection.tell(Done(request=message.request))
        else:
            async with self._seat_lock.hold(connection.identity.id):
                await self._open(connection, message)

    async def _open(self, connection: Connection, message: Message) -> None:
        connection.ratings = await ratings_of(self._store, connection.identity)
        if isinstance(message, OpenTable):
            self._check_setting(message.setting)
            await self._seat_limit.check(
                connection.identity, message.setting, set_aside=message.set_aside
            )
            await self._tables.open_table(connection, message.request, message.setting)
        elif isinstance(message, QuickMatch):
            await self._quick_match(connection, message)
        elif isinstance(message, PlayOn):
            await self._play_on(connection, message)

    async def _take_seat(self, connection: Connection, message: TakeSeat) -> None:
        ours = await self._is_ours(message.match)
        async with self._seat_lock.hold(connection.identity.id, everywhere=ours):
            await self._check_seat(connection, message)
            await self._invitations.accept(connection, message.match)
            connection.ratings = await ratings_of(self._store, connection.identity)
            await self._tables.give(connection, message)
            await self._tables.wait_for(message.match)  # until then nobody knows their seat

    async def _is_ours(self, match: str) -> bool:
        """Return whether a table is kept by this process, and not by one that must be asked."""
        if not self._seat_lock.is_shared:
            return True
        try:
            await self._tables.of(match)
        except OwnedElsewhere:
            return False
        return True

    async def _greet(self, connection: Connection, message: Hello) -> None:
        if message.version != VERSION:
            raise ServerRefusal("wrong_version")
        connection.language = message.language
        connection.ratings = await ratings_of(self._store, connection.identity)
        connection.greeted = True
        user = connection.identity.user
        rows = await rows_of(self._store, connection.identity)
        connection.known_tables = {row.match: row.last for row in rows}
        connection.tell(
            Welcome(
                request=message.request,
                version=VERSION,
                server=f"ludoteca {__version__}",
                user=user.id,
                name=user.name,
                account=user.kind != "guest",
                language=message.language,
                now=self._clock(),
                seats=tuple(row.match for row in rows),
                pace=Pace(self._limits.messages_a_second, self._limits.message_burst),
            )
        )
        if not connection.passed_on:
            await self._invitations.tell(connection)

    async def _quick_match(self, connection: Connection, message: QuickMatch) -> None:
        """Sit down at the table where somebody has waited longest, or open one.

        Not where somebody is away: it might be the host, and nobody comes back.
        """
        setting = TableSetting(game=message.game)
        self._check_setting(setting)
        await self._seat_limit.check(connection.identity, setting, set_aside=message.set_aside)
        async with self._matching[message.game]:
            if not await self._find_seat(connection, message):
                await self._tables.open_table(connection, message.request, setting, quick=True)

    async def _find_seat(self, connection: Connection, message: QuickMatch) -> bool:
        """Sit down at an open table, if there is one."""
        unreached: set[str] = set()
        for table in reversed(self._lobby.tables(message.game)):
            free = any(seat.kind == "free" for seat in table.seats)
            here = not any(seat.kind == "person" and seat.away for seat in table.seats)
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
            return await self._tables.sit_down(connection, message, match)
        except OwnedElsewhere as there:
            if there.owner.address in unreached:
                return False
            passed = await self._pass_on(connection, message, match, there)
            if not passed:
                unreached.add(there.owner.address)
            return passed
        except TimeoutError:  # they may sit there yet
            raise ServerRefusal("busy") from None
        except (StoreAway, StoreBroken):
            raise
        except LudotecaError as error:  # let go, or set aside: others are not
            log.info("no_seat", match=match, error=error.code)
            return False

    async def _pass_on(
        self, connection: Connection, message: QuickMatch, match: str, there: OwnedElsewhere
    ) -> bool:
        """Let the process with the oldest table find a seat; one that was asked so asks nobody."""
        if connection.passed_on:
            return False
        return await self._tables.proxies.carry_to(connection, match, message, there.owner)

    async def _play_on(self, connection: Connection, message: PlayOn) -> None:
        """Open a table that goes on from a position of a final match."""
        self._check_setting(message.setting)
        await self._seat_limit.check(
            connection.identity, message.setting, set_aside=message.set_aside
        )
        text = await self._archive.read_shown(message.match, connection.identity)
        await self._tables.open_table(
            connection, message.request, message.setting, (text, message.ply)
        )

    @staticmethod
    def _check_setting(setting: TableSetting) -> None:
        if setting.game not in games.names():
            raise ServerRefusal("no_such_game", game=setting.game)

    def _check_entered(self, connection: Connection, match: str) -> None:
        """Refuse one more table to a socket that hears of enough of them."""
        most = self._limits.entered
        if match not in connection.tables and len(connection.tables) >= most:
            raise ServerRefusal("too_many_tables", most=most)

    async def _check_seat(self, connection: Connection, message: TakeSeat) -> None:
        """Refuse a seat at a table to somebody who sits at enough others already."""
        row = await self._store.tables.find_table(message.match)
        if row is not None:
            setting = msgspec.json.decode(row.summary.seats, type=LobbyTable).setting
            await self._seat_limit.check(
                connection.identity, setting, message.match, message.set_aside
            )
