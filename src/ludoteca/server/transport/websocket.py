"""The WebSocket endpoint: authentication, message loop, rate limits."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from ludoteca.core.errors import ProtocolError, StoreAway
from ludoteca.protocol import decode_from_client, request_of
from ludoteca.server.accounts.accounts import Accounts
from ludoteca.server.logs import log
from ludoteca.server.metrics import Metrics
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.settings import Settings
from ludoteca.server.tables.process_proof import ProcessProof
from ludoteca.server.tables.proxy import PASSED_ON
from ludoteca.server.transport.connection import Connection, pump
from ludoteca.server.transport.credentials import token_of
from ludoteca.server.transport.dispatcher import Dispatcher
from ludoteca.server.transport.hub import SESSION_UNKNOWN
from ludoteca.server.transport.limits import RateLimits
from ludoteca.server.transport.presence import Presence
from ludoteca.server.transport.uvicorn_protocol import DIRECT, WebSocketProtocol

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]

PATH = "/socket"
BROKEN_RULE = 1008
FAULT = 1011
TRY_LATER = 1013
FORWARDED = "x-forwarded-for"
WAIT_FOR_SOCKETS = 10
"""Seconds after which an address with too many sockets may try again."""
HELD_SECONDS = 1.0
"""Seconds that a refusal waits: a client that comes back as soon as it is refused would keep the
server busy with refusing it."""
LAST_WORDS = 1.0
"""Seconds to send what is queued before a close."""


class Socket:
    """One WebSocket, as uvicorn hands it over."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take what ASGI gives."""
        self.path: str = scope["path"]
        client = scope.get("client")
        self.address: str = client[0] if client else ""
        extension = scope.get("extensions", {}).get(DIRECT, {})
        self.direct: WebSocketProtocol | None = extension.get("protocol")
        self.headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in scope["headers"]
        }
        self.receive, self._send = receive, send

    async def accept(self) -> None:
        """Agree to talk."""
        await self.receive()
        await self._send({"type": "websocket.accept"})

    async def say(self, frame: str) -> None:
        """Send a frame."""
        await self._send({"type": "websocket.send", "text": frame})

    async def close(self, code: int) -> None:
        """End it; before it was accepted, that is a 403."""
        await self._send({"type": "websocket.close", "code": code})

    async def accept_and_close(self, code: int) -> None:
        """End it with a code, which browsers see only of a socket that was accepted."""
        await self.accept()
        await self.close(code)


