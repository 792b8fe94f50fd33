"""All tables that are awake in this process, and how they are opened and woken."""

import asyncio
import secrets
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from ludoteca.core.dice import SEED_BYTES
from ludoteca.core.errors import LudotecaError, StaleOwner, StoreAway, StoreBroken
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import AtTable
from ludoteca.protocol.to_client import Opened as OpenedAnswer
from ludoteca.record.read import read
from ludoteca.server.bus.port import LOBBY
from ludoteca.server.connection import Connection
from ludoteca.server.couriers import Elsewhere
from ludoteca.server.keeping.finals import Finals
from ludoteca.server.keeping.keeper import Keeper
from ludoteca.server.keeping.ledger import (
    entries_of,
    events_of,
    hall_table,
    new_match,
    players_of,
    summary_of,
)
from ludoteca.server.keeping.owning import LIVE, RETRY_EVERY, Owning
from ludoteca.server.keeping.rematches import Rematches
from ludoteca.server.logs import log
from ludoteca.server.problem import Refusal
from ludoteca.server.store.values import Entry
from ludoteca.table import (
    Table,
    Who,
    apply,
    fold,
    open_played_on,
    open_table,
)
from ludoteca.table.events import Opened

if TYPE_CHECKING:
    from ludoteca.server.house import House

AT_ONCE = 20
"""So many tables are woken together at the start; those whose people come first are first."""

Taken = asyncio.Task[dict[str, tuple[int, list[Entry]]]]
"""Tables that were claimed and read together."""

LOOK_EVERY = 1.0
"""Seconds between two looks for tables whose time has come."""

OWNER_GRACE = 5.0
"""Seconds beyond the lease of an owner that can't be reached until we give up."""

PROBE_EVERY = 0.5
"""Seconds between two tries to save something while that is not possible."""


def _note_asleep(match: str, error: BaseException) -> None:
    """Note that a table could not be woken."""
    if isinstance(error, Elsewhere):
        return  # another process was quicker
    if isinstance(error, LudotecaError):
        log.warning("not_woken", match=match, error=error.code)
    else:
        log.error("not_woken", match=match, exc_info=error)


