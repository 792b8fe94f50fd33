"""A table on a server: one socket that comes back by itself after the network has failed.

After every new connection the client says hello, enters again the tables it was at, and sends
again what is safe to send twice: a move has an id of its own, and takes effect once. It is back
when it is at all of them; as long as the server can't take it, it tries again.
"""

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from ludoteca.client.reenter import Return
from ludoteca.core.errors import LudotecaError, ProtocolError
from ludoteca.protocol import VERSION, decode_to_client, encode
from ludoteca.protocol.common import Language
from ludoteca.protocol.from_client import (
    AskHint,
    AskMoves,
    AskWhyNot,
    Enter,
    Exit,
    Hello,
    LeaveLobby,
    Message,
    PlayMove,
    Select,
    WatchLobby,
)
from ludoteca.protocol.reconnect import after_close, pause_before
from ludoteca.protocol.to_client import (
    Answer,
    Chat,
    Refused,
    Resync,
    Snapshot,
    Told,
    Welcome,
)

OPEN_TIMEOUT = 5.0
MOST_BYTES = 4 * 1024 * 1024

REPEATABLE = (PlayMove, Enter, Exit, AskMoves, AskWhyNot, AskHint, Select, WatchLobby, LeaveLobby)
"""Messages that do no harm when they arrive twice."""


class Gone(LudotecaError):
    """The connection has ended for good; `close_code` says why."""

    code = "gone"

    def __init__(self, message: str, close_code: int | None = None) -> None:
        """Keep the code with which the server closed."""
        super().__init__(message)
        self.close_code = close_code


class Unsure(LudotecaError):
    """The connection broke before the answer came; what was asked may have happened."""

    code = "unsure"


class _Asked:
    """A message that waits for its answer."""

    __slots__ = ("answer", "message", "sent")

    def __init__(self, message: Message) -> None:
        self.message = message
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.sent = False


