"""The one writer of a table: decide, append, apply, answer, publish.

The same actor runs a table behind a socket and inside a program. What differs are its ports: the
event log, the subscribers, the bot pool and the clock. Everything that changes the table waits in
one queue; nothing leaves the actor before it is in the log.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from msgspec.structs import replace

from ludoteca.core.errors import (
    MoveKnown,
    NumberTaken,
    StaleOwner,
    StoreAway,
    StoreBroken,
)
from ludoteca.protocol.from_client import (
    AskMoves,
    AskWhyNot,
    AtTable,
    Enter,
    Exit,
    PlayMove,
    QuickMatch,
    Select,
)
from ludoteca.protocol.to_client import Done, Outage, Refused, Resync
from ludoteca.table import chores
from ludoteca.table.bot_turn import BotTask, bots_due, seats_of_bots_due
from ludoteca.table.chores import CHORES, EVERY, ChoreLimit
from ludoteca.table.deadline import after_outage, after_restart, next_wake, tick
from ludoteca.table.decide import decide, dropped, join_quickly, refused
from ludoteca.table.decision import Decision, Refusal, TablePolicy, Viewer, Who
from ludoteca.table.events import Event
from ludoteca.table.fold import apply
from ludoteca.table.subscribers import Subscriber, Subscribers
from ludoteca.table.table import Table

IDLE = 1.0
"""Idle seconds before an unused table is unloaded."""

RETURN_GRACE = 5.0
"""Grace period after loading a table before absent players count as away."""

UNLOAD_BEFORE = 60.0
"""A table without subscribers stays loaded if something is due within this many seconds."""

SLOW = 0.8
"""Seconds that an append may take before people are told that nothing can be saved now."""

TIMEOUT = 10.0
"""Seconds that a caller waits for a job of its own."""

QUESTIONS = (AskMoves, AskWhyNot, Select)
"""Sent all the time while a player chooses; nothing of it is stored."""

BATCHED = (Enter, PlayMove)
"""Messages a reconnecting client sends back to back; committed together."""

T = TypeVar("T")
Decide = Callable[[Table], Decision]


class EventLog(Protocol):
    """Port: where the events of one table are stored."""

    async def append(self, before: Table, decision: Decision, wake_at: float | None) -> None:
        """Store what a decision brings; when this returns, it is durable."""

    async def read_on(self) -> list[Event]:
        """Return stored events beyond those we know: of an append whose answer was lost."""

    async def release(self) -> None:
        """Let another process take the table."""


class BotChooser(Protocol):
    """Port: where bots think."""

    async def choose(self, task: BotTask) -> int:
        """Return a legal action of a bot's seat."""


class Clock(Protocol):
    """Port: the time."""

    def now(self) -> float:
        """Return the time in seconds since 1970."""

    def last_stall(self) -> tuple[float, float]:
        """Return since when and until when the whole process last stood still.

        The first is later than the second where the clock was set back.
        """


class MessageBatch:
    """Messages of one subscriber that are decided and stored together; mostly one."""

    __slots__ = ("messages", "subscriber", "times")

    def __init__(self, subscriber: Subscriber, message: AtTable) -> None:
        self.subscriber = subscriber
        self.messages, self.times = [message], [time.perf_counter()]

    def takes(self, subscriber: Subscriber, message: AtTable) -> bool:
        """Add a message, if it goes together with those before."""
        if subscriber is not self.subscriber or not isinstance(message, BATCHED):
            return False
        if not isinstance(self.messages[-1], BATCHED):
            return False
        self.messages.append(message)
        self.times.append(time.perf_counter())
        return True


