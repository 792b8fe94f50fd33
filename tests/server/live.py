"""A real server in this process, and people who play at it over real sockets."""

import asyncio
import random
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import uvicorn

from ludoteca import games
from ludoteca.client.http import come_in
from ludoteca.client.remote import Gone, RemoteClient
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import (
    AskMoves,
    Enter,
    LeaveSeat,
    OpenTable,
    PlayMove,
    Ready,
    Start,
    TakeSeat,
)
from ludoteca.protocol.to_client import (
    Accepted,
    Continuations,
    Done,
    Opened,
    PositionInfo,
    Refused,
    Snapshot,
    TableChange,
    TableInfo,
    Told,
    Update,
)
from ludoteca.server.accounts.passwords import Passwords
from ludoteca.server.runtime import Runtime
from ludoteca.server.serve import configure, listen, open_runtime
from ludoteca.server.settings import Limits, Settings
from ludoteca.server.tables.event_log import StoredEventLog
from ludoteca.table import Actor, Decision

FAST = Limits(
    messages_a_second=1000,
    message_burst=1000,
    requests_a_second=1000,
    request_burst=1000,
    guests_a_minute=60_000,
    guest_burst=1000,
    frames_a_second=10_000,
    frame_burst=10_000,
    bytes_a_second=1e8,
    byte_burst=10**8,
    address_frames_a_second=1e6,
    address_frame_burst=10**6,
    address_sockets=10_000,
    handshakes_a_second=10_000,
    handshake_burst=10_000,
)
"""Limits that no honest test meets."""

TIMEOUT = 60.0


class Running:
    """A server that runs: the runtime, and where it is."""

    def __init__(self, runtime: Runtime, server: uvicorn.Server, port: int) -> None:
        """Note what belongs together."""
        self.runtime, self.server, self.port = runtime, server, port
        self.address = f"http://127.0.0.1:{port}"


def settings_for(folder: Path, **more: Any) -> Settings:
    """Make settings for a test."""
    given: dict[str, Any] = {
        "host": "127.0.0.1",
        "port": 0,
        "data": folder,
        "limits": FAST,
        "bot_pause": 0.0,
        **more,
    }
    return Settings(**given)


@asynccontextmanager
async def running(
    folder: Path,
    clock: Callable[[], float] | None = None,
    store: Any = None,
    **more: Any,
) -> AsyncIterator[Running]:
    """Run a server on a free port until the block ends."""
    settings = settings_for(folder, **more)
    listener = listen(settings)
    port = int(listener.getsockname()[1])
    cheap = Passwords(memory_kib=8, time_cost=1)
    runtime = await open_runtime(settings, port, store, clock=clock or time.time, passwords=cheap)
    try:
        server = uvicorn.Server(configure(runtime))
    except BaseException:
        listener.close()
        await runtime.store.close()
        raise
    server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not task.done():
        await asyncio.sleep(0.005)
    try:
        yield Running(runtime, server, port)
    finally:
        server.should_exit = True
        await task


