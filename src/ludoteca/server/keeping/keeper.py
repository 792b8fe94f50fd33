"""The keeper of one table: its only writer, who decides, saves, applies, answers and tells."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from ludoteca.core.errors import MoveKnown, NumberTaken, StaleOwner, StoreAway, StoreBroken
from ludoteca.protocol.from_client import AtTable, TakeSeat
from ludoteca.protocol.to_client import Outage, Refused, Resync
from ludoteca.server.connection import Connection
from ludoteca.server.keeping.aftermath import Aftermath
from ludoteca.server.keeping.audience import Audience
from ludoteca.server.keeping.errand import Errand
from ludoteca.server.keeping.hearing import Hearing, Said
from ludoteca.server.keeping.ledger import Ledger
from ludoteca.server.keeping.minds import Minds
from ludoteca.server.logs import log
from ludoteca.table import (
    Decision,
    Table,
    after_outage,
    after_restart,
    apply,
    decide,
    dropped,
    next_wake,
    tick,
)

if TYPE_CHECKING:
    from ludoteca.server.house import House

LINGER = 1.0
"""A keeper whom nobody needs waits so many seconds before it lets the table sleep."""

BEGIN_BEFORE = 5.0
"""At a table that was woken nobody is away before so many seconds: they may be on their way."""

SLEEP_BEFORE = 60.0
"""A table nobody is at sleeps if nothing happens within so many seconds."""

PATIENCE = 10.0
"""Seconds that somebody waits for what he has asked of a keeper."""

T = TypeVar("T")
Work = Callable[[], Awaitable[None]]


class Keeper:
    """Does one thing after the other; nobody else writes to this table."""

    def __init__(self, house: "House", table: Table, last: int, epoch: int) -> None:
        """Take a table with the number of its last entry and the epoch of our claim."""
        self._house = house
        self.table, self.match = table, table.match
        self._ledger = Ledger(house.store, table.match, last, epoch)
        self.audience = Audience(table.match)
        self.minds = Minds(house, self)
        self.aftermath = Aftermath(house, self)
        self._hearing = Hearing(house, self)
        self._inbox: asyncio.Queue[Said | Work] = asyncio.Queue()
        self._last_said: Said | None = None
        """What came in last, as long as it waits and nothing came after it."""
        self._waits = False
        """Whether it has nothing to do."""
        self._down_since: float | None = None
        self._gone = False
        self._beginning: Callable[[str | None], Decision] | None = None
        """What must happen first at a table that was just woken: no deadline counts before."""
        self._rests = False
        """Whether nobody was here, and nothing was asked, for a while."""
        self._minded = house.clock()
        """Until when it is known whether the process stood still."""
        self._task = asyncio.create_task(self._run())

    # What others ask of it

    def give(self, connection: Connection, message: AtTable) -> bool:
        """Take a client's message, to be answered in its turn; False if the table was let go."""
        if self._gone:
            return False
        if self._is_free and self._hearing.answer_at_once(connection, message):
            return True
        connection.pending += 1
        if self._last_said is None or not self._last_said.takes(connection, message):
            said = Said(connection, message)
            self._inbox.put_nowait(said)
            self._last_said = said
        return True

    async def seat(self, connection: Connection, request: int) -> bool:
        """Let somebody sit down who looks for any table; False if that can't be any more."""
        message = TakeSeat(request=request, match=self.match)

        async def work() -> bool:
            house, who, before = self._house, self.audience.who(connection, self.table), self.table
            decision = await self.resolve(
                lambda: decide(self.table, who, message, house.clock(), house.for_tables)
            )
            await self.announce(before, decision)
            return not isinstance(decision.answer, Refused)

        return await self.ask(work)

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in its turn, and wait for it; raises `StaleOwner` if the table is let go."""
        if self._gone:
            raise StaleOwner("The table was let go.")
        errand = Errand(work)
        self.do(errand)
        async with asyncio.timeout(PATIENCE):
            return await errand.done

    def leave(self, connection: Connection) -> None:
        """Note that a connection is gone; the late end of an older one changes nothing."""
        viewer = self.audience.drop(connection)
        if viewer is not None and not self.audience.has(viewer.visitor):
            self.do(lambda: self._drop(viewer.visitor))

    def do(self, work: Work) -> None:
        """Do something in its turn."""
        self._last_said = None
        self._inbox.put_nowait(work)

    def begin(self, since: float | None) -> None:
        """Go on with a table that was asleep, or that nobody kept since then: nobody is here.

        That is saved with what happens next: mostly with what the first one does who comes back.
        """
        house = self._house

        def make(comes: str | None) -> Decision:
            now = house.clock()
            return after_restart(self.table, since or now, now, house.for_tables, comes)

        self._beginning = make

    @property
    def _is_free(self) -> bool:
        """Whether nothing is under way, and nothing must happen first."""
        return self._waits and self._inbox.empty() and self._beginning is None

    @property
    def is_down(self) -> bool:
        """Whether nothing can be saved now."""
        return self._down_since is not None

    @property
    def epoch(self) -> int:
        """The epoch of our claim."""
        return self._ledger.epoch

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self._ledger.last

    async def stop(self) -> None:
        """Let go of the table at once."""
        self._gone = True
        self.minds.stop()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        while not self._inbox.empty():
            _drop(self._inbox.get_nowait())

    # Its day

    async def _run(self) -> None:
        while not self._gone:
            try:
                await self._next()
            except (StaleOwner, NumberTaken) as error:
                log.warning("table_lost", match=self.match, error=error.code)
                self._let_go()
            except StoreAway as error:
                self._house.keepers.store_failed(error)
            except StoreBroken as error:
                self._house.broken(error)
                return
            except Exception as error:  # one table must not take others along
                log.error("table_fault", match=self.match, exc_info=error)
            if self._may_sleep():
                await self._sleep()

    async def _next(self) -> None:
        """Do what comes next: what somebody asked, or what time brings."""
        wake, lingering = self._wake_at(), not len(self.audience)
        timeout = None if wake is None else max(0.0, wake - self._house.clock())
        if lingering:
            longest = LINGER if self._beginning is None else BEGIN_BEFORE
            timeout = longest if timeout is None else min(longest, timeout)
        try:
            async with asyncio.timeout(timeout):
                item = await self._take()
        except TimeoutError:
            self._rests = lingering
            await self._mind()
            await self._tick()
        else:
            self._rests = False
            await self._mind()
            if isinstance(item, Said):
                await self._hearing.hear(item)
            else:
                await item()
        await self._look()

    async def _take(self) -> Said | Work:
        self._waits = True
        try:
            item = await self._inbox.get()
        finally:
            self._waits = False
        if item is self._last_said:
            self._last_said = None
        return item

    async def _mind(self) -> None:
        """Take a time in which the whole process stood still out of all clocks, before all else."""
        pulse, house = self._house.pulse, self._house.for_tables
        pulse.beat()
        since, until = pulse.stood
        if until <= self._minded:
            return
        self._minded = until
        has_deadlines = next_wake(self.table) is not None
        if has_deadlines and self._down_since is None and self._beginning is None:
            await self.settle(lambda: after_outage(self.table, since, until, house))

    async def _look(self) -> None:
        """See whether a bot is to move."""
        if self._down_since is None and self._beginning is None:
            self.minds.look()

    # Saving

    async def resolve(self, make: Callable[[], Decision], comes: str | None = None) -> Decision:
        """Decide and save; only then is the table what the decision makes of it.

        `comes` is the visitor who comes to the table by it, if one does.
        """
        decision = self._make(make, comes)
        try:
            await self._save(decision)
        except (MoveKnown, NumberTaken):  # an append whose answer was lost had been saved
            await self._read_on()
            decision = self._make(make, comes)
            await self._save(decision)
        self.table, self._beginning = decision.after, None
        return decision

    def _make(self, make: Callable[[], Decision], comes: str | None) -> Decision:
        """Decide, after what must happen first at a table that was just woken."""
        if self._beginning is None:
            return make()
        before, first = self.table, self._beginning(comes)
        self.table = first.after
        try:
            then = make()
        finally:
            self.table = before
        return Decision((*first.events, *then.events), then.after, then.answer, then.viewer)

    async def _save(self, decision: Decision) -> None:
        if not decision.kept:
            return
        if self._down_since is not None:
            raise StoreAway("the database is away")
        await self._ledger.save(self.table, decision, self._wake_of(decision.after))

    async def _read_on(self) -> None:
        """Take over what the log has beyond what we know."""
        before, events = self.table, await self._ledger.read_on()
        for event in events:
            self.table = apply(self.table, event)
        if events:
            self._beginning = None  # it was saved before all else
            await self.announce(before, Decision(tuple(events), self.table))

    async def announce(
        self, before: Table, decision: Decision, but: Connection | None = None
    ) -> None:
        """After the commit, never before: tell everybody but one, and see what follows."""
        if decision.events:
            self.audience.tell(before, self.table, decision.events, self._house.clock(), but)
            await self.aftermath.follow(before, decision)

    async def settle(self, make: Callable[[], Decision]) -> None:
        """Let something happen that nobody asked for."""
        before = self.table
        decision = await self.resolve(make)
        await self.announce(before, decision)

    # Time

    def _wake_at(self) -> float | None:
        if self._down_since is not None or self._beginning is not None:
            return None
        moments = [next_wake(self.table), self.audience.next_late]
        return min((moment for moment in moments if moment is not None), default=None)

    def _wake_of(self, table: Table) -> float | None:
        """Say when a table that nobody looks after must be woken."""
        if self.minds.is_due(table):
            return self._house.clock()
        return next_wake(table)

    async def _tick(self) -> None:
        house = self._house
        self.audience.tell_late(house.clock())
        await self.settle(lambda: tick(self.table, house.clock(), house.for_tables))

    async def _drop(self, visitor: str) -> None:
        house = self._house
        if not self.audience.has(visitor):
            await self.settle(lambda: dropped(self.table, visitor, house.clock(), house.for_tables))

    # Trouble

    def fail(self, since: float) -> None:
        """Note that nothing can be saved any more: clocks stand still from then on."""

        async def go_down() -> None:
            if self._down_since is None:
                self._down_since = since
                for connection, _ in self.audience.connections():
                    self.audience.tell_outage(connection)

        self.do(go_down)

    def recover(self) -> None:
        """Note that things can be saved again: the time between counts for nobody."""

        async def come_up() -> None:
            since = self._down_since
            if since is None:
                return
            await self._read_on()
            self._down_since = None
            now, house = self._house.clock(), self._house.for_tables
            try:
                await self.settle(lambda: after_outage(self.table, since, now, house))
            except StoreAway:  # a full disk takes small things only: it is not over yet
                self._down_since = since
                raise
            self.audience.tell_all(Outage(match=self.match, up=True))

        self.do(come_up)

    # Sleeping

    def _may_sleep(self) -> bool:
        if self._gone or not self._rests or len(self.audience) or not self._inbox.empty():
            return False
        if self.minds.is_busy or self._down_since is not None:
            return False
        wake = self._wake_at()
        return wake is None or wake > self._house.clock() + SLEEP_BEFORE

    async def _sleep(self) -> None:
        self._let_go()
        try:
            await self._house.store.release(self.match, self._house.process, self.epoch)
        except StoreAway as error:
            self._house.keepers.store_failed(error)

    def _let_go(self) -> None:
        """Give the table up; whoever is here must ask anew, and finds its next keeper."""
        self._gone = True
        self.minds.stop()
        self._house.keepers.forget(self)
        self.audience.tell_all(Resync(match=self.match))
        for connection, _ in self.audience.connections():
            self.audience.drop(connection)
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, Said):
                item.connection.pending -= len(item.messages)
                for message in item.messages:
                    self._house.run(self._house.desk.answer(item.connection, message))
            _drop(item)


def _drop(item: Said | Work) -> None:
    """Tell whoever waits for it that something is not done any more."""
    if isinstance(item, Errand):
        item.drop()
