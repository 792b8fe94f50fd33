"""The socket of a visitor: who it is, what he says, and what keeps him from saying too much."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

from ludoteca.core.errors import ProtocolError, StoreAway
from ludoteca.protocol import decode_from_client, request_of
from ludoteca.server.connection import Connection, pump
from ludoteca.server.couriers import PASSED_ON
from ludoteca.server.house import House
from ludoteca.server.hub import SESSION_UNKNOWN
from ludoteca.server.logs import log
from ludoteca.server.problem import Refusal
from ludoteca.server.shown import token_of

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


async def answer_socket(house: House, scope: Scope, receive: Receive, send: Send) -> None:
    """Talk with a visitor over a socket, from its handshake to its end.

    Sockets pass by the routes and layers made for requests, which cost work and do nothing for
    them.
    """
    socket = Socket(scope, receive, send)
    try:
        if socket.path.rstrip("/") == PATH:
            await _serve(house, socket)
        else:
            await socket.close(BROKEN_RULE)
    except Exception as error:  # one socket must not take others along
        log.error("socket_failed", exc_info=error)
        with suppress(Exception):
            await socket.close(FAULT)


async def _serve(house: House, socket: Socket) -> None:
    """Talk with one visitor until he goes."""
    origin = socket.headers.get("origin")
    if origin is not None and origin not in house.origins:
        log.warning("wrong_origin", origin=origin[:100])
        house.metrics.closes.labels("origin").inc()
        await socket.close(BROKEN_RULE)
        return
    await socket.accept()
    try:
        token = token_of(socket.headers, house)
        visit = await house.visitors.who(token)
    except StoreAway:
        await socket.close(TRY_LATER)
        return
    if visit is None:
        house.metrics.closes.labels(str(SESSION_UNKNOWN)).inc()
        await socket.close(SESSION_UNKNOWN)
        return
    if house.floods.is_empty(visit.digest):
        house.metrics.closes.labels(str(TRY_LATER)).inc()
        await socket.close(TRY_LATER)
        return
    sender = Sender(house, socket)
    connection = Connection(
        house.hub.next_number(),
        visit,
        house.settings.limits,
        sender.wake,
        socket.state.get("cut", sender.wake),
        token,
        PASSED_ON in socket.headers,
        socket.state.get("write", lambda _: False),
    )
    sender.connection = connection
    house.arrive(connection)
    await _talk(house, socket, connection, sender)


class Sender:
    """Sends what could not go out at once; it begins to work when there is such a thing."""

    connection: Connection

    def __init__(self, house: House, socket: Socket) -> None:
        """Have nothing to do."""
        self._house, self._socket = house, socket
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Look whether there is something to send, or the socket is to be closed."""
        self._more.set()
        if self._task is None:
            work = pump(self.connection, self._more, self._socket.say, self._close)
            self._task = asyncio.create_task(work)

    async def _close(self, code: int) -> None:
        self._house.metrics.closes.labels(str(code)).inc()
        await self._socket.close(code)

    async def end(self) -> None:
        """Stop, after the last words: the connection is closing by now."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=LAST_WORDS)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


async def _talk(house: House, socket: Socket, connection: Connection, sender: Sender) -> None:
    try:
        while connection.closing is None:
            event = await socket.receive()
            if event["type"] != "websocket.receive":
                break
            await hear(house, connection, event.get("text") or event.get("bytes") or "")
    except (OSError, RuntimeError) as error:
        log.debug("socket_ended", error=str(error))  # it is gone, in whatever way
    finally:
        house.leave(connection)
        await sender.end()


async def hear(house: House, connection: Connection, frame: str | bytes) -> None:
    """Take one message; everything is answered, sooner or later."""
    limits = house.settings.limits
    if not house.messages.take(connection.visit.digest):
        house.metrics.refusals.labels("too_fast").inc()
        connection.refuse(request_of(frame), Refusal("too_fast"))
        if not house.floods.take(connection.visit.digest):
            log.warning("flooded", visitor=connection.visit.id)
            connection.close(BROKEN_RULE)
        return
    try:
        message = decode_from_client(frame)
    except ProtocolError as error:
        house.metrics.refusals.labels(error.code).inc()
        connection.refuse(request_of(frame), error)
        return
    house.metrics.messages.labels(type(message).__name__).inc()
    if connection.pending >= limits.pending:
        connection.refuse(message.request, Refusal("busy"))
        return
    await house.desk.answer(connection, message)
