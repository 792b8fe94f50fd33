"""The socket of a visitor: who it is, what he says, and what keeps him from saying too much."""

import asyncio
from contextlib import suppress
from typing import Any

from litestar import WebSocket
from litestar.enums import ScopeType
from litestar.exceptions import WebSocketDisconnect
from litestar.types import ASGIApp, Receive, Scope, Send

from ludoteca.core.errors import ProtocolError, StoreAway
from ludoteca.protocol import decode_from_client, request_of
from ludoteca.server.connection import Connection, pump
from ludoteca.server.couriers import PASSED_ON
from ludoteca.server.house import House
from ludoteca.server.http.asking import token_of
from ludoteca.server.hub import SESSION_UNKNOWN
from ludoteca.server.logs import log
from ludoteca.server.problem import Refusal

PATH = "/socket"
BROKEN_RULE = 1008
FAULT = 1011
TRY_LATER = 1013
LAST_WORDS = 1.0
"""Seconds to send what is queued before a close."""


def with_sockets(house: House, others: ASGIApp) -> ASGIApp:
    """Answer sockets here, and leave all else to others.

    Sockets pass by the routes and layers made for requests, which cost work and do nothing for
    them.
    """

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.WEBSOCKET:
            await others(scope, receive, send)
            return
        socket: WebSocket[Any, Any, Any] = WebSocket(scope, receive, send)
        try:
            if scope["path"].rstrip("/") == PATH:
                await _serve(house, socket)
            else:
                await socket.close(BROKEN_RULE)  # before it is accepted: that is a 403
        except Exception as error:  # one socket must not take others along
            log.error("socket_failed", exc_info=error)
            with suppress(Exception):
                await socket.close(FAULT)

    return answer


async def _serve(house: House, socket: WebSocket[Any, Any, Any]) -> None:
    """Talk with one visitor until he goes."""
    origin = socket.headers.get("origin")
    if origin is not None and origin not in house.origins:
        log.warning("wrong_origin", origin=origin[:100])
        house.metrics.closes.labels("origin").inc()
        await socket.close(BROKEN_RULE)  # before it is accepted: the handshake fails with 403
        return
    await socket.accept()
    try:
        token = token_of(socket, house)
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
    wake = asyncio.Event()
    wire = socket.scope["state"]
    connection = Connection(
        house.hub.next_number(),
        visit,
        house.settings.limits,
        wake.set,
        wire.get("cut", wake.set),
        token,
        PASSED_ON in socket.headers,
        wire.get("write", lambda _: False),
    )
    house.arrive(connection)
    await _talk(house, socket, connection, wake)


async def _talk(
    house: House, socket: WebSocket[Any, Any, Any], connection: Connection, wake: asyncio.Event
) -> None:
    async def close(code: int) -> None:
        house.metrics.closes.labels(str(code)).inc()
        await socket.close(code)

    sender = asyncio.create_task(pump(connection, wake, socket.send_text, close))
    try:
        while connection.closing is None:
            event = await socket.receive()
            if event["type"] != "websocket.receive":
                break
            await hear(house, connection, event.get("text") or event.get("bytes") or "")
    except (WebSocketDisconnect, OSError, RuntimeError) as error:
        log.debug("socket_ended", error=str(error))  # it is gone, in whatever way
    finally:
        house.leave(connection)
        if connection.closing is not None:
            await asyncio.wait([sender], timeout=LAST_WORDS)
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)


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
