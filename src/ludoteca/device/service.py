"""The door between the page and the tables of its device: text in, text out."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from msgspec.structs import replace

from ludoteca.core.errors import ProtocolError
from ludoteca.device.bots import PAUSE, DeviceBots
from ludoteca.device.http import ADVISER, HttpAnswers
from ludoteca.device.server import USER, DeviceClient, DeviceServer
from ludoteca.device.storage import Storage
from ludoteca.protocol import decode_from_client
from ludoteca.protocol.from_client import Hello
from ludoteca.table import Who


class Service:
    """One page, its frames and its requests."""

    def __init__(
        self,
        storage: Storage,
        send: Callable[[str], None],
        let_others: Callable[[], None] = lambda: None,
        pause: float = PAUSE,
        adviser: str = ADVISER,
    ) -> None:
        """Take where matches are kept, who hears frames, and what lets others have their turn."""
        self.server = DeviceServer(storage, DeviceBots(let_others, pause))
        self._http = HttpAnswers(self.server, adviser)
        self._send = send
        self._client: DeviceClient | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.asked = 0
        """How many frames and requests have come."""

    async def open(self) -> None:
        """Find what was kept; to be called before all else."""
        await self.server.look()
        await self._http.look()

    def connect(self) -> None:
        """Begin a new connection: the page has come, or comes again."""
        who = Who(user=USER, name=self._http.name)
        before, self._client = self._client, DeviceClient(self.server, who, self._write)
        if before is not None:
            self._run(before.close())

    def _write(self, frame: bytes) -> None:
        self._send(frame.decode())

    def receive(self, text: str) -> None:
        """Take a frame; what comes of it is sent."""
        client = self._client
        assert client is not None, "connect first"
        self.asked += 1
        try:
            message = decode_from_client(text)
        except ProtocolError as error:
            client.refuse(0, error)
            return
        if isinstance(message, Hello):
            client.who = replace(client.who, language=message.language, name=self._http.name)
        self._run(client.take(message))

    def request(
        self, method: str, address: str, body: str, language: str
    ) -> Coroutine[Any, Any, tuple[int, str]]:
        """Answer a request; give the status and the JSON."""
        self.asked += 1  # at once: a bot that thinks gives way to it
        return self._answer(method, address, body, language)

    async def _answer(self, method: str, address: str, body: str, language: str) -> tuple[int, str]:
        status, answer = await self._http.answer(method, address, body, language)
        if self._client is not None:
            self._client.who = replace(self._client.who, name=self._http.name)
        return status, answer.decode()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop all tables."""
        await self.server.close()
