"""The WebSocket endpoint: authentication, message loop, rate limits."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from ludoteca.core.errors import ProtocolError, StoreAway
from ludoteca.protocol import decode_from_client, request_of
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.runtime import Runtime
from ludoteca.server.tables.proxy import PASSED_ON
from ludoteca.server.transport.connection import Connection, pump
from ludoteca.server.transport.credentials import token_of
from ludoteca.server.transport.hub import SESSION_UNKNOWN

Scope = MutableMapping[str, Any]
Event = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Event]]
Send = Callable[[Event], Awaitable[None]]

PATH = "/socket"
BROKEN_RULE = 1008
FAULT = 1011
TRY_LATER = 1013
LAST_WORDS = 1.0
"""Seconds to send what is queued before a close."""


class Socket:
    """One WebSocket, as uvicorn hands it over."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take what ASGI gives."""
        self.path: str = scope["path"]
        self.state: MutableMapping[str, Any] = scope["state"]
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


async def answer_socket(runtime: Runtime, scope: Scope, receive: Receive, send: Send) -> None:
    """Talk with a user over a socket, from its handshake to its end.

    Sockets pass by the routes and layers made for requests, which cost work and do nothing for
    them.
    """
    socket = Socket(scope, receive, send)
    try:
        if socket.path.rstrip("/") == PATH:
            await _serve(runtime, socket)
        else:
            await socket.close(BROKEN_RULE)
    except Exception as error:  # one socket must not take others along
        log.error("socket_failed", exc_info=error)
        with suppress(Exception):
            await socket.close(FAULT)


async def _serve(runtime: Runtime, socket: Socket) -> None:
    """Talk with one user until he goes."""
    origin = socket.headers.get("origin")
    if origin is not None and origin not in runtime.origins:
        log.warning("wrong_origin", origin=origin[:100])
        runtime.metrics.closes.labels("origin").inc()
        await socket.close(BROKEN_RULE)
        return
    await socket.accept()
    try:
        token = token_of(socket.headers, runtime.settings)
        identity = await runtime.accounts.who(token)
    except StoreAway:
        await socket.close(TRY_LATER)
        return
    if identity is None:
        runtime.metrics.closes.labels(str(SESSION_UNKNOWN)).inc()
        await socket.close(SESSION_UNKNOWN)
        return
    if runtime.floods.is_empty(identity.digest):
        runtime.metrics.closes.labels(str(TRY_LATER)).inc()
        await socket.close(TRY_LATER)
        return
    sender = Sender(runtime, socket)
    connection = Connection(
        runtime.hub.next_number(),
        identity,
        runtime.settings.limits,
        sender.wake,
        socket.state.get("cut", sender.wake),
        token,
        PASSED_ON in socket.headers,
        socket.state.get("write", lambda _: False),
        runtime.metrics,
    )
    sender.connection = connection
    runtime.arrive(connection)
    await _talk(runtime, socket, connection, sender)


class Sender:
    """Sends what could not go out at once; it begins to work when there is such a thing."""

    connection: Connection

    def __init__(self, runtime: Runtime, socket: Socket) -> None:
        """Have nothing to do."""
        self._runtime, self._socket = runtime, socket
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Look whether there is something to send, or the socket is to be closed."""
        self._more.set()
        if self._task is None:
            work = pump(self.connection, self._more, self._socket.say, self._close)
            self._task = asyncio.create_task(work)

    async def _close(self, code: int) -> None:
        self._runtime.metrics.closes.labels(str(code)).inc()
        await self._socket.close(code)

    async def end(self) -> None:
        """Stop, after the last words: the connection is closing by now."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=LAST_WORDS)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


async def _talk(runtime: Runtime, socket: Socket, connection: Connection, sender: Sender) -> None:
    try:
        while connection.closing is None:
            event = await socket.receive()
            if event["type"] != "websocket.receive":
                break
            await hear(runtime, connection, event.get("text") or event.get("bytes") or "")
    except (OSError, RuntimeError) as error:
        log.debug("socket_ended", error=str(error))  # it is gone, in whatever way
    finally:
        runtime.leave(connection)
        await sender.end()


async def hear(runtime: Runtime, connection: Connection, frame: str | bytes) -> None:
    """Take one message; everything is answered, sooner or later."""
    limits = runtime.settings.limits
    if not runtime.messages.take(connection.identity.digest):
        connection.refuse(request_of(frame), ServerRefusal("too_fast"))
        if not runtime.floods.take(connection.identity.digest):
            log.warning("flooded", user=connection.identity.id)
            connection.close(BROKEN_RULE)
        return
    try:
        message = decode_from_client(frame)
    except ProtocolError as error:
        connection.refuse(request_of(frame), error)
        return
    runtime.metrics.messages.labels(type(message).__name__).inc()
    if connection.pending >= limits.pending:
        connection.refuse(message.request, ServerRefusal("busy"))
        return
    await runtime.dispatcher.dispatch(connection, message)