class WebSocketEndpoint:
    """Talks with users over sockets.

    Sockets pass by the routes and layers made for requests, which cost work and do nothing for
    them.
    """

    def __init__(
        self,
        settings: Settings,
        origins: frozenset[str],
        limits: RateLimits,
        accounts: Accounts,
        presence: Presence,
        dispatcher: Dispatcher,
        proof: ProcessProof,
        metrics: Metrics,
    ) -> None:
        """`origins` are the pages that may open sockets, as browsers name them."""
        self._settings, self._origins, self._limits = settings, origins, limits
        self._accounts, self._presence = accounts, presence
        self._dispatcher, self._proof, self._metrics = dispatcher, proof, metrics

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Talk with a user over a socket, from its handshake to its end."""
        socket = Socket(scope, receive, send)
        try:
            if socket.path.rstrip("/") == PATH:
                await self._serve(socket)
            else:
                await socket.close(BROKEN_RULE)
        except OSError as error:
            log.debug("socket_ended", error=str(error))  # the client went before it was answered
        except Exception as error:  # one socket must not take others along
            log.error("socket_failed", exc_info=error)
            with suppress(Exception):
                await socket.close(FAULT)

    async def _serve(self, socket: Socket) -> None:
        origin = socket.headers.get("origin")
        if origin is not None and origin not in self._origins:
            log.warning("wrong_origin", origin=origin[:100])
            self._metrics.closes.labels("origin").inc()
            await socket.close(BROKEN_RULE)
            return
        address = socket.address
        passed_on = await self._is_passed_on(socket)
        if passed_on:
            address = f"{PASSED_ON} {secrets.token_hex(8)}"  # it speaks for many: no limit for all
        if socket.direct is None or socket.direct.admit(address):
            await self._admit(socket, passed_on)
            return
        self._metrics.closes.labels("address").inc()
        log.warning("too_many_sockets", address=address)
        await socket.direct.hold(address, HELD_SECONDS)
        socket.direct.refuse(HTTPStatus.TOO_MANY_REQUESTS, WAIT_FOR_SOCKETS)

    async def _is_passed_on(self, socket: Socket) -> bool:
        """Return whether another process of this server speaks here, for a client of its own."""
        if PASSED_ON not in socket.headers or FORWARDED in socket.headers:
            return False  # no such process, or somebody behind a proxy
        with suppress(StoreAway):
            token = token_of(socket.headers, self._settings)
            return await self._proof.is_good(socket.headers[PASSED_ON], token)
        return False

    async def _admit(self, socket: Socket, passed_on: bool) -> None:
        """Accept the socket of a known session."""
        try:
            token = token_of(socket.headers, self._settings)
            identity = await self._accounts.who(token)
        except StoreAway:
            self._metrics.closes.labels(str(TRY_LATER)).inc()
            await socket.accept_and_close(TRY_LATER)
            return
        if identity is None:
            self._metrics.closes.labels(str(SESSION_UNKNOWN)).inc()
            await socket.accept_and_close(SESSION_UNKNOWN)
            return
        if self._limits.floods.is_empty(identity.digest):
            self._metrics.closes.labels(str(TRY_LATER)).inc()
            await socket.accept_and_close(TRY_LATER)
            return
        await socket.accept()
        sender = Sender(socket, self._metrics)
        connection = sender.connection = Connection(
            self._presence.hub.next_number(),
            identity,
            self._settings.limits,
            sender,
            token,
            passed_on,
            self._metrics,
        )
        self._presence.arrive(connection)
        try:
            await self._receive_all(socket, connection)
        finally:
            self._presence.leave(connection)
            await sender.end()

    async def _receive_all(self, socket: Socket, connection: Connection) -> None:
        try:
            while connection.closing is None:
                event = await socket.receive()
                if event["type"] != "websocket.receive":
                    break
                await self.receive(connection, event.get("text") or event.get("bytes") or "")
        except (OSError, RuntimeError) as error:
            log.debug("socket_ended", error=str(error))  # it is gone, in whatever way

    async def receive(self, connection: Connection, frame: str | bytes) -> None:
        """Take one message; everything is answered, sooner or later."""
        session = connection.identity.digest
        if not self._limits.messages.take(session):
            wait = self._limits.messages.wait(session)
            connection.refuse(request_of(frame), ServerRefusal("too_fast"), retry_after=wait)
            if not self._limits.floods.take(session):
                log.warning("flooded", user=connection.identity.id)
                connection.close(BROKEN_RULE)
            return
        try:
            message = decode_from_client(frame)
        except ProtocolError as error:
            connection.refuse(request_of(frame), error)
            return
        self._metrics.messages.labels(type(message).__name__).inc()
        if connection.pending >= self._settings.limits.pending:
            connection.refuse(message.request, ServerRefusal("busy"))
            return
        await self._dispatcher.dispatch(connection, message)


class Sender:
    """The wire of a connection: straight to the socket where it can be, else by a task.

    The task begins to work when there is something that could not go out at once.
    """

    connection: Connection

    def __init__(self, socket: Socket, metrics: Metrics) -> None:
        self._socket, self._metrics = socket, metrics
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        direct = socket.direct
        self.write: Callable[[bytes], bool] = direct.write if direct else lambda _: False
        self.cut: Callable[[], None] = direct.cut if direct else lambda: None

    def wake(self) -> None:
        """Look whether there is something to send, or the socket is to be closed."""
        self._more.set()
        if self._task is None:
            work = pump(self.connection, self._more, self._socket.say, self._close)
            self._task = asyncio.create_task(work)

    async def _close(self, code: int) -> None:
        self._metrics.closes.labels(str(code)).inc()
        await self._socket.close(code)

    async def end(self) -> None:
        """Stop, after the last words: the connection is closing by now."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=LAST_WORDS)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        del self.connection  # without a circle both are freed at once