class Keepers:
    """Gives every awake table its one keeper."""

    def __init__(self, house: "House") -> None:
        """Start with all tables asleep."""
        self._house = house
        self._owning = Owning(house)
        self.finals = Finals(house)
        self.rematches = Rematches(house)
        self._keepers: dict[str, Keeper] = {}
        self._waking: dict[str, asyncio.Task[Keeper]] = {}
        self._broken: set[str] = set()
        self._stood: dict[str, float] = {}
        """Tables that must be told since when the server did not run."""
        self._down_since: float | None = None

    def __len__(self) -> int:
        """Count the tables that are awake."""
        return len(self._keepers)

    def __contains__(self, match: str) -> bool:
        """Say whether a table is awake here."""
        return match in self._keepers

    # The day of a server

    async def open(self) -> None:
        """Take over what the last run of this server left."""
        house = self._house
        self._stood = await self._owning.stood()
        await house.store.leave(house.process)
        await self._beat()
        house.run(self._wake_all())
        house.run(self.finals.keep_left())
        house.run(self._care())

    async def close(self) -> None:
        """Let every table go; what was acknowledged is saved already."""
        await asyncio.gather(*(keeper.stop() for keeper in list(self._keepers.values())))
        self._keepers.clear()
        for waking in list(self._waking.values()):
            waking.cancel()
        house = self._house
        try:
            await house.store.beat(house.process, "", house.clock(), 0.0)
        except LudotecaError as error:
            log.warning("no_goodbye", error=error.code)

    async def _beat(self) -> None:
        """Renew the lease; if it had ended, others may have taken tables from us."""
        if not await self._owning.beat():
            log.warning("lease_ended")
            for keeper in list(self._keepers.values()):
                keeper.do(partial(self._owning.doubt, keeper.match, keeper.epoch))

    async def _care(self) -> None:
        """Renew the lease, and wake tables whose time has come."""
        house = self._house
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                if self._owning.is_beat_due:
                    await self._beat()
                for row in await house.store.due_tables(house.clock()):
                    await self._wake_quietly(row.match)
            except StoreAway as error:
                self.store_failed(error)
            except StoreBroken as error:
                house.broken(error)
            except Exception as error:  # whatever it was, the next look may do better
                log.error("care_failed", exc_info=error)

    async def _wake_all(self) -> None:
        """Wake the tables that were live when the server stopped, some at a time."""
        waiting = list(self._stood)
        for first in range(0, len(waiting), AT_ONCE):
            some = waiting[first : first + AT_ONCE]
            asleep = [match for match in some if match in self._stood and match not in self._waking]
            if not asleep:
                continue
            taken = asyncio.create_task(self._owning.take_all(asleep))
            # now: whoever comes for one of them must not claim it again
            wakings = {match: self._start_waking(match, taken) for match in asleep}
            await asyncio.wait(wakings.values())
            for match, waking in wakings.items():
                if not waking.cancelled() and (error := waking.exception()) is not None:
                    _note_asleep(match, error)

    async def _wake_quietly(self, match: str) -> None:
        if match in self._broken:
            return
        try:
            await self.of(match)
        except LudotecaError as error:
            _note_asleep(match, error)

    async def start_over(self, since: float) -> None:
        """Let every table go, for all data was replaced; the time since then counts for nobody."""
        house = self._house
        await asyncio.gather(*(keeper.stop() for keeper in list(self._keepers.values())))
        self._keepers.clear()
        self._broken.clear()
        rows = await house.store.list_tables(statuses=LIVE, limit=1_000_000)
        self._stood = {row.match: since for row in rows if row.summary.wake_at is not None}
        house.run(self._wake_all())

    # Trouble

    @property
    def is_down(self) -> bool:
        """Say whether something could not be saved, and it is not yet known to be over."""
        return self._down_since is not None

    def store_failed(self, error: StoreAway) -> None:
        """Note that nothing can be saved, and why: all clocks stand still until it can."""
        if self._down_since is None:
            self._down_since = self._house.clock()
            log.error("store_away", error=error.message)
            for keeper in list(self._keepers.values()):
                keeper.fail(self._down_since)
            self._house.run(self._probe())

    async def _probe(self) -> None:
        told = ""
        while True:
            await asyncio.sleep(PROBE_EVERY)
            try:
                await self._beat()
            except StoreAway:
                continue
            except StoreBroken as error:
                self._house.broken(error)
                return
            except Exception as error:  # whatever it was, it is not over yet
                if told != str(error):
                    log.error("probe_failed", exc_info=error)
                told = str(error)
                continue
            break
        self._down_since = None
        log.info("store_back")
        for keeper in list(self._keepers.values()):
            keeper.recover()

    # Waking

    async def of(self, match: str) -> Keeper:
        """Give the keeper of a table; wake it if need be."""
        keeper = self._keepers.get(match)
        if keeper is not None:
            return keeper
        waking = self._waking.get(match)
        return await asyncio.shield(waking or self._start_waking(match))

    def _start_waking(self, match: str, taken: Taken | None = None) -> asyncio.Task[Keeper]:
        """Begin to wake a table, perhaps as one of many."""
        waking = asyncio.create_task(self._wake(match, taken))
        self._waking[match] = waking
        waking.add_done_callback(lambda _: self._waking.pop(match, None))
        return waking

    async def _wake(self, match: str, taken: Taken | None) -> Keeper:
        house = self._house
        if match in self._broken:
            raise Refusal("set_aside")
        since = self._stood.get(match) or await self._owning.stood_since(match)
        found = None if taken is None else (await taken).get(match)
        if found is None:
            epoch = await self._owning.claim(match)
            found = epoch, await house.store.read_log(match)
        epoch, entries = found
        self._stood.pop(match, None)
        try:
            events = events_of(entries)
            table = fold(events)
        except Exception as error:  # whatever is wrong with it: this table alone is set aside
            self._broken.add(match)
            house.metrics.set_aside.inc()
            house.hall.forget(match)
            log.error("table_set_aside", match=match, exc_info=error)
            raise Refusal("set_aside") from None
        house.hall.note(hall_table(table))  # it may have been set aside before
        keeper = self._start(table, len(entries), epoch)
        if table.setting.spectator_delay and table.status != "open":
            keeper.audience.lag(events, house.clock())
        keeper.begin(since)
        if table.rematch_due:
            house.run(self.rematches.open(table))
        return keeper

    def _start(self, table: Table, last: int, epoch: int) -> Keeper:
        keeper = Keeper(self._house, table, last, epoch)
        self._keepers[table.match] = keeper
        if self._down_since is not None:
            keeper.fail(self._down_since)
        return keeper

    def is_set_aside(self, match: str) -> bool:
        """Say whether a table is left alone because its log can't be read."""
        return match in self._broken

    def try_again(self, match: str) -> None:
        """Let a table that was set aside be read again when somebody asks for it."""
        self._broken.discard(match)

    def forget(self, keeper: Keeper) -> None:
        """Let go of a keeper that has let go of its table."""
        if self._keepers.get(keeper.match) is keeper:
            del self._keepers[keeper.match]

    # What sockets ask

    async def give(self, connection: Connection, message: AtTable) -> None:
        """Hand a message to the keeper of its table, wherever that is."""
        here = self._keepers.get(message.match)
        if here is not None and here.give(connection, message):
            return
        if await self._house.couriers.carry(connection, message.match, message):
            return
        try:
            async with asyncio.timeout(self._house.settings.lease + OWNER_GRACE):
                while not await self._give(connection, message):
                    await asyncio.sleep(RETRY_EVERY)
        except TimeoutError:
            raise Refusal("busy", message.match) from None

    async def _give(self, connection: Connection, message: AtTable) -> bool:
        """Hand a message over; False if its table was just let go, or its owner may be dead."""
        try:
            return (await self.of(message.match)).give(connection, message)
        except Elsewhere as there:
            couriers = self._house.couriers
            return await couriers.carry_to(connection, message.match, message, there.owner)

    async def wait_for(self, match: str) -> None:
        """Wait until a table of ours has done all that it was given, or was let go."""
        keeper = self._keepers.get(match)
        if keeper is not None:
            with suppress(StaleOwner, TimeoutError):
                await keeper.ask(partial(asyncio.sleep, 0))

    def leave(self, connection: Connection) -> None:
        """Let a connection leave every table it is at."""
        for match in list(connection.tables):
            keeper = self._keepers.get(match)
            if keeper is not None:
                keeper.leave(connection)

    async def open_table(
        self,
        connection: Connection,
        request: int,
        setting: TableSetting,
        played_on: tuple[str, int] | None = None,
    ) -> None:
        """Open a table for somebody, who sits down at it."""
        house, visit = self._house, connection.visit
        who = Who(
            visitor=visit.id,
            name=visit.visitor.name,
            language=connection.language,
            account=visit.visitor.kind != "guest",
            rating=connection.ratings.get((setting.game, setting.seats)),
        )
        match, seed, now = new_match(), secrets.token_bytes(SEED_BYTES), house.clock()
        new = (who, seed, now, house.for_tables)

        def play_on(text: str, ply: int) -> tuple[Opened, Table]:
            opened = open_played_on(match, setting, read(text.encode()), ply, *new)
            return opened, apply(None, opened)

        if played_on is None:
            await self.open_new(open_table(match, setting, *new))
        else:
            await self.open_new(*await house.run_aside(partial(play_on, *played_on)))
        connection.tell(OpenedAnswer(request=request, match=match))

    async def open_new(self, opened: Opened, table: Table | None = None) -> Keeper:
        """Keep a new table."""
        house, table = self._house, table or apply(None, opened)
        entries = entries_of([opened], 0)
        epoch = await house.store.open_table(
            table.match,
            house.process,
            opened.at,
            entries,
            summary_of(table, None),
            players_of(table),
        )
        house.hall.note(hall_table(table))
        await house.bus.say(LOBBY, 0)
        return self._start(table, len(entries), epoch)

    async def sit_down(self, connection: Connection, request: int, match: str) -> bool:
        """Let somebody sit down at a table, if that still can be."""
        keeper = await self.of(match)
        seated = await keeper.seat(connection, request)
        if seated:
            connection.tell(OpenedAnswer(request=request, match=match))
        return seated
