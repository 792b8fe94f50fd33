"""Tables in this process: the same messages and frames as over a socket, without one.

>>> import asyncio
>>> from ludoteca.protocol.common import TableSetting
>>> from ludoteca.protocol.from_client import OpenTable
>>> async def sit_down():
...     async with LocalServer() as server:
...         client = server.client("Ada")
...         setting = TableSetting(game="my_shelfie", bots=("random",))
...         opened = await client.send(OpenTable(request=1, setting=setting))
...         return [seat.name for seat in server.table(opened.match).seats]
>>> asyncio.run(sit_down())
['Ada', 'bot:random']
"""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Protocol, Self

from msgspec.structs import replace

from ludoteca import __version__
from ludoteca.bots.external import ExternalPlayer
from ludoteca.bots.spec import Player, parse_player
from ludoteca.client.process_pool import ProcessPool, WorkerGone
from ludoteca.client.record_log import RecordLog, record_path
from ludoteca.client.unfinished import UnfinishedMatch, read_events
from ludoteca.core.errors import LudotecaError, UsageError
from ludoteca.core.game import View
from ludoteca.core.generator import seeded
from ludoteca.core.shuffle import SEED_BYTES
from ludoteca.games import load
from ludoteca.protocol import VERSION
from ludoteca.protocol.common import Language, new_match_id
from ludoteca.protocol.from_client import AtTable, Hello, Message, OpenTable, PlayOn
from ludoteca.protocol.to_client import Answer, Opened, Refused, Told, Welcome
from ludoteca.record import read
from ludoteca.record.read import ReadRecord
from ludoteca.table import (
    Actor,
    BotChooser,
    BotTask,
    Decision,
    EventLog,
    Refusal,
    Shared,
    Table,
    TablePolicy,
    Who,
    apply,
    events,
    open_played_on,
    open_rematch,
    open_table,
    record_of,
    refused,
    rematch_opened,
)

HERE = "here"
"""The user who plays at this computer: known again when a match is continued."""

THREADS = 2
"""Number of bots that think at once."""


def knows_bot(name: str) -> bool:
    """Return whether there is such a bot or level."""
    try:
        parse_player(name)
    except UsageError:
        return False
    return True


def choose_apart(game: str, bot: str, view: View, legal: Sequence[int], seed: int) -> int:
    """Let one of our bots choose, in whichever process this is called."""
    return parse_player(bot).choose(load(game), view, legal, seeded(seed))


class LocalClock:
    """The time of this process, which never stands still without anybody noticing."""

    def __init__(self, now: Callable[[], float]) -> None:
        """Take what tells the time."""
        self.now = now

    def last_stall(self) -> tuple[float, float]:
        """Return that there was none."""
        return 0.0, 0.0


class LocalBots:
    """Bots that think in a process pool, if there is one, or in threads."""

    def __init__(self, pool: ProcessPool | None) -> None:
        self._pool = pool
        self._players: dict[tuple[str, int, str], Player] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="bot")

    def player(self, match: str, seat: int, bot: str) -> Player:
        """Return the bot on a seat; a program of its own keeps running for the whole match."""
        key = (match, seat, bot)
        if key not in self._players:
            self._players[key] = parse_player(bot)
        return self._players[key]

    async def choose(self, task: BotTask) -> int:
        """Let a bot choose; whatever is wrong with it, the match goes on."""
        try:
            return await self.think(task)
        except Exception:
            return task.legal[0]

    async def think(self, task: BotTask) -> int:
        """Let a bot choose, in the pool or in a thread."""
        player, seed = self.player(task.match, task.seat, task.bot), secrets.randbits(62)
        if self._pool is not None and not isinstance(player, ExternalPlayer):
            asked = (task.game.id, task.bot, task.view, task.legal, seed)
            with suppress(WorkerGone):
                return await self._pool.call(choose_apart, *asked)
        rng = seeded(seed)
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, player.choose, task.game, task.view, task.legal, rng
        )

    def close(self) -> None:
        """Let all bots go."""
        self._threads.shutdown(wait=True, cancel_futures=True)
        for player in self._players.values():
            if isinstance(player, ExternalPlayer):
                player.close()


class BotPort(BotChooser, Protocol):
    """Port: where bots think, until it is closed."""

    def player(self, match: str, seat: int, bot: str) -> Player:
        """Return the bot on a seat."""

    def close(self) -> None:
        """Let all bots go."""


class LogPort(EventLog, Protocol):
    """Port: where the events of one table are kept, until it is closed."""

    def close(self) -> None:
        """Close what is open."""


