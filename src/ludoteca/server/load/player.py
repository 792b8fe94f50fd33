"""One guest's socket under load, which decodes only what driving a match needs."""

import asyncio
import itertools
import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct, json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ludoteca.core.errors import LudotecaError
from ludoteca.protocol import VERSION, encode
from ludoteca.protocol.from_client import Hello, Message

TIMEOUT = 60.0


class Unanswered(LudotecaError):
    """The server closed a socket, or refused what it should not refuse."""

    code = "load_failed"


class LoadPosition(Struct):
    """Whose turn it is, and what the one who hears it may choose."""

    ply: int
    movers: tuple[int, ...]
    choices: dict[str, Any] = {}


class LoadTable(Struct):
    """How a table stands."""

    status: str


class Frame(Struct):
    """What matters of any frame."""

    type: str
    request: int = 0
    match: str = ""
    code: str = ""
    seat: int | None = None
    ply: int = -1
    table: LoadTable | None = None
    position: LoadPosition | None = None


_FRAME = json.Decoder(Frame)


class LoadPlayer:
    """Somebody with a socket."""

    def __init__(
        self, socket: ClientConnection, hears: Callable[["LoadPlayer", Frame], None]
    ) -> None:
        """Listen; everything that is told goes to `hears`."""
        self._socket, self._hears = socket, hears
        self._numbers = itertools.count(1)
        self._asked: dict[int, asyncio.Future[Frame]] = {}
        self.seat: int | None = None
        self.position: LoadPosition | None = None
        self._task = asyncio.create_task(self._listen())

    @classmethod
    async def arrive(
        cls, address: str, token: str, hears: Callable[["LoadPlayer", Frame], None]
    ) -> "LoadPlayer":
        """Connect and say hello."""
        socket = await connect(
            f"ws://{address}/socket",
            additional_headers={"Authorization": f"Bearer {token}"},
            compression=None,
            proxy=None,
            ping_interval=None,
            max_size=None,
            open_timeout=TIMEOUT,
        )
        guest = cls(socket, hears)
        await guest.ask(Hello, version=VERSION)
        return guest

    async def _listen(self) -> None:
        try:
            async for text in self._socket:
                frame = _FRAME.decode(text)
                waiting = self._asked.pop(frame.request, None) if frame.request else None
                self._hears(self, frame)
                if waiting is not None and not waiting.done():
                    waiting.set_result(frame)
        except ConnectionClosed:
            pass
        for waiting in self._asked.values():
            if not waiting.done():
                waiting.set_exception(Unanswered(f"closed: {self._socket.close_code}"))

    async def ask(self, kind: type[Message], **fields: Any) -> Frame:
        """Send a message, and wait for the answer."""
        frame, _ = await self.time(kind, **fields)
        if frame.type == "refused":
            raise Unanswered(f"{kind.__name__} was refused: {frame.code}")
        return frame

    async def time(self, kind: type[Message], **fields: Any) -> tuple[Frame, float]:
        """Send a message; return the answer, and how long it took."""
        message = kind(request=next(self._numbers), **fields)
        waiting: asyncio.Future[Frame] = asyncio.get_running_loop().create_future()
        self._asked[message.request] = waiting
        text = encode(message).decode()
        began = time.perf_counter()
        await self._socket.send(text)
        async with asyncio.timeout(TIMEOUT):
            frame = await waiting
        return frame, time.perf_counter() - began

    async def leave(self) -> None:
        """Go."""
        self._task.cancel()
        self._socket.transport.abort()
        await asyncio.gather(self._task, return_exceptions=True)
