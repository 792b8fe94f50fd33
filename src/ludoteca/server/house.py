"""One running server: everything it consists of, opened and closed together."""

import asyncio
import socket
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ludoteca.core.errors import LudotecaError, StoreAway, StoreBroken, StoreError
from ludoteca.server.address import allowed_origins, inner_address
from ludoteca.server.analyst import Analyst
from ludoteca.server.bus.port import LOBBY, RESTORED, VISITOR, Bus
from ludoteca.server.clerk import Clerk
from ludoteca.server.connection import Connection
from ludoteca.server.couriers import Couriers
from ludoteca.server.desk import Desk
from ludoteca.server.factors import Factors
from ludoteca.server.hall import Hall
from ludoteca.server.hub import BANNED, SESSION_UNKNOWN, Hub
from ludoteca.server.keeping.keepers import Keepers
from ludoteca.server.keeping.ledger import BOT
from ludoteca.server.keeping.owning import LIVE
from ludoteca.server.keeping.pulse import Pulse
from ludoteca.server.limits import Buckets
from ludoteca.server.logs import log
from ludoteca.server.memory import clean_up
from ludoteca.server.metrics import Metrics
from ludoteca.server.passwords import Passwords
from ludoteca.server.ratings import shown
from ludoteca.server.settings import Settings
from ludoteca.server.sitting import Sitting
from ludoteca.server.store.port import Store
from ludoteca.server.store.values import TableRow
from ludoteca.server.thinkers import Thinkers, house_bot, rated_as
from ludoteca.server.turns import Turns
from ludoteca.server.visitors import DAY, Visit, Visitors
from ludoteca.server.webhook import Webhook
from ludoteca.table import House as TableHouse

RESTARTING = 1012
GONE = 1000
"""The code of a connection that ended from the other side."""
SWEEP_EVERY = 3600.0
GUESTS_FORGOTTEN = 30 * DAY
"""Guests without seat or session are forgotten after so long."""

HEAL_EVERY = 2.0
"""Seconds between two looks at what other processes did, while no bus tells of it."""

HEAL_AT_ONCE = 50
"""So many visitors are told each time what there is for them, the next ones the next time."""

HALL_PAUSE = 0.1
"""Seconds in which hints about the list of tables are gathered."""

PING_TIMEOUT = 3.0
T = TypeVar("T")


