"""Passes messages on to tables of another process, in the client's name.

A proxy is a socket to the owner, opened with the client's own token: so the owner knows who
speaks, and decides as if the client were there. When the owner is gone the client is told to come
again, as if its own process had ended: it knows how to do that without losing anything.
"""

import asyncio
from typing import TYPE_CHECKING

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from ludoteca.core.errors import LudotecaError, StoreAway
from ludoteca.protocol import VERSION, encode
from ludoteca.protocol.from_client import Exit, Hello, Message
from ludoteca.server.background import Background
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store.values import Owner
from ludoteca.server.tables.process_proof import ProcessProof
from ludoteca.server.transport.connection import Connection

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

PASSED_ON = "x-ludoteca-passed-on"
"""The header of a proxy's socket, with its proof; what comes over it is not passed on again."""

OPEN_TIMEOUT = 2.0
COME_AGAIN = 1012
FINAL = range(4000, 5000)
"""Close codes that mean the client itself."""

HELLO = 1
"""The number of the greeting."""

FAULTS = (
    OSError,
    ConnectionClosed,
    InvalidHandshake,
    InvalidURI,
    TimeoutError,
    msgspec.MsgspecError,
    StoreAway,
)


class OwnedElsewhere(LudotecaError):
    """Another process owns the table."""

    code = "busy"

    def __init__(self, owner: Owner) -> None:
        """Note who it is."""
        super().__init__(f"the table is at {owner.process}")
        self.owner = owner


class _Head(msgspec.Struct):
    """What a proxy reads of a frame."""

    type: str
    request: int | None = None
    match: str | None = None
    code: str | None = None


_HEAD = msgspec.json.Decoder(_Head)


class TableProxy:
    """Carries the messages of one connection to one process, and what it answers and tells."""

    def __init__(self, connection: Connection, socket: "ClientConnection") -> None:
        """Take a socket on which we were welcomed."""
        self._connection, self._socket = connection, socket
        self.matches: set[str] = set()
        """The tables this way leads to."""
        self._task = asyncio.create_task(self._listen())

    async def carry(self, message: Message) -> None:
        """Carry a message; if that fails, listening ends too and the client comes again."""
        try:
            await self._socket.send(encode(message).decode())
        except FAULTS:
            self._connection.close(COME_AGAIN)

    async def _listen(self) -> None:
        try:
            async for frame in self._socket:
                self._hand_over(frame if isinstance(frame, bytes) else frame.encode())
        except FAULTS:
            pass
        code = self._socket.close_code or COME_AGAIN
        self._connection.close(code if code in FINAL else COME_AGAIN)

    def _hand_over(self, frame: bytes) -> None:
        head = _HEAD.decode(frame)
        if head.type == "resync":  # it was let go there: find its owner again
            self.matches -= self.matches if head.match is None else {head.match}
        self._connection.put(frame, head.request is not None)

    async def end(self) -> None:
        """End, because the client is gone."""
        self._task.cancel()
        self._socket.transport.abort()
        await asyncio.gather(self._task, return_exceptions=True)


Opened = TableProxy | ServerRefusal | None
"""A way to an owner; or why it does not take us now, or None: it can't be reached."""


class TableProxies:
    """All proxies of this process."""

    def __init__(self, proof: ProcessProof, background: Background) -> None:
        """Take what shows others that we are of the same server."""
        self._proof, self._background = proof, background
        self._of: dict[Connection, dict[str, asyncio.Task[Opened]]] = {}

    def __len__(self) -> int:
        """Count the clients with tables elsewhere."""
        return len(self._of)

    def leads_to(self, connection: Connection, match: str) -> "TableProxy | None":
        """Return the way from a connection to a table, if one is known."""
        for opening in self._of.get(connection, {}).values():
            proxy = opening.result() if opening.done() else None
            if isinstance(proxy, TableProxy) and match in proxy.matches:
                return proxy
        return None

    async def carry(self, connection: Connection, match: str, message: Message) -> bool:
        """Carry a message the way that is known; False if none is."""
        proxy = self.leads_to(connection, match)
        if proxy is None:
            return False
        if isinstance(message, Exit):
            proxy.matches.discard(match)
        await proxy.carry(message)
        return True

    async def carry_to(
        self, connection: Connection, match: str, message: Message, owner: Owner
    ) -> bool:
        """Carry a message to an owner; False if that can't be reached now.

        Raises a refusal if it could be reached, and has no time for us.
        """
        if connection.passed_on:  # the sender thought that we own it: let it look again
            connection.close(COME_AGAIN)
            return True
        ways = self._of.setdefault(connection, {})
        opening = ways.get(owner.address)
        if opening is None:
            opening = asyncio.create_task(self._open(connection, owner))
            ways[owner.address] = opening
        proxy = await asyncio.shield(opening)
        if not isinstance(proxy, TableProxy):
            ways.pop(owner.address, None)
            if not ways:
                self._of.pop(connection, None)
            if proxy is not None:
                raise proxy
            return False
        if connection not in self._of:  # it has left meanwhile
            await proxy.end()
            return True
        proxy.matches.add(match)
        await proxy.carry(message)
        return True

    async def _open(self, connection: Connection, owner: Owner) -> Opened:
        from websockets.asyncio.client import connect  # here: most servers are one process

        socket = None
        try:
            proof = await self._proof.make(connection.token)
            headers = {"Authorization": f"Bearer {connection.token}", PASSED_ON: proof}
            socket = await connect(
                f"ws://{owner.address}/socket",
                additional_headers=headers,
                open_timeout=OPEN_TIMEOUT,
                compression=None,
                max_size=None,
                proxy=None,
            )
            hello = Hello(request=HELLO, version=VERSION, language=connection.language)
            await socket.send(encode(hello).decode())
            async with asyncio.timeout(OPEN_TIMEOUT):
                answer = await _answer(socket)
        except FAULTS as error:
            log.warning("owner_unreachable", owner=owner.process, error=type(error).__name__)
            if socket is not None:
                socket.transport.abort()
            return None
        if answer.type == "welcome":  # it is another process of this server
            return TableProxy(connection, socket)
        log.warning("owner_refused", owner=owner.process, code=answer.code)
        socket.transport.abort()
        return ServerRefusal("busy")

    def leave(self, connection: Connection) -> None:
        """Let the proxies of a connection go with it."""
        for opening in self._of.pop(connection, {}).values():
            self._background.run(self._end(opening))

    @staticmethod
    async def _end(opening: asyncio.Task[Opened]) -> None:
        proxy = await opening
        if isinstance(proxy, TableProxy):
            await proxy.end()

    async def close(self) -> None:
        """Let all go."""
        for connection in list(self._of):
            for opening in self._of.pop(connection).values():
                await self._end(opening)


async def _answer(socket: "ClientConnection") -> _Head:
    """Hear what the owner says to our greeting."""
    while True:
        head = _HEAD.decode(await socket.recv())
        if head.request == HELLO:
            return head
