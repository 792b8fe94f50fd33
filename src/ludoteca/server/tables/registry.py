"""The loaded tables of this process, each with one actor, found by match id."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ludoteca.core.errors import (
    LudotecaError,
    NumberTaken,
    StaleOwner,
    StoreAway,
    StoreBroken,
)
from ludoteca.core.shuffle import SEED_BYTES
from ludoteca.protocol.common import TableSetting, new_match_id
from ludoteca.protocol.from_client import AtTable, QuickMatch
from ludoteca.protocol.to_client import Opened
from ludoteca.record.read import read
from ludoteca.server.background import Background
from ludoteca.server.bus.port import LOBBY, Bus
from ludoteca.server.lobby.lobby import Lobby
from ludoteca.server.logs import log
from ludoteca.server.metrics import Metrics
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.tables.event_log import (
    BEGINNING,
    LogReading,
    StoredEventLog,
    check_chain,
    entries_of,
    lobby_table,
    players_of,
    read_delayed,
    summary_of,
)
from ludoteca.server.tables.ownership import LIVE, RETRY_EVERY, ClaimedLog, Ownership
from ludoteca.server.tables.proxy import OwnedElsewhere, TableProxies
from ludoteca.server.tables.stall import SET_BACK
from ludoteca.server.transport.connection import Connection
from ludoteca.table import (
    Actor,
    BotChooser,
    Clock,
    Decision,
    MessageBatch,
    Table,
    TablePolicy,
    Who,
    apply,
    next_wake,
    open_played_on,
    open_table,
)
from ludoteca.table.actor import do_nothing
from ludoteca.table.delayed_view import DelayedView
from ludoteca.table.events import TableOpened

AT_ONCE = 20
"""Batch size when reloading tables at startup."""

MOST_IDLE = 1200
"""Tables without anybody at them that are loaded at once at startup: each takes memory until it is
unloaded again. People who come to a table that waits load it themselves."""

Taken = asyncio.Task[dict[str, ClaimedLog]]
"""Tables that were claimed and read together."""

SOON = 3600.0
"""Seconds before a deadline; a table that sleeps longer may be woken later, if clocks change."""

LOOK_EVERY = 1.0
"""Seconds between two looks for tables whose time has come."""

OWNER_GRACE = 5.0
"""Seconds beyond the lease of an owner that can't be reached until we give up."""

PROBE_EVERY = 0.5
"""Seconds between two tries to save something while that is not possible."""

FLAPPING, MOST_PAUSE = 30.0, 16.0
"""Seconds after a recovery within which the pause doubles, and its maximum."""


def _note_asleep(match: str, error: BaseException) -> None:
    """Note that a table could not be woken."""
    if isinstance(error, OwnedElsewhere):
        return  # another process was quicker
    if isinstance(error, LudotecaError):
        log.warning("not_woken", match=match, error=error.code)
    else:
        log.error("not_woken", match=match, exc_info=error)


@dataclass
class ActorParts:
    """What every actor of this process gets."""

    policy: TablePolicy
    bots: BotChooser
    clock: Clock
    handlers: Mapping[type[AtTable], Callable[..., Awaitable[None]]] = field(default_factory=dict)
    after_commit: Callable[[Actor, Table, Decision], Awaitable[None]] = do_nothing


