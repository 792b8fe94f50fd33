"""A plain client socket: sends what a test wants, and returns what comes."""

import asyncio
import json
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from ludoteca.client.remote import socket_url
from ludoteca.protocol import VERSION

TIMEOUT = 60.0


class RawSocket:
    """One socket, spoken with in plain JSON."""

    def __init__(self, socket: ClientConnection) -> None:
        """Take a socket that is open."""
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.texts: list[str] = []
        """What was heard, as it came."""

    @classmethod
    async def open(cls, address: str, token: str = "", **more: Any) -> Self:
        """Connect; `more` goes to the library."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        socket = await connect(
            socket_url(address),
            additional_headers={**headers, **more.pop("headers", {})},
            compression=None,
            proxy=None,
            max_size=None,
            **more,
        )
        return cls(socket)

    async def say(self, **message: Any) -> None:
        """Send something."""
        await self.socket.send(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """Hear the next frame."""
        async with asyncio.timeout(TIMEOUT):
            text = await self.socket.recv(decode=True)
        frame: dict[str, Any] = json.loads(text)
        self.texts.append(text)
        self.heard.append(frame)
        return frame

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send something and hear its answer."""
        await self.say(**message)
        return await self.answer_to(message["request"])

    async def answer_to(self, request: int) -> dict[str, Any]:
        """Hear until an answer comes."""
        while True:
            frame = await self.hear()
            if frame.get("request") == request:
                return frame

    async def greet(self) -> dict[str, Any]:
        """Send a hello."""
        return await self.ask(type="hello", request=1, version=VERSION)

    async def close_code(self) -> int:
        """Hear until the server closes; give its code."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while True:
                    await self.socket.recv()
        except ConnectionClosed:
            pass
        assert self.socket.close_code is not None
        return self.socket.close_code

    async def close(self) -> None:
        """Go."""
        await self.socket.close()