class QueuedWork(Generic[T]):
    """Other work in the queue; `done` has its result, or StaleOwner if the table is unloaded."""

    __slots__ = ("_work", "done")

    def __init__(self, work: Callable[[], Awaitable[T]]) -> None:
        """Take what is to be done."""
        self._work = work
        self.done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Do it, unless the caller has gone; errors go to the caller, and on to the actor."""
        if self.done.done():
            return
        try:
            result = await self._work()
        except Exception as error:
            if not self.done.done():
                self.done.set_exception(error)
                self.done.exception()  # a caller who does not wait need not look
            if not isinstance(error, Refusal):
                raise
        else:
            if not self.done.done():
                self.done.set_result(result)
        finally:
            self.drop()  # it was cancelled

    def drop(self) -> None:
        """Tell the caller that it will not be done."""
        if not self.done.done():
            self.done.set_exception(StaleOwner("The table was unloaded."))
            self.done.exception()


Handler = Callable[["Actor", Subscriber, Any, Who], Awaitable[None]]


async def do_nothing(actor: "Actor", before: Table, decision: Decision) -> None:
    """Do nothing after a commit."""


def _ignore(*_: object) -> None:
    """Take no notice."""


class Actor:
    """Does one thing after the other; nobody else writes to this table."""

    def __init__(
        self,
        table: Table,
        policy: TablePolicy,
        log: EventLog,
        bots: BotChooser,
        clock: Clock,
        after_commit: Callable[["Actor", Table, Decision], Awaitable[None]] = do_nothing,
        handlers: Mapping[type[AtTable], Handler] = {},
        unloaded: Callable[["Actor", list[MessageBatch]], None] | None = None,
        report: Callable[[str, Exception], None] = _ignore,
    ) -> None:
        """Take a table and the ports.

        `after_commit` runs after every published decision; `handlers` answer messages that are no
        business of the table itself. With `unloaded` the table is unloaded when nobody needs it;
        it gets the messages that are still to be answered. `report` hears of faults.
        """
        self.table, self.match = table, table.match
        self.subscribers = Subscribers(table.match)
        self.log = log
        self._policy, self._bots, self._clock = policy, bots, clock
        self._after_commit, self._handlers = after_commit, handlers
        self._unloaded, self._report = unloaded, report
        self._inbox: asyncio.Queue[MessageBatch | QueuedWork[Any]] = asyncio.Queue()
        self._open_batch: MessageBatch | None = None
        """The last in the queue, if it is a batch that may still grow."""
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        """By seat: the ply a bot thinks about."""
        self._idle = False
        """Whether the actor waits for something to do."""
        self._resume: Callable[[Table, str | None], Decision] | None = None
        """What must happen first at a table that was just loaded: no deadline counts before."""
        self._down_since: float | None = None
        self._unused = False
        """Whether nobody was here, and nothing was asked, for a while."""
        self._gone = False
        self._pass_on: list[MessageBatch] = []
        """Messages for the next owner of the table."""
        self._stall_known = clock.last_stall()
        self._chores, self._drops = ChoreLimit(), ChoreLimit()
        self._slow = False
        """Whether people were told that saving takes long."""
        self._task = asyncio.create_task(self._run())

    # What others ask of it

    def give(self, subscriber: Subscriber, message: AtTable) -> bool:
        """Queue a message, which is answered in its turn; False if the table was unloaded."""
        if self._gone:
            return False
        if self._is_free and self._answer_at_once(subscriber, message):
            return True
        subscriber.pending += 1
        if self._open_batch is None or not self._open_batch.takes(subscriber, message):
            self._open_batch = MessageBatch(subscriber, message)
            self._inbox.put_nowait(self._open_batch)
        return True

    def do(self, work: Callable[[], Awaitable[T]]) -> "asyncio.Future[T]":
        """Queue other work; the future has its result."""
        job = QueuedWork(work)
        if self._gone:
            job.drop()
        else:
            self._open_batch = None
            self._inbox.put_nowait(job)
        return job.done

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Queue work and wait for it; raises `StaleOwner` if the table is unloaded."""
        async with asyncio.timeout(TIMEOUT):
            return await self.do(work)

    async def join_quickly(self, subscriber: Subscriber, message: QuickMatch) -> bool:
        """Seat a subscriber who looks for any table; False if that is not possible any more."""

        async def work() -> bool:
            who = subscriber.identify(self.table, self.subscribers.seat_of(subscriber))
            decision = await self.commit(
                lambda table: join_quickly(table, who, message, self._clock.now(), self._policy)
            )
            return not isinstance(decision.answer, Refused)

        return await self.ask(work)

    def leave(self, subscriber: Subscriber) -> "asyncio.Future[None] | None":
        """Remove a connection; the late end of an older one changes nothing."""
        viewer = self.subscribers.drop(subscriber)
        if viewer is None or self.subscribers.has(viewer.user):
            return None
        return self.do(partial(self._drop, viewer.user))

    async def _drop(self, user: str) -> None:
        """Note that somebody has gone, unless they are back."""
        if self.subscribers.has(user):
            return
        now, policy = self._clock.now(), self._policy
        if self._drops.take(user, now):
            await self.commit(lambda table: dropped(table, user, now, policy))
        elif not self._gone:  # a line that comes and goes is no news: is it still gone later?
            later = partial(self.do, partial(self._drop, user))
            asyncio.get_running_loop().call_later(chores.EVERY, later)

    def resume(self, since: float | None) -> None:
        """Go on with a table that was loaded: nobody is here, and no time since then counts.

        That is stored with what happens next: mostly with what the first player does.
        """

        def decide_first(table: Table, comes: str | None) -> Decision:
            now = self._clock.now()
            return after_restart(table, since or now, now, self._policy, comes)

        self._resume = decide_first

    async def stop(self) -> None:
        """Stop at once."""
        self._gone = True
        self._stop_bots()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._empty_inbox()

    # One message, or one batch

    async def _handle(self, batch: MessageBatch) -> None:
        """Answer every message of a batch, here or at the next owner of the table."""
        subscriber, messages = batch.subscriber, batch.messages
        who = subscriber.identify(self.table, self.subscribers.seat_of(subscriber))
        handler = self._handlers.get(type(messages[0]))
        try:
            if subscriber.is_closed:
                return  # a newer connection acts
            if handler is not None:
                await handler(self, subscriber, messages[0], who)
                return
            await self.commit(
                lambda table: self._decide(table, subscriber, who, messages),
                subscriber,
                messages,
                comes=_arrival(self.table, who, messages[0]),
            )
        except Refusal as refusal:
            subscriber.tell(refused(messages[0], refusal, who.language))
        except (StaleOwner, NumberTaken):
            self._pass_on.append(batch)
            raise
        except Exception as error:
            told = error if isinstance(error, StoreAway) else Refusal("fault")
            for message in messages:
                subscriber.refuse(message.request, told, self.match)
            raise
        finally:
            subscriber.pending -= len(messages)
            for began in batch.times:
                subscriber.answered(time.perf_counter() - began)

    def _decide(
        self, table: Table, subscriber: Subscriber, who: Who, messages: list[AtTable]
    ) -> Decision:
        """Decide on messages one after the other; one that fails takes no other one along."""
        parts: list[Decision] = []
        for message in messages:
            try:
                if isinstance(message, Exit) and self.subscribers.has(who.user, but=subscriber):
                    part = Decision((), table, Done(request=message.request))
                elif isinstance(message, CHORES) and not self._chores.take(
                    who.user, self._clock.now()
                ):
                    refusal = Refusal("too_fast", retry_after=EVERY)
                    part = Decision((), table, refused(message, refusal, who.language))
                else:
                    part = decide(table, who, message, self._clock.now(), self._policy)
            except Exception as error:
                self._report("table_fault", error)
                part = Decision((), table, refused(message, Refusal("fault"), who.language))
            parts.append(part)
            table = part.after
            if part.viewer is not None:
                who = replace(who, seat=part.viewer.seat)
        events = tuple(event for part in parts for event in part.events)
        return Decision(events, table, parts=tuple(parts))

    async def commit(  # noqa: C901 - the one way in which a table changes, from top to bottom
        self,
        choose: Decide,
        subscriber: Subscriber | None = None,
        messages: Sequence[AtTable] = (),
        comes: str | None = None,
    ) -> Decision:
        """Decide, append, apply, answer, publish: the only way in which the table changes.

        `comes` is the user who comes to the table by it, if one does.
        """
        for last_try in (False, True):
            before = self.table
            if self._resume is None:
                decision = choose(before)
            else:  # what must happen first at a table that was just loaded
                first = self._resume(before, comes)
                decision = choose(first.after)
                decision = replace(decision, events=(*first.events, *decision.events))
            try:
                if decision.kept:
                    if self._down_since is not None:
                        raise StoreAway("the database is away")
                    with self._telling_if_slow():
                        await self.log.append(before, decision, self._wake_after(decision.after))
                break
            except (MoveKnown, NumberTaken):  # an append whose answer was lost had been stored
                if last_try:
                    raise
                await self._read_on()
        self.table, self._resume = decision.after, None
        entered: Subscriber | None = None
        for message, part in zip(messages, decision.parts, strict=True) if messages else ():
            assert subscriber is not None
            if part.viewer is not None:
                entered = subscriber
                self._let_enter(subscriber, part.viewer, message)
            elif part.answer is not None:
                subscriber.tell(part.answer)
            if isinstance(message, Exit):
                self.subscribers.drop(subscriber)
        if decision.events:
            now = self._clock.now()
            self.subscribers.publish(before, self.table, decision.events, now, entered)
            await self._after_commit(self, before, decision)
        return decision

    @contextmanager
    def _telling_if_slow(self) -> Iterator[None]:
        """Tell people if something takes long to be saved, and then that it is."""
        slow = asyncio.get_running_loop().call_later(SLOW, self._tell_slow)
        try:
            yield
        finally:
            slow.cancel()
        if self._slow:
            self._slow = False
            self.subscribers.tell_all(Outage(match=self.match, up=True))

    def _tell_slow(self) -> None:
        """Tell everybody that saving takes long: the store hangs, perhaps."""
        self._slow = True
        for subscriber in self.subscribers:
            subscriber.tell_outage(self.match)

    def _wake_after(self, table: Table) -> float | None:
        """Return when the table must be loaded again, if it is unloaded: at once for a bot."""
        return self._clock.now() if seats_of_bots_due(table) else next_wake(table)

    def _let_enter(self, subscriber: Subscriber, viewer: Viewer, message: AtTable) -> None:
        """Subscribe to the table; the answer is a snapshot."""
        assert isinstance(message, Enter)
        self.subscribers.enter(subscriber, viewer, self.table, message.request, message.after)
        if self._down_since is not None:
            subscriber.tell_outage(self.match)

    def _answer_at_once(self, subscriber: Subscriber, message: AtTable) -> bool:
        """Answer a question without queueing it, while nothing else is under way.

        Nothing of it is stored and no deadline changes; but spectators who see everything later
        must be told in time, so their tables queue questions too.
        """
        before = self.table
        if not isinstance(message, QUESTIONS) or before.setting.spectator_delay:
            return False
        if subscriber.is_closed:
            return True  # as if it had not come: only a newer one acts
        began = time.perf_counter()
        who = subscriber.identify(before, self.subscribers.seat_of(subscriber))
        decision = self._decide(before, subscriber, who, [message])
        (answer,) = (part.answer for part in decision.parts)
        if decision.kept or answer is None:
            return False
        self.table = decision.after
        subscriber.tell(answer)
        if decision.events:
            self.subscribers.publish(before, decision.after, decision.events, self._clock.now())
        subscriber.answered(time.perf_counter() - began)
        return True

    # The loop

    async def _run(self) -> None:
        while not self._gone:
            try:
                await self._next()
            except (StaleOwner, NumberTaken) as error:
                self._report("table_lost", error)
                self._unload()
            except StoreAway as error:
                self._report("store_away", error)  # `fail` and `recover` follow
            except StoreBroken as error:
                self._report("store_broken", error)
                return
            except Exception as error:  # one table must not take others along
                self._report("table_fault", error)
            if self._may_unload():
                self._unload()
                try:
                    await self.log.release()
                except StoreAway as error:
                    self._report("store_away", error)

    async def _next(self) -> None:
        """Do what comes next: a message, a job, or what is due."""
        item = await self._wait()
        self._unused = item is None and not len(self.subscribers)
        await self._skip_stall()
        if isinstance(item, MessageBatch):
            await self._handle(item)
        elif item is not None:
            await item.run()
        else:
            now = self._clock.now()
            self.subscribers.publish_delayed(now)
            await self.commit(lambda table: tick(table, now, self._policy))
        self._start_bots()

    async def _wait(self) -> "MessageBatch | QueuedWork[Any] | None":
        """Wait for the next in the queue; None when something is due before."""
        self._idle = True
        try:
            async with asyncio.timeout(self._timeout()):
                item = await self._inbox.get()
        except TimeoutError:
            return None
        finally:
            self._idle = False
        if item is self._open_batch:
            self._open_batch = None
        return item

    def _timeout(self) -> float | None:
        wake = self._wake_at()
        timeout = None if wake is None else max(0.0, wake - self._clock.now())
        if not len(self.subscribers) and (self._unloaded or self._resume):
            longest = IDLE if self._resume is None else RETURN_GRACE
            timeout = longest if timeout is None else min(longest, timeout)
        return timeout

    def _wake_at(self) -> float | None:
        if self._down_since is not None or self._resume is not None:
            return None
        moments = (next_wake(self.table), self.subscribers.next_delayed)
        return min((moment for moment in moments if moment is not None), default=None)

    @property
    def _is_free(self) -> bool:
        """Whether nothing is under way, and nothing must happen first."""
        return self._idle and self._inbox.empty() and self._resume is None

    async def _skip_stall(self) -> None:
        """Take a time in which the whole process stood still out of all clocks, before all else."""
        stall = since, until = self._clock.last_stall()
        if stall == self._stall_known:
            return
        self._stall_known = stall
        if since > until:
            self.subscribers.set_back(since - until)
        has_deadlines = next_wake(self.table) is not None
        if has_deadlines and self._down_since is None and self._resume is None:
            await self.commit(lambda table: after_outage(table, since, until, self._policy))

    # Bots

    def _start_bots(self) -> None:
        """Let every bot think that is to move and does not think yet.

        Where several choose at once, what the others choose makes no thought stale.
        """
        if self._down_since is not None or self._resume is not None or self._gone:
            return
        for task in bots_due(self.table, self._policy):
            assert self.table.progress is not None
            opened = self.table.progress.opened[task.seat]
            ply, under_way = self._thinking.get(task.seat, (-1, None))
            if under_way is not None:
                if opened is not None and opened <= ply:
                    continue
                under_way.cancel()
            self._thinking[task.seat] = (task.ply, asyncio.create_task(self._think(task)))

    async def _think(self, task: BotTask) -> None:
        """Let a bot choose; its move waits in the queue as a person's does."""
        try:
            action = await self._bots.choose(task)
        except Exception as error:  # it is asked again when something happens
            self._report("bot_failed", error)
            self._forget(task)
            return

        async def play() -> None:
            self._forget(task)
            message, now = task.message(action), self._clock.now()
            await self.commit(lambda table: decide(table, task.who, message, now, self._policy))

        self.do(play)

    def _forget(self, task: BotTask) -> None:
        """Note that a bot is done, unless it thinks about a newer position."""
        if self._thinking.get(task.seat, (-1, None))[0] == task.ply:
            self._thinking.pop(task.seat)

    def _stop_bots(self) -> None:
        for _, task in self._thinking.values():
            task.cancel()
        self._thinking.clear()

    # The store fails and recovers

    @property
    def is_down(self) -> bool:
        """Whether nothing can be stored now."""
        return self._down_since is not None

    def fail(self, since: float) -> None:
        """Note that nothing can be stored: clocks stand still from then on."""

        async def go_down() -> None:
            if self._down_since is None:
                self._down_since = since
                for subscriber in self.subscribers:
                    subscriber.tell_outage(self.match)

        self.do(go_down)

    def recover(self) -> None:
        """Note that events can be stored again: the time between counts for nobody."""

        async def come_up() -> None:
            since = self._down_since
            if since is None:
                return
            await self._read_on()
            self._down_since = None
            now = self._clock.now()
            try:
                await self.commit(lambda table: after_outage(table, since, now, self._policy))
            except StoreAway:  # a full disk takes small things only: it is not over yet
                self._down_since = since
                raise
            self.subscribers.tell_all(Outage(match=self.match, up=True))

        self.do(come_up)

    async def _read_on(self) -> None:
        """Take over what the log has beyond what we know."""
        before, events = self.table, await self.log.read_on()
        for event in events:
            self.table = apply(self.table, event)
        if events:
            self._resume = None  # it was stored before all else
            now = self._clock.now()
            self.subscribers.publish(before, self.table, events, now)
            await self._after_commit(self, before, Decision(tuple(events), self.table))

    # Unloading

    def _may_unload(self) -> bool:
        if self._unloaded is None or self._gone or not self._unused:
            return False
        if len(self.subscribers) or not self._inbox.empty() or self._thinking or self.is_down:
            return False
        wake = self._wake_at()
        return wake is None or wake > self._clock.now() + UNLOAD_BEFORE

    def _unload(self) -> None:
        """Let go of the table; clients enter again, and find its next owner."""
        self._gone = True
        self._stop_bots()
        self.subscribers.tell_all(Resync(match=self.match))
        for subscriber in self.subscribers:
            self.subscribers.drop(subscriber)
        waiting = [*self._pass_on, *self._empty_inbox()]
        if self._unloaded is not None:
            self._unloaded(self, waiting)

    def _empty_inbox(self) -> list[MessageBatch]:
        """Drop all jobs; return the messages that nobody has answered."""
        batches = []
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, MessageBatch):
                item.subscriber.pending -= len(item.messages)
                batches.append(item)
            else:
                item.drop()
        return batches


def _arrival(table: Table, who: Who, message: AtTable) -> str | None:
    """Return the user who comes to a seat of their own by a message."""
    own = table.seats_of(who.user)
    comes = isinstance(message, Enter) and bool(own) and message.seat in (None, *own)
    return who.user if comes else None