class Person:
    """Somebody at a table: plays at random, knows only what the socket tells."""

    def __init__(self, client: RemoteClient, name: str, seed: int = 0, token: str = "") -> None:
        self.client, self.name, self.client_token = client, name, token
        self.match = ""
        self.table: TableInfo | None = None
        self.seat: int | None = None
        self.position: PositionInfo | None = None
        self.frames: list[Told] = []
        self.accepted: list[Accepted] = []
        self._random = random.Random(seed)
        self._news = asyncio.Event()
        self._heard = asyncio.Event()
        self._listener = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for frame in self.client.told():
            self.frames.append(frame)
            self.note(frame)
            self._heard.set()

    def note(self, frame: Told) -> None:
        """Keep up with what happens."""
        if isinstance(frame, Snapshot):
            self.table, self.seat, self.position = frame.table, frame.seat, frame.position
        elif isinstance(frame, TableChange):
            self.table, self.seat = frame.table, frame.seat
        elif isinstance(frame, Update):
            self.position = frame.position
        else:
            return
        self._news.set()

    async def wait(self, until: Callable[["Person"], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(TIMEOUT):
            while not until(self):
                self._news.clear()
                await self._news.wait()

    async def hear(self, until: Callable[["Person"], bool]) -> None:
        """Wait until something was told."""
        async with asyncio.timeout(TIMEOUT):
            while not until(self):
                self._heard.clear()
                await self._heard.wait()

    async def ended(self) -> None:
        """Wait until the connection is over for good."""
        async with asyncio.timeout(TIMEOUT):
            await self._listener

    @property
    def gone(self) -> Gone | None:
        """Why the connection is over for good."""
        return self.client.ended

    def clock_left(self, seat: int, now: float) -> float:
        """Return the seconds a seat has left."""
        assert self.position is not None
        assert self.position.clock is not None
        clock = self.position.clock
        ends, left = clock.ends[seat], clock.left[seat]
        assert left is not None
        return left if ends is None else ends - now

    @property
    def user(self) -> str:
        """The id that stays."""
        assert self.client.welcome is not None
        return self.client.welcome.user

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.table is not None and self.table.status in ("over", "final")

    @property
    def may_move(self) -> bool:
        """Whether it is this person's turn."""
        return self.position is not None and self.seat in self.position.movers

    async def open_table(self, setting: TableSetting) -> str:
        """Open a table and enter it."""
        answer = await self.client.send(OpenTable(request=1, setting=setting))
        assert isinstance(answer, Opened), answer
        await self.enter(answer.match)
        return answer.match

    async def enter(self, match: str) -> Snapshot:
        """Come to a table."""
        self.match = match
        answer = await self.client.send(Enter(request=1, match=match))
        assert isinstance(answer, Snapshot), answer
        self.note(answer)
        return answer

    async def join(self, match: str) -> None:
        """Come to a table and sit down."""
        await self.enter(match)
        answer = await self.client.send(TakeSeat(request=1, match=match))
        assert isinstance(answer, Done), answer

    async def stand_up(self) -> None:
        """Leave one's seat before the start."""
        answer = await self.client.send(LeaveSeat(request=1, match=self.match))
        assert isinstance(answer, Done), answer

    async def be_ready(self) -> None:
        """Report that one is ready, with something for the shuffle."""
        ready = Ready(request=1, match=self.match, contribution=secrets.token_hex(16))
        answer = await self.client.send(ready)
        assert isinstance(answer, Done), answer

    async def start(self) -> None:
        """Begin, as the host."""
        answer = await self.client.send(Start(request=1, match=self.match))
        assert isinstance(answer, Done), answer

    async def choose(self) -> PlayMove | None:
        """Think of a random move; None if there is none any more."""
        assert self.position is not None
        ply = self.position.ply
        asked = await self.client.send(AskMoves(request=1, match=self.match, partial={}, most=20))
        if not isinstance(asked, Continuations) or not asked.continuations:
            return None
        text = self._random.choice(asked.continuations)["text"]
        move_id = secrets.token_hex(16)
        return PlayMove(request=1, match=self.match, ply=ply, move_id=move_id, move=text)

    async def move(self) -> Accepted | Refused:
        """Make a random move."""
        chosen = await self.choose()
        if chosen is None:
            return Refused(request=0, code="no_choice", sentence="")
        return await self.make(chosen)

    async def make(self, move: PlayMove) -> Accepted | Refused:
        """Make a move."""
        answer = await self.client.send(move)
        assert isinstance(answer, Accepted | Refused), answer
        if isinstance(answer, Accepted):
            self.accepted.append(answer)
            await self.wait(lambda me: me.position is not None and me.position.ply >= answer.ply)
        return answer

    async def play(self) -> None:
        """Play until the match is over."""
        while not self.is_over:
            await self.wait(lambda me: me.is_over or me.may_move)
            if not self.is_over:
                await self.move()

    async def close(self) -> None:
        """Go."""
        self._listener.cancel()
        await asyncio.gather(self._listener, return_exceptions=True)
        await self.client.close()


async def arrive(address: str, name: str, seed: int = 0, via: str | None = None) -> Person:
    """Let a guest come in; `via` is the address of the socket if it is another one."""
    token = await come_in(address, name)
    client = RemoteClient(via or address, token)
    await client.open()
    return Person(client, name, seed, token)


async def pair(server: Running, setting: TableSetting | None = None) -> tuple[Person, Person]:
    """Let two people begin a match, Ada as its host; the one to move comes first."""
    ada, bo = await arrive(server.address, "Ada"), await arrive(server.address, "Bo")
    await ada.open_table(setting or TableSetting(game=games.names()[-1]))
    await bo.join(ada.match)
    await ada.be_ready()
    await bo.be_ready()
    await ada.start()
    for one in (ada, bo):
        await one.wait(lambda me: me.position is not None)
    return (ada, bo) if ada.may_move else (bo, ada)


def log_of(actor: Actor) -> StoredEventLog:
    """Return the event log of a table."""
    assert isinstance(actor.log, StoredEventLog)
    return actor.log


async def settled(server: Running, match: str) -> Actor:
    """Return a table's actor once it has done all that it had to do."""
    actor, done = await server.runtime.tables.of(match), asyncio.Event()

    async def note() -> None:
        await actor.commit(lambda table: Decision((), table))  # what waits for an occasion, too
        done.set()

    actor.do(note)
    await done.wait()
    return actor
