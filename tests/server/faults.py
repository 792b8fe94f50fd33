"""A network that fails: a link between client and server which can be cut, held and slowed."""

import asyncio
import random
from contextlib import suppress


class Link:
    """Carries bytes from a port of its own to the server, until something goes wrong."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._server: asyncio.Server | None = None
        self._pairs: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._flows = asyncio.Event()
        self._answers = asyncio.Event()
        self.refuses = False
        self.flow()

    async def open(self) -> str:
        """Begin; give the address of this end."""
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        pair = (writer, far_writer)
        self._pairs.add(pair)
        ways = ((reader, far_writer, self._flows), (far_reader, writer, self._answers))
        for source, sink, flows in ways:
            task = asyncio.create_task(self._copy(source, sink, pair, flows))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _copy(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        pair: tuple[asyncio.StreamWriter, asyncio.StreamWriter],
        flows: asyncio.Event,
    ) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                await flows.wait()
                sink.write(data)
                await sink.drain()
        self._end(pair)

    def _end(self, pair: tuple[asyncio.StreamWriter, asyncio.StreamWriter]) -> None:
        self._pairs.discard(pair)
        for writer in pair:
            writer.transport.abort()

    def lead_to(self, port: int) -> None:
        """Lead new connections to another port."""
        self._to = port

    # What goes wrong

    def cut(self) -> None:
        """Break every connection, as when a cable is pulled."""
        for pair in list(self._pairs):
            self._end(pair)

    def hold(self) -> None:
        """Let nothing through, but keep the connections."""
        self._flows.clear()
        self._answers.clear()

    def hold_answers(self) -> None:
        """Let nothing come back from the server."""
        self._answers.clear()

    def flow(self) -> None:
        """Let everything through again."""
        self._flows.set()
        self._answers.set()
        self.refuses = False

    async def misbehave(self, chance: random.Random) -> None:
        """Let one random fault happen, and end."""
        kind = chance.choice(("cut", "cut", "hold", "hold_and_cut", "refuse"))
        if kind.startswith("hold"):
            self.hold()
            await asyncio.sleep(chance.uniform(0, 0.03))
        if kind != "hold":
            self.refuses = kind == "refuse"
            self.cut()
            await asyncio.sleep(chance.uniform(0, 0.02))
        self.flow()

    async def close(self) -> None:
        """End everything."""
        self.flow()
        if self._server is not None:
            self._server.close()
        self.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