class TableRegistry:
    """Gives every loaded table its one actor."""

    def __init__(
        self,
        store: Store,
        ownership: Ownership,
        parts: ActorParts,
        lobby: Lobby,
        bus: Bus,
        metrics: Metrics,
        background: Background,
        proxies: TableProxies,
    ) -> None:
        self._store, self._ownership, self._parts = store, ownership, parts
        self._lobby, self._bus, self._metrics = lobby, bus, metrics
        self._background, self.proxies = background, proxies
        self.redispatch: Callable[[Any, AtTable], Coroutine[Any, Any, None]] | None = None
        """Sends a message on its way again, when its table was unloaded here."""
        self.broken: Callable[[StoreBroken], None] = lambda error: None
        """Called when nothing that is written can be trusted any more."""
        self.rematch_due: Callable[[Table], Coroutine[Any, Any, None]] | None = None
        """Opens the rematch that a loaded table waits for."""
        self._actors: dict[str, Actor] = {}
        self._logs: dict[str, StoredEventLog] = {}
        self._waking: dict[str, asyncio.Task[Actor]] = {}
        self._broken: set[str] = set()
        self._stood: dict[str, float] = {}
        """Tables to be told that no server ran, and since when."""
        self._stall_known = (0.0, 0.0)
        """The last stall that tables were told of."""
        self._draining = False
        """Whether all tables were handed on, because the process stops."""
        self._down_since: float | None = None
        self._back_at, self._probe_pause = float("-inf"), PROBE_EVERY

    def __len__(self) -> int:
        """Count the tables that are awake."""
        return len(self._actors)

    def __contains__(self, match: str) -> bool:
        """Return whether a table is awake here."""
        return match in self._actors

    # The day of a server

    async def open(self) -> None:
        """Take over what the last run of this server left."""
        self._stood = await self._ownership.stood()
        await self._store.owners.leave(self._ownership.process)
        await self._beat()
        self._background.run(self._wake_all())
        self._background.run(self._care())

    async def drain(self) -> None:
        """Let every table go, so that other processes can take them at once.

        What is asked from now on is not answered here: the connections are about to close, and
        clients ask again elsewhere.
        """
        self._draining = True
        await self.close()

    async def close(self) -> None:
        """Let every table go; what was acknowledged is saved already."""
        await asyncio.gather(*(actor.stop() for actor in list(self._actors.values())))
        self._actors.clear()
        self._logs.clear()
        for waking in list(self._waking.values()):
            waking.cancel()
        try:
            await self._store.owners.beat(self._ownership.process, "", self._parts.clock.now(), 0.0)
        except LudotecaError as error:
            log.warning("no_goodbye", error=error.code)

    async def _beat(self) -> None:
        """Renew the lease; if it had ended, others may have taken tables from us."""
        if not await self._ownership.beat():
            log.warning("lease_ended")
            for actor in list(self._actors.values()):
                actor.do(partial(self._ownership.doubt, actor.match, self._logs[actor.match].epoch))

    async def _care(self) -> None:
        """Renew the lease, and wake tables whose time has come."""
        while not self._draining:
            await asyncio.sleep(LOOK_EVERY)
            if self._draining:
                return
            try:
                if self._ownership.is_beat_due:
                    await self._beat()
                for row in await self._store.tables.due_tables(self._due_until()):
                    await self._wake_quietly(row.match)
            except StoreAway as error:
                self.store_failed(error)
            except StoreBroken as error:
                self.broken(error)
            except Exception as error:  # whatever it was, the next look may do better
                log.error("care_failed", exc_info=error)

    def _due_until(self) -> float:
        """Return until when tables are due: now; once later, if the clock was set back.

        Those that slept through it are woken, and note when they are to be woken by this clock.
        """
        now, stall = self._parts.clock.now(), self._parts.clock.last_stall()
        if stall == self._stall_known:
            return now
        self._stall_known = stall
        since, until = stall
        return now + since - until + SOON if since > until else now

    async def _wake_all(self) -> None:
        """Wake the tables that were live when the server stopped, some at a time."""
        waiting = list(self._stood)
        for first in range(0, len(waiting), AT_ONCE):
            some = waiting[first : first + AT_ONCE]
            while self._count_idle() >= MOST_IDLE:
                await asyncio.sleep(RETRY_EVERY)
            asleep = [match for match in some if match in self._stood and match not in self._waking]
            if not asleep:
                continue
            taken = asyncio.create_task(self._ownership.take_all(asleep))
            # now: nobody who comes for one of them may claim it again
            wakings = {match: self._start_waking(match, taken) for match in asleep}
            await asyncio.wait(wakings.values())
            for match, waking in wakings.items():
                if not waking.cancelled() and (error := waking.exception()) is not None:
                    _note_asleep(match, error)

    def _count_idle(self) -> int:
        return sum(not len(actor.subscribers) for actor in self._actors.values())

    async def _wake_quietly(self, match: str) -> None:
        if match in self._broken:
            return
        try:
            await self.of(match)
        except LudotecaError as error:
            _note_asleep(match, error)

    async def start_over(self, since: float) -> None:
        """Let every table go, for all data was replaced; the time since then counts for nobody."""
        await asyncio.gather(*(actor.stop() for actor in list(self._actors.values())))
        self._actors.clear()
        self._logs.clear()
        self._broken.clear()
        rows = await self._store.tables.list_tables(statuses=LIVE, limit=1_000_000)
        self._stood = {row.match: since for row in rows if row.summary.wake_at is not None}
        self._background.run(self._wake_all())

    # Trouble

    @property
    def is_down(self) -> bool:
        """Return whether something could not be saved, and it is not yet known to be over."""
        return self._down_since is not None

    def store_failed(self, error: StoreAway) -> None:
        """Note that nothing can be saved, and why: all clocks stand still until it can."""
        if self._down_since is None:
            self._down_since = self._parts.clock.now()
            self._next_pause()
            log.error("store_away", error=error.message)
            for actor in list(self._actors.values()):
                actor.fail(self._down_since)
            self._background.run(self._probe())

    def _next_pause(self) -> None:
        """Look less often if saving failed again soon: a nearly full disk takes small things."""
        now = asyncio.get_running_loop().time()
        again = now - self._back_at < FLAPPING
        self._probe_pause = min(2 * self._probe_pause, MOST_PAUSE) if again else PROBE_EVERY

    async def _probe(self) -> None:
        told = ""
        while True:
            await asyncio.sleep(self._probe_pause)
            try:
                await self._beat()
            except StoreAway:
                continue
            except StoreBroken as error:
                self.broken(error)
                return
            except Exception as error:  # whatever it was, it is not over yet
                if told != str(error):
                    log.error("probe_failed", exc_info=error)
                told = str(error)
                continue
            break
        self._down_since = None
        self._back_at = asyncio.get_running_loop().time()
        log.info("store_back")
        for actor in list(self._actors.values()):
            actor.recover()

    # Waking

    async def of(self, match: str) -> Actor:
        """Return the actor of a table; wake it if need be."""
        actor = self._actors.get(match)
        if actor is not None:
            return actor
        waking = self._waking.get(match)
        return await asyncio.shield(waking or self._start_waking(match))

    def _start_waking(self, match: str, taken: Taken | None = None) -> asyncio.Task[Actor]:
        """Begin to wake a table, perhaps as one of many."""
        waking = asyncio.create_task(self._wake(match, taken))
        self._waking[match] = waking
        waking.add_done_callback(lambda _: self._waking.pop(match, None))
        return waking

    async def _wake(self, match: str, taken: Taken | None) -> Actor:
        if match in self._broken:
            raise ServerRefusal("set_aside")
        if self._draining:
            raise ServerRefusal("busy", match)
        since = self._stood.get(match) or await self._ownership.stood_since(match)
        found = None if taken is None else (await taken).get(match)
        if found is None:
            found = await self._claim_log(match)
        try:
            reading, delayed = await self._read(match, found)
        except StoreAway:
            raise
        except Exception as error:  # whatever is wrong with it: this table alone is set aside
            self._broken.add(match)
            self._metrics.set_aside.inc()
            self._lobby.forget(match)
            log.error("table_set_aside", match=match, exc_info=error)
            raise ServerRefusal("set_aside") from None
        self._stood.pop(match, None)
        table = reading.table
        self._lobby.note(lobby_table(table))  # it may have been set aside before
        actor = self._start(table, reading.last, found.epoch, reading.chain)
        if delayed is not None:
            actor.subscribers.delay(delayed)
        self._resume(actor, reading.at, since)
        if table.rematch_due and self.rematch_due is not None:
            self._background.run(self.rematch_due(table))
        return actor

    def _resume(self, actor: Actor, last_at: float, since: float | None) -> None:
        """Go on with a table; if the clock was set back since, that is noted at once."""
        if last_at > self._parts.clock.now() + SET_BACK:
            actor.resume(last_at)
            actor.do(partial(actor.commit, lambda table: Decision((), table)))
        else:
            actor.resume(since)

    async def _claim_log(self, match: str) -> ClaimedLog:
        """Claim one table; a match of a device has no log, for it ran nowhere."""
        epoch = await self._ownership.claim(match)
        last = (await self._store.tables.last_numbers([match]))[match]
        if not last:
            raise ServerRefusal("no_such_table")
        return ClaimedLog(epoch, [], last)

    async def _read(self, match: str, found: ClaimedLog) -> tuple[LogReading, DelayedView | None]:
        """Read the log of a table that is ours; others are served between its pages."""
        reading = LogReading()
        reading.take(found.entries)
        if reading.last < found.last:
            async for page in self._store.tables.read_pages(match, reading.last):
                reading.take(page)
        check_chain([], reading.last, reading.chain, ends=found.last)
        table = reading.table
        if not table.setting.spectator_delay or table.status == "open":
            return reading, None
        return reading, await read_delayed(self._store, match, self._parts.clock.now())

    def _start(self, table: Table, last: int, epoch: int, chain: bytes) -> Actor:
        match, parts = table.match, self._parts
        event_log = StoredEventLog(self._store, match, self._ownership.process, last, epoch, chain)
        actor = Actor(
            table,
            parts.policy,
            event_log,
            parts.bots,
            parts.clock,
            parts.after_commit,
            parts.handlers,
            self._unloaded,
            partial(self._report, match),
        )
        self._actors[match], self._logs[match] = actor, event_log
        if self._down_since is not None:
            actor.fail(self._down_since)
        return actor

    def loaded(self, match: str) -> Table | None:
        """Return a table as it is now, if it is loaded here."""
        actor = self._actors.get(match)
        return None if actor is None else actor.table

    def is_set_aside(self, match: str) -> bool:
        """Return whether a table is left alone because its log can't be read."""
        return match in self._broken

    def try_again(self, match: str) -> None:
        """Let a table that was set aside be read again when somebody asks for it."""
        self._broken.discard(match)

    def forget(self, actor: Actor) -> None:
        """Remove an actor that has unloaded its table."""
        if self._actors.get(actor.match) is actor:
            del self._actors[actor.match], self._logs[actor.match]

    def _unloaded(self, actor: Actor, unanswered: list[MessageBatch]) -> None:
        """Remove an actor; its clients' messages are sent on their way again."""
        self.forget(actor)
        for batch in unanswered:
            for message in batch.messages:
                if self.redispatch is not None:
                    self._background.run(self.redispatch(batch.subscriber, message))

    def _report(self, match: str, event: str, error: Exception) -> None:
        """Hear of a fault at a table."""
        if isinstance(error, StoreAway):
            self.store_failed(error)
        elif isinstance(error, StoreBroken):
            self.broken(error)
        elif isinstance(error, StaleOwner | NumberTaken):
            log.warning("table_lost", match=match, error=error.code)
        else:
            log.error(event, match=match, exc_info=error)

    # What sockets ask

    async def give(self, connection: Connection, message: AtTable) -> None:
        """Hand a message to the actor of its table, wherever that is."""
        if self._draining:
            return
        here = self._actors.get(message.match)
        if here is not None and here.give(connection, message):
            return
        if await self.proxies.carry(connection, message.match, message):
            return
        try:
            async with asyncio.timeout(self._ownership.lease + OWNER_GRACE):
                while not await self._give(connection, message):
                    await asyncio.sleep(RETRY_EVERY)
        except TimeoutError:
            raise ServerRefusal("busy", message.match) from None

    async def _give(self, connection: Connection, message: AtTable) -> bool:
        """Hand a message over; False if its table was just let go, or its owner may be dead."""
        try:
            return (await self.of(message.match)).give(connection, message)
        except OwnedElsewhere as there:
            return await self.proxies.carry_to(connection, message.match, message, there.owner)

    async def wait_for(self, match: str) -> None:
        """Wait until a table of ours has done all that it was given, or was let go."""
        actor = self._actors.get(match)
        if actor is not None:
            with suppress(StaleOwner, TimeoutError):
                await actor.ask(partial(asyncio.sleep, 0))

    def leave(self, connection: Connection) -> None:
        """Let a connection leave every table it is at."""
        for match in list(connection.tables):
            actor = self._actors.get(match)
            if actor is not None:
                actor.leave(connection)

    async def open_table(
        self,
        connection: Connection,
        request: int,
        setting: TableSetting,
        played_on: tuple[str, int] | None = None,
        quick: bool = False,
    ) -> None:
        """Open a table for somebody, who sits down at it."""
        identity = connection.identity
        who = Who(
            user=identity.id,
            name=identity.user.name,
            language=connection.language,
            account=identity.user.kind != "guest",
            rating=connection.ratings.get((setting.game, setting.seats)),
            avatar=identity.user.avatar,
        )
        match, seed, now = new_match_id(), secrets.token_bytes(SEED_BYTES), self._parts.clock.now()
        new = (who, seed, now, self._parts.policy)

        def play_on(text: str, ply: int) -> tuple[TableOpened, Table]:
            opened = open_played_on(match, setting, read(text.encode()), ply, *new)
            return opened, apply(None, opened)

        if played_on is None:
            await self.open_new(open_table(match, setting, *new, quick))
        else:
            await self.open_new(*await self._background.in_thread(partial(play_on, *played_on)))
        connection.tell(Opened(request=request, match=match))

    async def open_new(self, opened: TableOpened, table: Table | None = None) -> Actor:
        """Keep a new table."""
        table = table or apply(None, opened)
        entries = entries_of([opened], 0)
        epoch = await self._store.tables.open_table(
            table.match,
            self._ownership.process,
            opened.at,
            entries,
            summary_of(table, next_wake(table)),
            players_of(table),
        )
        self._lobby.note(lobby_table(table))
        await self._bus.say(LOBBY, 0)
        return self._start(table, len(entries), epoch, entries[-1].chain or BEGINNING)

    async def sit_down(self, connection: Connection, message: QuickMatch, match: str) -> bool:
        """Let somebody who looks for any table sit down at one, if that is still possible."""
        actor = await self.of(match)
        seated = await actor.join_quickly(connection, message)
        if seated:
            connection.tell(Opened(request=message.request, match=match))
        return seated