class RemoteClient:
    """Speaks with a server; see `client.port`."""

    def __init__(
        self,
        address: str,
        token: str,
        language: Language = "en",
        on_state: Callable[[bool], None] | None = None,
    ) -> None:
        """Take the server's address (http://…), a token, and who hears of lost connections.

        `on_state` is told False when a connection is lost, and True when one is back at all tables.
        """
        self._url = socket_url(address)
        self._token, self._language, self._on_state = token, language, on_state
        self.welcome: Welcome | None = None
        """Who one is; known once connected."""
        self._numbers = itertools.count(1)
        self._asked: dict[int, _Asked] = {}
        self._tables: dict[str, Enter] = {}
        """The tables one is at, with what is needed to enter them again."""
        self._given_up: dict[int, Enter] = {}
        """What was sent over this connection and nobody waits for any more; it may be answered."""
        self._told: asyncio.Queue[Told | Gone] = asyncio.Queue()
        self._socket: ClientConnection | None = None
        self.ended: Gone | None = None
        """Why the connection is over for good, once it is."""
        self._task: asyncio.Task[None] | None = None
        self._first = asyncio.Event()
        self._return = Return(self._numbers, self._enter_again)
        self._attempt = 0
        self._is_back = False

    # What others call

    async def open(self) -> Welcome:
        """Connect for the first time; raises `Gone` if the server does not want us."""
        self._task = asyncio.create_task(self._run())
        await self._first.wait()
        if self.welcome is None:
            raise self.ended or Gone("the server could not be reached")
        return self.welcome

    async def send(self, message: Message) -> Answer:
        """Send a message and wait for its answer, across lost connections if need be."""
        if self.ended is not None:
            raise self.ended
        asked = _Asked(replace(message, request=next(self._numbers)))
        if isinstance(message, Exit):
            self._forget(message.match)
        self._asked[asked.message.request] = asked
        try:
            await self._post(asked)
            answer = await asked.answer
        finally:
            self._asked.pop(asked.message.request, None)
            if isinstance(asked.message, Enter) and asked.sent and not _is_answered(asked):
                self._given_up[asked.message.request] = asked.message
        self._remember(answer)
        return answer

    async def told(self) -> AsyncIterator[Told]:
        """Yield what happens; after a lost connection, a fresh Snapshot of each table.

        A table that refuses re-entry yields a Refused instead, and is not entered again.
        """
        while True:
            frame = await self._told.get()
            if isinstance(frame, Gone):
                return
            yield frame

    async def close(self) -> None:
        """Leave."""
        self._end(Gone("closed by us"))
        self._return.end()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._socket is not None:
            with suppress(Exception):
                await self._socket.close()

    async def drop(self) -> None:
        """Cut the connection, as a failing network does: for tests and tunnels."""
        if self._socket is not None:
            self._socket.transport.abort()

    # The connection

    async def _run(self) -> None:
        while self.ended is None:
            try:
                headers = {"Authorization": f"Bearer {self._token}"}
                async with connect(
                    self._url,
                    additional_headers=headers,
                    open_timeout=OPEN_TIMEOUT,
                    max_size=MOST_BYTES,
                    compression=None,
                    proxy=None,
                    close_timeout=1.0,
                ) as socket:
                    await self._live(socket)
            except (InvalidHandshake, InvalidURI) as error:
                status = getattr(getattr(error, "response", None), "status_code", None)
                if status in (400, 401, 403, 404):
                    self._end(Gone(f"the server refused the connection: {error}"))
            except (OSError, ConnectionClosed, TimeoutError):
                pass
            self._lose()
            if self.ended is None:
                await asyncio.sleep(pause_before(self._attempt, random.random()))
                self._attempt += 1

    async def _live(self, socket: ClientConnection) -> None:
        try:
            hello = Hello(request=next(self._numbers), version=VERSION, language=self._language)
            await socket.send(encode(hello).decode())
            await self._greet(socket, hello.request)
            async for frame in socket:
                self._hear(decode_to_client(frame))
        except ConnectionClosed:
            pass
        code = socket.close_code
        if after_close(code) != "retry":
            self._end(Gone(f"the server closed the connection: {code}", code))

    async def _greet(self, socket: ClientConnection, number: int) -> None:
        """Wait to be welcomed, then take up where the last connection broke."""
        while True:
            answer = decode_to_client(await socket.recv())
            if isinstance(answer, Answer) and answer.request == number:
                break
        if not isinstance(answer, Welcome):
            if isinstance(answer, Refused) and answer.retry_after is None:
                self._end(Gone(answer.sentence))
            raise ConnectionClosed(None, None)
        self.welcome = answer
        self._socket = socket
        self._attempt = 0
        self._first.set()
        await self._take_up()
        self._look_back()

    async def _take_up(self) -> None:
        """Enter the tables again, then send what was not answered."""
        wanted = {a.message.match for a in self._asked.values() if isinstance(a.message, Enter)}
        outside = [match for match in self._tables if match not in wanted]
        await self._return.begin(outside, self.welcome.pace if self.welcome else None)
        for asked in list(self._asked.values()):
            await self._post(asked)

    async def _enter_again(self, match: str, number: int) -> None:
        enter = replace(self._tables[match], request=number)
        await self._write(encode(enter).decode())

    def _look_back(self) -> None:
        """Report once all tables are entered again."""
        if self._return.is_over and not self._is_back and self._socket is not None:
            self._is_back = True
            if self._on_state is not None:
                self._on_state(True)

    async def _post(self, asked: _Asked) -> None:
        if self._socket is not None:
            asked.sent = True
            await self._write(encode(asked.message).decode())

    async def _write(self, frame: str) -> None:
        socket = self._socket
        if socket is not None:
            with suppress(ConnectionClosed):  # it is sent again on the next connection
                await socket.send(frame)

    def _lose(self) -> None:
        """Drop what can't be sent again; keep the rest for the next connection."""
        self._socket = None
        self._return.end()
        self._given_up.clear()
        was_back, self._is_back = self._is_back, False
        if was_back and self._on_state is not None:
            self._on_state(False)
        for asked in list(self._asked.values()):
            if asked.sent and not isinstance(asked.message, REPEATABLE) and not asked.answer.done():
                asked.answer.set_exception(Unsure("the connection broke before the answer came"))

    def _end(self, gone: Gone) -> None:
        if self.ended is None:
            self.ended = gone
            self._first.set()
            self._told.put_nowait(gone)
            for asked in self._asked.values():
                if not asked.answer.done():
                    asked.answer.set_exception(gone)

    # What comes in

    def _hear(self, frame: Told) -> None:
        if isinstance(frame, Answer):
            asked = self._asked.get(frame.request)
            if asked is not None:
                self._note(asked.message, frame)
                if not asked.answer.done():
                    asked.answer.set_result(frame)
                return
            given_up = self._given_up.pop(frame.request, None)
            if given_up is not None:
                self._note(given_up, frame)
            closed = self._return.hear(frame)
            if closed is not None:
                self._forget(closed)
                frame = replace(frame, match=closed)
            self._look_back()
            if closed is None and not isinstance(frame, Snapshot):  # of a table entered again
                return
        self._remember(frame)
        if isinstance(frame, Resync):
            matches = list(self._tables) if frame.match is None else [frame.match]
            self._return.again([match for match in matches if match in self._tables])
        self._told.put_nowait(frame)

    def _note(self, message: Message, answer: Answer) -> None:
        """Note at which table one is now."""
        if isinstance(message, Enter) and isinstance(answer, Snapshot):
            self._tables[message.match] = message
            self._return.drop(message.match)
            self._look_back()

    def _forget(self, match: str) -> None:
        self._tables.pop(match, None)
        for number in [n for n, enter in self._given_up.items() if enter.match == match]:
            del self._given_up[number]
        self._return.drop(match)
        self._look_back()

    def _remember(self, frame: Any) -> None:
        """Remember the last line of chat, to ask only for later ones."""
        if isinstance(frame, Chat):
            self._saw_chat(frame.match, frame.line.number)
        elif isinstance(frame, Snapshot) and frame.chat:
            self._saw_chat(frame.table.match, max(line.number for line in frame.chat))

    def _saw_chat(self, match: str, number: int) -> None:
        enter = self._tables.get(match)
        if enter is not None and number > enter.after:
            self._tables[match] = replace(enter, after=number)


def _is_answered(asked: _Asked) -> bool:
    return asked.answer.done() and not asked.answer.cancelled()


def socket_url(address: str) -> str:
    """Return the address of the socket of a server.

    >>> socket_url("https://games.example/")
    'wss://games.example/socket'
    """
    scheme, colon, rest = address.rstrip("/").partition("://")
    kinds = {"http": "ws", "https": "wss"}
    if not colon or scheme not in kinds:
        raise ProtocolError(f"{address!r} is no address of a server: http://HOST:PORT, please")
    return f"{kinds[scheme]}://{rest}/socket"
