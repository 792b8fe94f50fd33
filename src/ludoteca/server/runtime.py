"""One running server: everything it consists of, opened and closed together."""

import asyncio
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from ludoteca.core.errors import LudotecaError, StoreAway, StoreBroken
from ludoteca.protocol.from_client import AskHint, Invite
from ludoteca.server.accounts.accounts import DAY, Accounts
from ludoteca.server.accounts.passwords import Passwords
from ludoteca.server.accounts.second_factor import SecondFactors
from ludoteca.server.admin.service import AdminService
from ludoteca.server.background import Background
from ludoteca.server.bus.port import LOBBY, RESTORED, USER, Bus
from ludoteca.server.lobby.invitations import Invitations
from ludoteca.server.lobby.lobby import Lobby
from ludoteca.server.lobby.seat_limit import SeatLimit
from ludoteca.server.lobby.seat_lock import SeatLock
from ludoteca.server.logs import log
from ludoteca.server.memory import clean_up
from ludoteca.server.metrics import Metrics
from ludoteca.server.notices.notices import Notices
from ludoteca.server.settings import Settings
from ludoteca.server.store import Store
from ludoteca.server.tables.after_commit import AfterCommit
from ludoteca.server.tables.analyses import Analyses
from ludoteca.server.tables.archive import Archive
from ludoteca.server.tables.bot_pool import BotPool, rated_as, server_bot
from ludoteca.server.tables.glances import Glances
from ludoteca.server.tables.hints import Hints
from ludoteca.server.tables.ownership import Ownership
from ludoteca.server.tables.process_proof import ProcessProof
from ludoteca.server.tables.proxy import TableProxies
from ludoteca.server.tables.registry import ActorParts, TableRegistry
from ludoteca.server.tables.rematches import Rematches
from ludoteca.server.tables.results import Results
from ludoteca.server.tables.stall import StallDetector, watch_lag
from ludoteca.server.tables.turn_notices import TurnNotices
from ludoteca.server.tables.uploads import Uploads
from ludoteca.server.tables.webhook import Webhook
from ludoteca.server.transport.address import inner_address
from ludoteca.server.transport.dispatcher import Dispatcher
from ludoteca.server.transport.hub import BANNED, SESSION_UNKNOWN, Hub
from ludoteca.server.transport.limits import RateLimits
from ludoteca.server.transport.presence import Presence
from ludoteca.table import TablePolicy

RESTARTING = 1012
SWEEP_EVERY = 3600.0
GUESTS_FORGOTTEN = 30 * DAY
"""Guests without seat or session are forgotten after so long."""

HEAL_EVERY = 2.0
"""Seconds between two looks at what other processes did, while no bus tells of it."""

HEAL_AT_ONCE = 50
"""Users told each time what there is for them; the next ones follow the next time."""

UNTOLD = 30.0
"""Seconds before a stop, at least, whose turns are told after it: notices wait in memory."""

LOBBY_PAUSE = 0.1
"""Seconds in which hints about the list of tables are gathered."""


