"""The socket below the protocol: uvicorn's, but quicker, and no stalled reader holds it open."""

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

AT_ONCE = 64 * 1024
"""So many bytes are gathered at most before they are sent."""

PATIENCE = 5.0
"""Seconds for a reader to take what was sent before the connection is cut."""

DIRECT = "ludoteca.direct"
"""The ASGI extension by which the endpoint reaches this protocol."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Cuts the connection some time after it was closed, even if its reader takes nothing.

    `transport.close()` waits until everything is sent; somebody who stops reading but answers the
    probes of his network would keep socket and buffer as long as he likes.
    """

    _cutter: asyncio.TimerHandle | None = None
    _unsent = 0
    """How many bytes go out at the end of this turn of the event loop."""

    async def run_asgi(self) -> None:
        """Serve the socket; then give it a little time to end properly."""
        self.scope.setdefault("extensions", {})[DIRECT] = {"protocol": self}
        try:
            await super().run_asgi()
        finally:
            self.cut()

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
            self._cutter = self.loop.call_later(PATIENCE, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the timer."""
        if self._cutter is not None:
            self._cutter.cancel()
            self._cutter = None
        super().connection_lost(exc)
