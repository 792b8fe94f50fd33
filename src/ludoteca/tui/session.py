"""Sessions: a client with listeners, at tables in this process or of a server."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from ludoteca.bots.base import Line
from ludoteca.client.local import HERE, LocalServer
from ludoteca.client.port import Client
from ludoteca.client.process_pool import ProcessPool
from ludoteca.client.unfinished import UnfinishedMatch
from ludoteca.coach import hint, parse_adviser
from ludoteca.coach.hint import USUAL_ADVISER, shown_lines
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import View
from ludoteca.core.generator import seeded
from ludoteca.games import load
from ludoteca.protocol.common import Language
from ludoteca.protocol.from_client import AskHint, Enter, Message
from ludoteca.protocol.to_client import Answer, Hint, Refused, Snapshot, Told
from ludoteca.record.read import ReadRecord

Listener = Callable[[Told], object]


def advice(game: str, view: View, seed: int) -> list[Line]:
    """List the moves that a strong bot thinks of, the best first."""
    return hint(load(game), view, parse_adviser(USUAL_ADVISER), seeded(seed))


class Session:
    """Talks through a client and hands frames to its listeners."""

    is_remote = False

    def __init__(self, client: Client) -> None:
        """Take the client; must be used inside an event loop."""
        self._client = client
        self.is_connected = True
        self._watchers: list[Callable[[], object]] = []
        self._listeners: list[Listener] = []
        self._listening = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        async for told in self._client.told():
            for listener in list(self._listeners):
                listener(told)

    def listen(self, listener: Listener) -> None:
        """Tell this listener as well from now on."""
        self._listeners.append(listener)

    def leave_alone(self, listener: Listener, watcher: Callable[[], object]) -> None:
        """Remove a listener and a watcher."""
        if listener in self._listeners:
            self._listeners.remove(listener)
        if watcher in self._watchers:
            self._watchers.remove(watcher)

    def watch_connection(self, watcher: Callable[[], object]) -> None:
        """Tell this one when the connection is lost and when it is back."""
        self._watchers.append(watcher)

    def connection(self, up: bool) -> None:
        """Note that the connection is lost, or back."""
        self.is_connected = up
        for watcher in list(self._watchers):
            watcher()

    async def ask(self, kind: type[Message], **fields: Any) -> Answer:
        """Send a message; return its answer, also a refusal."""
        try:
            return await self._client.send(kind(request=1, **fields))
        except LudotecaError as error:  # the connection is gone for good, or broke unanswered
            return Refused(request=1, code=error.code, sentence=str(error))

    def now(self) -> float:
        """Return the time by the clock of the tables."""
        return time.time()

    def link(self, match: str) -> str:
        """Return the address at which others come to a table; none leads to one in this process."""
        return match

    async def _exchange(self, client: Client) -> None:
        """Talk through another client from now on."""
        before = self._client
        await self._hush()
        self._client = client
        self._listening = asyncio.create_task(self._hear())
        await before.close()

    async def _hush(self) -> None:
        self._listening.cancel()
        with suppress(asyncio.CancelledError):
            await self._listening

    async def close(self) -> None:
        """Close the client."""
        await self._hush()
        await self._client.close()


class LocalSession(Session):
    """Plays at tables in this process; records go into a folder."""

    def __init__(
        self, folder: Path, name: str, language: str, pool: ProcessPool | None = None
    ) -> None:
        """Run bots in `pool` processes, or in threads without one."""
        self._pool = pool
        self._server = LocalServer(folder, pool=pool)
        self._here = self._server.client(name, cast(Language, language), HERE)
        self._seats: dict[str, int | None] = {}
        super().__init__(self._here)

    def introduce(self, name: str, language: str) -> None:
        """Be called something else, and be spoken to in another language."""
        self._here.who = replace(self._here.who, name=name, language=cast(Language, language))

    def resume(self, unfinished: UnfinishedMatch) -> str:
        """Go on with a match that was left; return its id."""
        return self._server.resume(unfinished)

    def remember(self, record: ReadRecord) -> None:
        """Let a record be played on from."""
        self._server.remember(record)

    async def ask(self, kind: type[Message], **fields: Any) -> Answer:
        """Answer hints here: a table gives none by itself."""
        if kind is AskHint:
            return await self._hint(fields["match"])
        answer = await super().ask(kind, **fields)
        if kind is Enter and isinstance(answer, Snapshot):
            self._seats[fields["match"]] = answer.seat
        return answer

    async def _hint(self, match: str) -> Answer:
        """Ask a strong bot about the position as the seat at the screen may know it."""
        table, seat = self._server.table(match), self._seats[match]
        assert table.progress is not None
        assert seat is not None
        game, ply = table.game, table.progress.ply
        view = game.view(table.progress.state, seat)
        call = self._pool.call if self._pool else asyncio.to_thread
        lines = await call(advice, game.id, view, ply)
        return Hint(request=1, match=match, ply=ply, lines=shown_lines(game, view, lines))

    async def close(self) -> None:
        """Close all tables."""
        await super().close()
        await self._server.close()