class Runtime:
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
        self.policy = TablePolicy(knows_bot=self._knows_bot)
        self.passwords = passwords or Passwords()
        self.background = Background()
        self.limits = RateLimits(limits, clock)
        self.factors = SecondFactors(store, clock, self.limits.codes)
        self.accounts = Accounts(store, clock, self.passwords, self.factors)
        self.hub = Hub(limits.sockets)
        self.lobby = Lobby(self.hub, lambda match: self.tables.is_set_aside(match))
        self.bot_pool = BotPool(
            settings.bot_threads, settings.bot_seconds, self.metrics, settings.bot_pause
        )
        self.webhook = Webhook(settings.webhook_url, self.metrics)
        self.stalls = StallDetector(clock)
        self._build_tables()
        self.invitations = Invitations(store, self.hub, bus, clock)
        self.invitations.away = self.notices.note
        self.seat_lock = SeatLock(store, self.process, clock, bool(settings.database_url))
        self.dispatcher = Dispatcher(
            store,
            self.tables,
            self.lobby,
            self.hub,
            self.invitations,
            self.archive,
            self.seat_lock,
            SeatLimit(store),
            limits,
            clock,
        )
        hints = Hints(self.bot_pool, self.background.run)
        self.parts.handlers = {AskHint: hints.answer, Invite: self.invitations.answer}
        self.tables.redispatch = self.dispatcher.dispatch
        self.presence = Presence(self.hub, bus, self.background, self.tables, self.proxies)
        self.admin = AdminService(
            store,
            self.tables,
            self.policy,
            self.hub,
            bus,
            clock,
            None if settings.database_url else settings.data,
            self.start_over,
        )
        self.admin_token = ""
        """What opens /api/admin; none: it is closed."""
        self.stop: Callable[[], None] = lambda: None
        """How the process is asked to stop."""
        self.failed: StoreBroken | None = None
        self.stopping = False
        self._lobby_stale = False

    def _build_tables(self) -> None:
        """Put together what runs tables."""
        settings, store, clock = self.settings, self.store, self.clock
        ownership = Ownership(store, self.process, lambda: self.address, settings.lease, clock)
        self.proof = ProcessProof(store, bool(settings.database_url))
        self.proxies = TableProxies(self.proof, self.background)
        self.parts = ActorParts(self.policy, self.bot_pool, self.stalls)
        self.tables = TableRegistry(
            store,
            ownership,
            self.parts,
            self.lobby,
            self.bus,
            self.metrics,
            self.background,
            self.proxies,
        )
        name_bot = partial(rated_as, longest=settings.bot_seconds)
        self.results = Results(store, clock, self.background.in_thread, name_bot)
        self.uploads = Uploads(store, self.results, self.background, self.process, clock)
        self.archive = Archive(store, self.results, clock, self.tables.store_failed)
        self.glances = Glances(store, self.tables)
        self.rematches = Rematches(store, self.tables, self.policy, clock)
        self.analyses = Analyses(
            store, self.archive, self.bot_pool, self.background, clock, settings.analysis
        )
        self.turn_notices = TurnNotices(
            store,
            self.hub,
            self.bus,
            self.tables,
            self.background,
            self.webhook,
            self.link_to,
        )
        self.notices = Notices(
            settings,
            store,
            self.hub,
            self.bus,
            self.background,
            self.metrics,
            clock,
            self.link_to_path,
            self.turn_notices.is_turn,
        )
        self.turn_notices.away = self.notices.note
        self.parts.after_commit = AfterCommit(
            self.background.run,
            self.metrics,
            self.archive,
            self.rematches,
            self.turn_notices,
            self.lobby,
            self.bus,
            self.notices,
        )
        self.tables.broken = self.broken
        self.tables.rematch_due = self.rematches.open

    # Opening and closing

    async def open(self) -> None:
        """Begin to work: the store is there, nobody has come yet."""
        self.webhook.start()
        self.notices.start()
        untold = await self._untold_turns()  # before tables are woken, which changes them
        await self.tables.open()
        self.background.run(self._recall(untold))
        self.background.run(self.archive.keep_left())
        await self.lobby.restore(self.store, self.clock())
        await self.bus.follow(LOBBY)
        self.background.run(self._care())
        self.background.run(self.stalls.run())
        self.background.run(watch_lag(self.metrics.loop_lag.observe))
        if self.settings.database_url:
            self.background.run(self._heal())

    async def _untold_turns(self) -> list[str]:
        """List the matches with turns that nobody may have been told of before the stop."""
        now, known = self.clock(), await self.store.owners.list_processes(0.0)
        gone = [one.seen_at for one in known if one.name == self.process or one.until <= now]
        if not gone:
            return []
        pause = max(self.settings.notice_pause, UNTOLD)
        return await self.turn_notices.changed_since(max(gone) - pause)

    async def _recall(self, matches: list[str]) -> None:
        with suppress(StoreAway):
            await self.turn_notices.recall(matches)

    async def drain(self) -> None:
        """Hand all tables on to other processes, just before everybody is told to come again."""
        await self.tables.drain()

    async def close(self) -> None:
        """Stop: everything that was acknowledged is kept, everybody is told to come again."""
        self.stopping = True
        self.hub.close_all(RESTARTING)
        await self.background.cancel()
        await self.proxies.close()
        await self.tables.close()
        await self.bot_pool.close()
        await self.webhook.close()
        self.passwords.close()
        self.background.close()
        await self.bus.close()
        await self.store.close()

    def broken(self, error: StoreBroken) -> None:
        """Stop at once: after a failed sync nothing that is written can be trusted."""
        log.critical("store_broken", error=error.message)
        self.failed = error
        if not self.stopping:
            self.stopping = True
            self.stop()

    async def _care(self) -> None:
        """Forget what expired, and free memory, now and then."""
        while True:
            now = self.clock()
            try:
                await self.store.users.sweep(now, now - GUESTS_FORGOTTEN)
            except StoreAway:
                pass
            except Exception as error:  # whatever it was, the next time may do better
                log.error("sweep_failed", exc_info=error)
            await asyncio.sleep(SWEEP_EVERY)
            if not len(self.hub):
                clean_up()  # nobody is there who would have to wait

    async def _heal(self) -> None:
        """Ask the store, while no bus says what other processes do."""
        while True:
            await asyncio.sleep(HEAL_EVERY)
            if self.settings.redis_url and self.bus.is_up:
                continue
            try:
                if await self._is_one_of_several():
                    await self._refresh_lobby()
                    await self._end_gone()
                    for user in self.hub.next_users(HEAL_AT_ONCE):
                        await self._look_at(user)
            except StoreAway:
                continue
            except Exception as error:  # whatever it was, the next look may do better
                log.error("heal_failed", exc_info=error)

    async def _is_one_of_several(self) -> bool:
        known = await self.store.owners.list_processes(self.clock())
        return any(one.name != self.process for one in known)

    # What the parts ask of each other

    def heard(self, topic: str, number: int) -> None:
        """Hear from another process: the list of tables has changed, or a user."""
        if self.stopping:
            return
        if topic == LOBBY and number == RESTORED:
            self.background.run(self.start_over())
        elif topic == LOBBY and not self._lobby_stale:
            self._lobby_stale = True
            self.background.run(self._refresh_lobby(LOBBY_PAUSE))
        elif topic.startswith(USER):
            self.background.run(self._look_at(topic.removeprefix(USER)))

    async def _look_at(self, user: str) -> None:
        """See whether a user's sockets are still good, and what there is to tell them."""
        for connection in self.hub.of_user(user):
            with suppress(StoreAway):
                known = await self.accounts.who(connection.token)
                if known is None:
                    found = await self.store.users.find_user(user)
                    banned = found is not None and found.banned
                    connection.close(BANNED if banned else SESSION_UNKNOWN)
                elif known.user.name != connection.identity.user.name:
                    connection.close(RESTARTING)
                elif connection.greeted and not connection.passed_on:
                    await self.invitations.tell(connection)
                    await self.turn_notices.look(connection)

    async def _end_gone(self) -> None:
        """Close the sockets of sessions that have ended elsewhere; all are asked about at once."""
        here = {connection.identity.digest: connection.identity.id for connection in self.hub}
        good = await self.store.users.good_digests(list(here), self.clock())
        for user in {here[digest] for digest in here.keys() - good}:
            await self._look_at(user)

    async def start_over(self) -> None:
        """Go on from what a backup knows: everyone reconnects, to tables that are read again."""
        self.proof.forget()
        await self.tables.start_over(await self.store.tables.latest_change())
        self.hub.close_all(RESTARTING)
        await self._refresh_lobby()

    async def _refresh_lobby(self, pause: float = 0.0) -> None:
        """Read the list of tables; after a pause, so that many hints cost one look."""
        await asyncio.sleep(pause)
        self._lobby_stale = False
        with suppress(StoreAway):
            await self.lobby.refresh(self.store)

    def _knows_bot(self, name: str) -> bool:
        try:
            server_bot(name, self.settings.bot_seconds)
        except LudotecaError:
            return False
        return True

    @property
    def address(self) -> str:
        """Where other processes reach this one."""
        return inner_address(self.settings, self.port)

    def link_to(self, match: str) -> str:
        """Return the address of a table for people."""
        return self.link_to_path(f"/t/{match}")

    def link_to_path(self, path: str) -> str:
        """Return the address of a path for people."""
        base = self.settings.public_url.rstrip("/") or f"http://{socket.gethostname()}:{self.port}"
        return base + path


def process_name(settings: Settings) -> str:
    """Name this process: the same after a restart, so that it gets its tables back at once.

    The embedded database serves one process only, so its name need not tell it from others.
    """
    if not settings.database_url:
        return "alone"
    return f"{socket.gethostname()}:{settings.port}"