class House:
    """The server of one process."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        bus: Bus,
        clock: Callable[[], float] = time.time,
        passwords: Passwords | None = None,
    ) -> None:
        """Put the parts together; nothing runs before `open`."""
        self.settings, self.store, self.bus, self.clock = settings, store, bus, clock
        self.port = settings.port
        limits = settings.limits
        self.metrics = Metrics()
        self.process = settings.process or process_name(settings)
        self.for_tables = TableHouse(knows_bot=self._knows_bot)
        self.passwords = passwords or Passwords()
        wrong_codes = Buckets(limits.codes_an_hour / 3600, limits.code_burst, clock)
        self.factors = Factors(store, clock, wrong_codes)
        self.visitors = Visitors(store, clock, self.passwords, self.factors)
        self.hub = Hub(limits.sockets)
        self.hall = Hall(self.hub, lambda match: self.keepers.is_set_aside(match))
        self.thinkers = Thinkers(settings.bot_threads, settings.bot_seconds, self.metrics)
        self.webhook = Webhook(settings.webhook_url, self.metrics)
        name_bot = partial(rated_as, longest=settings.bot_seconds)
        self.clerk = Clerk(store, clock, self.run_aside, name_bot)
        self.pulse = Pulse(clock)
        self.keepers = Keepers(self)
        self.analyst = Analyst(self)
        self.couriers = Couriers(self)
        self.turns = Turns(self)
        self.sitting = Sitting(self)
        self.desk = Desk(self)
        self.messages = Buckets(limits.messages_a_second, limits.message_burst, clock)
        self.floods = Buckets(limits.floods / 60, limits.floods, clock)
        self.requests = Buckets(limits.requests_a_second, limits.request_burst, clock)
        self.entries = Buckets(limits.guests_a_minute / 60, limits.guest_burst, clock)
        self.log_ins = Buckets(limits.log_ins_a_minute / 60, limits.log_in_burst, clock)
        self.admin_token = ""
        """What opens /api/admin; none: it is closed."""
        self.origins: frozenset[str] = frozenset()
        self.stop: Callable[[], None] = lambda: None
        """How the process is asked to stop."""
        self.failed: StoreBroken | None = None
        self.stopping = False
        self._hall_stale = False
        self._questions = ThreadPoolExecutor(1, thread_name_prefix="questions")
        self._tasks: set[asyncio.Task[None]] = set()

    # Opening and closing

    async def open(self) -> None:
        """Begin to work: the store is there, nobody has come yet."""
        self.origins = allowed_origins(self.settings, self.port)
        self.thinkers.start(self.settings.compile)
        self.webhook.start()
        await self.keepers.open()
        await self.hall.refresh(self.store)
        await self.bus.follow(LOBBY)
        self.run(self._care())
        self.run(self.pulse.run())
        if self.settings.database_url:
            self.run(self._heal())

    async def close(self) -> None:
        """Stop: everything that was acknowledged is kept, everybody is told to come again."""
        self.stopping = True
        self.hub.close_all(RESTARTING)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.couriers.close()
        await self.keepers.close()
        await self.thinkers.close()
        await self.webhook.close()
        self.passwords.close()
        self._questions.shutdown(wait=False, cancel_futures=True)
        await self.bus.close()
        await self.store.close()

    def broken(self, error: StoreBroken) -> None:
        """Stop at once: after a failed sync nothing that is written can be trusted."""
        log.critical("store_broken", error=error.message)
        self.failed = error
        if not self.stopping:
            self.stopping = True
            self.stop()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; a fault in it is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task_failed", exc_info=error)

    async def _care(self) -> None:
        """Forget what expired, and free memory, now and then."""
        while True:
            now = self.clock()
            try:
                await self.store.sweep(now, now - GUESTS_FORGOTTEN)
            except StoreAway:
                pass
            except Exception as error:  # whatever it was, the next time may do better
                log.error("sweep_failed", exc_info=error)
            await asyncio.sleep(SWEEP_EVERY)
            clean_up()

    async def _heal(self) -> None:
        """Ask the store, while no bus says what other processes do."""
        while True:
            await asyncio.sleep(HEAL_EVERY)
            if self.settings.redis_url and self.bus.is_up:
                continue
            try:
                if await self._is_one_of_several():
                    await self._refresh_hall()
                    await self._end_gone()
                    for visitor in self.hub.next_visitors(HEAL_AT_ONCE):
                        await self._look_at(visitor)
            except StoreAway:
                continue
            except Exception as error:  # whatever it was, the next look may do better
                log.error("heal_failed", exc_info=error)

    async def _is_one_of_several(self) -> bool:
        known = await self.store.list_processes(self.clock())
        return any(one.name != self.process for one in known)

    # What the parts ask of each other

    def arrive(self, connection: Connection) -> None:
        """Let a connection in; what changes about its visitor elsewhere is heard of from now on."""
        if not self.hub.of_visitor(connection.visit.id):
            self.run(self.bus.follow(VISITOR + connection.visit.id))
        self.hub.add(connection)

    def leave(self, connection: Connection) -> None:
        """Let a connection go: it hears nothing more, and its seats are shown as away."""
        self.hub.drop(connection)
        if not self.hub.of_visitor(connection.visit.id) and not self.stopping:
            self.run(self.bus.leave(VISITOR + connection.visit.id))
        connection.close(GONE)
        self.keepers.leave(connection)
        self.couriers.leave(connection)

    def heard(self, topic: str, number: int) -> None:
        """Hear from another process: the list of tables has changed, or a visitor."""
        if self.stopping:
            return
        if topic == LOBBY and number == RESTORED:
            self.run(self.start_over())
        elif topic == LOBBY and not self._hall_stale:
            self._hall_stale = True
            self.run(self._refresh_hall(HALL_PAUSE))
        elif topic.startswith(VISITOR):
            self.run(self._look_at(topic.removeprefix(VISITOR)))

    def end_session(self, visit: Visit, digest: bytes, code: int = SESSION_UNKNOWN) -> None:
        """Close the sockets of a session or token that has ended, at every process."""
        self.hub.end_session(digest, code)
        self.run(self.bus.say(VISITOR + visit.id, 0))

    def end_others(self, visit: Visit) -> None:
        """Close the sockets of all other sessions of a visitor, at every process."""
        self.hub.end_visitor(visit.id, but=visit.digest)
        self.run(self.bus.say(VISITOR + visit.id, 0))

    async def _look_at(self, visitor: str) -> None:
        """See whether a visitor's sockets are still good, and what there is to tell him."""
        for connection in self.hub.of_visitor(visitor):
            with suppress(StoreAway):
                known = await self.visitors.who(connection.token)
                if known is None:
                    found = await self.store.find_visitor(visitor)
                    banned = found is not None and found.banned
                    connection.close(BANNED if banned else SESSION_UNKNOWN)
                elif known.visitor.name != connection.visit.visitor.name:
                    connection.close(RESTARTING)
                elif connection.greeted and not connection.passed_on:
                    await self.desk.tell_invitations(connection)
                    await self.turns.look(connection)

    async def _end_gone(self) -> None:
        """Close the sockets of sessions that have ended elsewhere; all are asked about at once."""
        here = {connection.visit.digest: connection.visit.id for connection in self.hub}
        good = await self.store.good_digests(list(here), self.clock())
        for visitor in {here[digest] for digest in here.keys() - good}:
            await self._look_at(visitor)

    async def start_over(self) -> None:
        """Go on from what a backup knows: everybody comes again, to tables that are read anew."""
        await self.keepers.start_over(await self.store.latest_change())
        self.hub.close_all(RESTARTING)
        await self._refresh_hall()

    async def _refresh_hall(self, pause: float = 0.0) -> None:
        """Read the list of tables; after a pause, so that many hints cost one look."""
        await asyncio.sleep(pause)
        self._hall_stale = False
        with suppress(StoreAway):
            await self.hall.refresh(self.store)

    def _knows_bot(self, name: str) -> bool:
        try:
            house_bot(name, self.settings.bot_seconds)
        except LudotecaError:
            return False
        return True

    @property
    def folder_for_copies(self) -> Path | None:
        """Where backups pass through: beside the embedded database; None: wherever is usual."""
        return None if self.settings.database_url else self.settings.data

    @property
    def address(self) -> str:
        """Where other processes reach this one."""
        return inner_address(self.settings, self.port)

    def link_to(self, match: str) -> str:
        """Give the address of a table for people."""
        base = self.settings.public_url.rstrip("/") or f"http://{socket.gethostname()}:{self.port}"
        return f"{base}/t/{match}"

    async def ratings_of(self, visit: Visit) -> dict[tuple[str, int], int]:
        """Give somebody's ratings as shown, by game and number of players."""
        if visit.visitor.kind == "guest":
            return {}
        found = await self.store.ratings_of(visit.id)
        return {(one.game, one.players): shown(one) for one in found}

    async def rows_of(self, visit: Visit) -> list[TableRow]:
        """List the tables at which somebody holds a seat."""
        found: dict[str, TableRow] = {}
        for player in visit.ids:
            for row in await self.store.list_tables(statuses=LIVE, player=player, limit=100):
                found[row.match] = row
        return list(found.values())

    async def name_of(self, player: str) -> tuple[str, bool]:
        """Give the name of a player in the store's words, and whether it is a bot."""
        if player.startswith(BOT):
            return player.removeprefix(BOT), True
        visitor = await self.store.find_visitor(player)
        return ("?", False) if visitor is None else (visitor.name, visitor.kind == "bot")

    async def is_store_up(self) -> bool:
        """Ask whether moves can be saved now."""
        try:
            await asyncio.wait_for(self.store.ping(), PING_TIMEOUT)
        except (StoreError, TimeoutError):
            return False
        return self.store.is_up and not self.keepers.is_down

    async def run_aside(self, work: Callable[[], T]) -> T:
        """Do something long beside the event loop; one after the other, so that all go on."""
        return await asyncio.get_running_loop().run_in_executor(self._questions, work)


def process_name(settings: Settings) -> str:
    """Name this process: the same after a restart, so that it gets its tables back at once.

    The embedded database serves one process only, so its name need not tell it from others.
    """
    if not settings.database_url:
        return "alone"
    return f"{socket.gethostname()}:{settings.port}"
