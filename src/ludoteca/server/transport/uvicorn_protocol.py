"""Uvicorn's protocols with limits of time, number and speed."""

import asyncio
import re
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any

import h11
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from ludoteca.server.logs import log
from ludoteca.server.transport.frames import FrameLimit
from ludoteca.server.transport.guard import ConnectionGuard

AT_ONCE = 64 * 1024
"""Bytes gathered at most before they are sent."""

TIMEOUT = 5.0
"""Seconds for a reader to take what was sent before the connection is cut."""

DIRECT = "ludoteca.direct"
"""The ASGI extension by which the endpoint reaches this protocol."""

FLOODED = 1008
"""The close code of a socket that sends too much."""

NOT_UTF8 = 1007

EMBEDDED = re.compile("/embed/[0-9A-Za-z_-]{4,40}")
"""The addresses that other sites may show in a frame."""

LARGE_BODY = 16 * 1024
"""As much of a large body as must arrive in the time for one."""

TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class GuardedConfig(uvicorn.Config):
    """uvicorn's settings, and what bounds its connections."""

    def __init__(
        self,
        app: Any,
        guard: ConnectionGuard,
        framed: Sequence[tuple[str, str]] = (),
        count_close: Callable[[int], None] = lambda _: None,
        **more: Any,
    ) -> None:
        """Use our protocols for requests and sockets.

        `framed`: headers below `/embed/`. `count_close` is told the code of a socket that is closed
        here, before the application hears of it.
        """
        super().__init__(app, http=HttpProtocol, ws=WebSocketProtocol, **more)
        self.guard, self.count_close = guard, count_close
        self.framed = [(name.encode(), value.encode()) for name, value in framed]
        self._proxies = ProxyHeadersMiddleware(app, self.forwarded_allow_ips).trusted_hosts

    def is_proxy(self, address: str) -> bool:
        """Return whether a proxy at this address is believed."""
        return address in self._proxies