class LocalServer:
    """Runs tables in this process; people come in by `client`. Used inside an event loop."""

    def __init__(
        self,
        folder: Path | None = None,
        clock: Callable[[], float] = time.time,
        policy: TablePolicy | None = None,
        pool: ProcessPool | None = None,
        bots: "BotPort | None" = None,
        report: Callable[[str, Exception], None] = lambda event, error: None,
    ) -> None:
        """Save records in a folder, let bots think in a pool, if these are given.

        `report` hears of faults, such as a record that can't be written.
        """
        self.folder, self.now, self._report = folder, clock, report
        self.policy = policy or TablePolicy(knows_bot=knows_bot)
        self.bots: BotPort = bots or LocalBots(pool)
        self._actors: dict[str, Actor] = {}
        self._logs: dict[str, LogPort] = {}
        self._past: dict[str, ReadRecord] = {}

    async def __aenter__(self) -> Self:
        """Open."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close."""
        await self.close()

    def client(
        self, name: str, language: Language = "en", user: str | None = None
    ) -> "LocalClient":
        """Let somebody come in: a new user, or one who comes back to their matches."""
        who = Who(user=user or secrets.token_hex(8), name=name, language=language)
        return LocalClient(self, who)

    def actor(self, match: str) -> Actor:
        """Find the table of a match."""
        if match not in self._actors:
            raise Refusal("no_such_table")
        return self._actors[match]

    def table(self, match: str) -> Table:
        """Return the table of a match as it is now."""
        return self.actor(match).table

    def new_id(self) -> str:
        """Make the id of a new match."""
        return new_match_id()

    def open(self, who: Who, message: OpenTable | PlayOn) -> str:
        """Open a table; return its id."""
        match, seed, now = self.new_id(), secrets.token_bytes(SEED_BYTES), self.now()
        if isinstance(message, OpenTable):
            opened = open_table(match, message.setting, who, seed, now, self.policy)
        else:
            record = self._finished(message.match)
            opened = open_played_on(
                match, message.setting, record, message.ply, who, seed, now, self.policy
            )
        self.start(opened)
        return match

    def remember(self, record: ReadRecord) -> None:
        """Let a match that was played elsewhere be played on from here."""
        self._past[record.header.match] = record

    def _finished(self, match: str) -> ReadRecord:
        """Return the record of a match that is over."""
        if match in self._past:
            return self._past[match]
        past = self.table(match)
        if past.status != "final":
            raise Refusal("not_final")
        return read(record_of(past).encode())

    def start(self, opened: events.TableOpened, path: Path | None = None) -> None:
        """Run a table that was just opened; `path` names the file of its record."""
        table = apply(None, opened)
        if path is None and self.folder is not None:
            path = record_path(self.folder, table)
        self._run(table, RecordLog(path, opened))

    def resume(self, unfinished: UnfinishedMatch) -> str:
        """Go on with a match of this computer that was left; return its id."""
        match = unfinished.opened.match
        if match not in self._actors:
            table: Table | None = None
            for event in read_events(unfinished.record):
                table = apply(table, event)
            assert table is not None
            self._run(table, RecordLog(unfinished.record, is_resumed=True))
            self._actors[match].resume(min(unfinished.left_at, self.now()))
        return match

    def _run(self, table: Table, log: LogPort) -> None:
        self._logs[table.match] = log
        self._actors[table.match] = Actor(
            table,
            self.policy,
            log,
            self.bots,
            LocalClock(lambda: self.now()),
            self._after_commit,
            report=self._report,
        )

    async def _after_commit(self, actor: Actor, before: Table, decision: Decision) -> None:
        """Open the table at which the same people play again, if they agreed to."""
        if decision.after.rematch_due:
            match, now, policy = self.new_id(), self.now(), self.policy
            self.start(open_rematch(actor.table, match, secrets.token_bytes(SEED_BYTES), now))
            await actor.commit(lambda table: rematch_opened(table, match, now, policy))

    async def close(self) -> None:
        """Close all tables and let the bots go."""
        for actor in self._actors.values():
            await actor.stop()
        for log in self._logs.values():
            log.close()
        self.bots.close()


class LocalClient:
    """A user at tables in this process."""

    def __init__(self, server: LocalServer, who: Who) -> None:
        self.who, self._server = who, server
        self.tables: set[str] = set()
        self.pending = 0
        self.is_closed = False
        self._requests = 0
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self._told: asyncio.Queue[Told | None] = asyncio.Queue()

    async def send(self, message: Message) -> Answer:
        """Send a message and return the answer."""
        self._requests += 1
        message = replace(message, request=self._requests)
        try:
            return await self._answer(message)
        except Refusal as refusal:
            return refused(message, refusal, self.who.language)

    async def _answer(self, message: Message) -> Answer:
        if isinstance(message, Hello):
            return Welcome(
                request=message.request,
                version=VERSION,
                server=__version__,
                user=self.who.user,
                name=self.who.name,
                account=False,
                language=self.who.language,
                now=self._server.now(),
                seats=(),
            )
        if isinstance(message, OpenTable | PlayOn):
            return Opened(request=message.request, match=self._server.open(self.who, message))
        if isinstance(message, AtTable):
            actor = self._server.actor(message.match)
            answer = asyncio.get_running_loop().create_future()
            self._waiting[message.request] = answer
            actor.give(self, message)
            return await answer
        raise Refusal("not_in_this_process")

    # What a table asks of a subscriber

    def identify(self, table: Table, seat: int | None) -> Who:
        """Return as whom this client speaks."""
        return replace(self.who, seat=seat)

    def tell(self, message: Told) -> None:
        """Take an answer, or a frame."""
        waiting = self._waiting.pop(message.request, None) if isinstance(message, Answer) else None
        if waiting is None:
            self._told.put_nowait(message)
        elif not waiting.done():
            assert isinstance(message, Answer)
            waiting.set_result(message)

    def deliver(self, shared: Shared) -> None:
        """Take a frame that others get too."""
        self._told.put_nowait(shared.message)

    def refuse(self, request: int, error: LudotecaError, match: str | None = None) -> None:
        """Take a refusal."""
        language = self.who.language
        sentence = error.sentence(language) if isinstance(error, Refusal) else error.message
        self.tell(Refused(request=request, code=error.code, sentence=sentence, match=match))

    def tell_outage(self, match: str) -> None:
        """Take no notice: memory is always there."""

    def answered(self, seconds: float) -> None:
        """Take no notice of how long an answer took."""

    def taken_over(self) -> None:
        """Hear nothing more: a newer client acts."""
        self.is_closed = True
        self._told.put_nowait(None)

    async def told(self) -> AsyncIterator[Told]:
        """Yield what happens until the client is closed."""
        while (told := await self._told.get()) is not None:
            yield told

    async def close(self) -> None:
        """Leave all tables."""
        for match in list(self.tables):
            left = self._server.actor(match).leave(self)
            if left is not None:
                await left
        self._told.put_nowait(None)