class HttpProtocol(H11Protocol):
    """Ends connections on which a request does not come, or an answer is not taken."""

    config: GuardedConfig
    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _in_body = False
    _arrived = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless its address has too many that ask for nothing."""
        super().connection_made(transport)
        if not self._wait_for_request():
            transport.abort()

    def _wait_for_request(self) -> bool:
        address = self.client[0] if self.client else ""
        guard = self.config.guard
        if not guard.wait(self, address, self.config.is_proxy(address)):
            return False
        self._expect(guard.limits.header_seconds)
        return True

    def _expect(self, seconds: float) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def data_received(self, data: bytes) -> None:
        """Take a piece of a request."""
        if self.transport.is_closing():
            return
        self._arrived += len(data)
        super().data_received(data)
        if self.transport.get_protocol() is self:  # not a socket by now
            self._look()

    def handle_events(self) -> None:
        """Begin to answer; pages that other sites may show in a frame have headers of their own."""
        before = self.cycle
        super().handle_events()
        cycle = self.cycle
        if cycle is not before and self.config.framed and EMBEDDED.fullmatch(cycle.scope["path"]):
            dates = [one for one in cycle.default_headers if one[0] == b"date"]
            cycle.default_headers = [*dates, *self.config.framed]

    def _look(self) -> None:
        """Bound the time for what is to come next."""
        state, guard = self.conn.their_state, self.config.guard
        if state is h11.IDLE:
            if self._deadline is None and not self._wait_for_request():
                self.transport.abort()
        elif state is h11.SEND_BODY:
            guard.stop_waiting(self)
            if not self._in_body:
                self._in_body, self._arrived = True, 0
                self._expect(guard.limits.body_seconds)
        else:
            self._in_body = False
            guard.stop_waiting(self)
            self._expect_nothing()

    def on_response_complete(self) -> None:
        """Wait for the next request; that nothing of it comes is noticed by uvicorn."""
        self._in_body = False
        self._expect_nothing()
        super().on_response_complete()
        if not self.transport.is_closing():
            self._look()

    def _too_late(self) -> None:
        self._deadline = None
        if self._in_body and (self._arrived >= LARGE_BODY or self.flow.read_paused):
            self._arrived = 0
            self._expect(self.config.guard.limits.body_seconds)
            return
        if not self.transport.is_closing():
            if self._is_half_sent():
                self.transport.write(TOO_LATE)
            self.transport.close()
            self.loop.call_later(TIMEOUT, self.transport.abort)

    def _is_half_sent(self) -> bool:
        """Return whether a request has begun to which nothing was answered yet."""
        if self._in_body:
            return not self.cycle.response_started
        return bool(self.conn.trailing_data[0])

    def make_room(self) -> None:
        """End the connection, because others need the room."""
        if not self.transport.is_closing():
            self.transport.abort()

    def pause_writing(self) -> None:
        """Wait for the reader, but not without end."""
        super().pause_writing()
        seconds = self.config.guard.limits.reader_seconds
        self._unread = self.loop.call_later(seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: the reader has taken what there was."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a socket."""
        self._forget()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timers."""
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        self._expect_nothing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        self._unset_keepalive_if_required()
        self.config.guard.stop_waiting(self)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Keeps to the limits when reading, and ends some time after it was closed.

    Frames are counted before they are parsed; nothing is parsed before the socket is accepted, nor
    once it is closing. `transport.close()` waits until everything is sent; a client that
    stops reading but answers network probes would keep socket and buffer as long as it likes.
    """

    config: GuardedConfig
    _cutter: asyncio.TimerHandle | None = None
    _limit: FrameLimit
    _address = ""
    _is_counted = False
    """Whether it counts as a socket of its address."""
    _served = False
    """Whether the application is done with it."""
    _unsent = 0
    """How many bytes go out at the end of this turn of the event loop."""

    def handle_connect(self, event: Request) -> None:
        """Read nothing more before the socket is accepted."""
        self._limit = FrameLimit(self.config.guard.limits)
        super().handle_connect(event)
        if not self.close_sent:
            self.read_paused = True
            self.transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        """Take what comes, if it may come that fast."""
        if not self.handshake_initiated:
            super().data_received(data)
        elif not self._limit.take(data, partial(self.config.guard.frames.take, self._address)):
            self._flooded()
        elif self.close_sent:
            if self._limit.walker.closes:  # the answer to our close
                self.transport.close()
        elif self.handshake_complete:
            super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Hand a message over; what is not UTF-8 closes the socket."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.config.count_close(NOT_UTF8)
                self.conn.send_close(NOT_UTF8)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def _flooded(self) -> None:
        """Read nothing any more; what came is not looked at."""
        self.transport.pause_reading()
        self.read_paused = False  # so that nobody resumes it
        if self.close_sent or self.transport.is_closing():
            return
        log.warning("socket_flooded", address=self._address)
        self.config.count_close(FLOODED)
        self.close_sent = True
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": FLOODED})
        try:
            self.conn.send_close(FLOODED)
        except InvalidState:
            pass
        else:
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.cut()

    async def run_asgi(self) -> None:
        """Serve the socket; then give it a little time to end properly."""
        self.scope.setdefault("extensions", {})[DIRECT] = {"protocol": self}
        try:
            await super().run_asgi()
        finally:
            self.cut()
            self._served = True
            self._release()

    def admit(self, address: str) -> bool:
        """Count the socket for its address; False if that has too many."""
        if not self.config.guard.may_open(address):
            return False
        self._address = address
        self._is_counted = True
        self.config.guard.opened(address)
        return True

    async def hold(self, address: str, seconds: float) -> None:
        """Wait before it is refused, unless enough of its address wait already."""
        guard = self.config.guard
        if guard.hold(address):
            try:
                await asyncio.sleep(seconds)
            finally:
                guard.let_go(address)

    def refuse(self, status: HTTPStatus, retry_after: int) -> None:
        """End the socket before it was accepted."""
        if self.handshake_complete or self.transport.is_closing():
            return
        response = self.conn.reject(status, "")
        response.headers["Retry-After"] = str(retry_after)
        self.conn.send_response(response)
        self.handshake_complete = self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def write(self, frame: bytes) -> bool:
        """Send a frame, with others of this turn; False if it must wait, or can't be sent."""
        if not (self.handshake_complete and self.writable.is_set()):
            return False
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(frame)
        except InvalidState:
            return False
        if not self._unsent:
            self.loop.call_soon(self._flush)
        self._unsent += len(frame)
        if self._unsent > AT_ONCE:
            self._flush()  # now, to see whether it is taken
        return True

    def _flush(self) -> None:
        self._unsent = 0
        frames = self.conn.data_to_send()
        if frames and not self.transport.is_closing():
            self.transport.write(b"".join(frames))

    def shutdown(self) -> None:
        """Close the socket because the server stops."""
        super().shutdown()
        self.cut()

    def keepalive_timeout(self) -> None:
        """Close the socket because nobody answers on the other side."""
        super().keepalive_timeout()
        self.cut()

    def cut(self) -> None:
        """Cut the connection soon, whether its reader takes anything or not."""
        if self._cutter is None and not self.disconnected:
            self._cutter = self.loop.call_later(TIMEOUT, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timer."""
        if self._cutter is not None:
            self._cutter.cancel()
            self._cutter = None
        if self._is_counted:
            self._is_counted = False
            self.config.guard.closed(self._address)
        super().connection_lost(exc)
        self._release()

    def _release(self) -> None:
        """Break the circles in which this refers to itself, so that it is freed at once."""
        if self.disconnected and self._served:
            self.conn.parser.close()
            self.scope["extensions"].clear()
