"""Where this screen sits: at tables in this process, or at those of a server."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ludoteca.bots.base import Line
from ludoteca.client.local import LocalHouse
from ludoteca.client.port import Client
from ludoteca.client.workshop import Workshop
from ludoteca.coach import hint, parse_adviser
from ludoteca.coach.hint import USUAL_ADVISER
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import View
from ludoteca.core.generator import seeded
from ludoteca.games import load
from ludoteca.protocol.common import Language
from ludoteca.protocol.from_client import AskHint, Enter, Message
from ludoteca.protocol.to_client import Answer, Hint, Refused, Snapshot, Told
from ludoteca.record.read import ReadRecord

Listener = Callable[[Told], object]

SHOWN = 5
"""So many moves does a hint name."""


def advice(game: str, view: View, seed: int) -> list[Line]:
    """List the moves that a strong bot thinks of, the best first."""
    return hint(load(game), view, parse_adviser(USUAL_ADVISER), seeded(seed))


class Desk:
    """Talks through a client, and hands on what is told to whoever listens."""

    is_remote = False

    def __init__(self, client: Client) -> None:
        """Take the client; must be used inside an event loop."""
        self._client = client
        self.is_connected = True
        self._watchers: list[Callable[[], object]] = []
        self._listeners: list[Listener] = []
        self._hearing = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        async for told in self._client.told():
            for listener in list(self._listeners):
                listener(told)

    def listen(self, listener: Listener) -> None:
        """Tell this listener as well from now on."""
        self._listeners.append(listener)

    def leave_alone(self, listener: Listener, watcher: Callable[[], object]) -> None:
        """Tell them no more."""
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
        """Send a message; give its answer, also a refusal."""
        try:
            return await self._client.send(kind(request=1, **fields))
        except LudotecaError as error:  # the connection is gone for good, or broke unanswered
            return Refused(request=1, code=error.code, sentence=str(error))

    def now(self) -> float:
        """Give the time by the clock of the tables."""
        return time.time()

    def link(self, match: str) -> str:
        """Give the address at which others come to a table; none leads to one in this process."""
        return match

    async def _exchange(self, client: Client) -> None:
        """Talk through another client from now on."""
        before = self._client
        await self._hush()
        self._client = client
        self._hearing = asyncio.create_task(self._hear())
        await before.close()

    async def _hush(self) -> None:
        self._hearing.cancel()
        with suppress(asyncio.CancelledError):
            await self._hearing

    async def close(self) -> None:
        """Say goodbye."""
        await self._hush()
        await self._client.close()


class LocalDesk(Desk):
    """Sits at tables in this process; bots think beside it, records go into a folder."""

    def __init__(
        self, folder: Path, name: str, language: str, workshop: Workshop | None = None
    ) -> None:
        """Open the house; bots think in the workshop, if there is one, else in threads."""
        self._workshop = workshop
        self._house = LocalHouse(folder, workshop=workshop)
        self._here = self._house.client(name, cast(Language, language))
        self._seats: dict[str, int | None] = {}
        super().__init__(self._here)

    def introduce(self, name: str, language: str) -> None:
        """Be called something else, and be spoken to in another language."""
        self._here.who = replace(self._here.who, name=name, language=cast(Language, language))

    def remember(self, record: ReadRecord) -> None:
        """Let a record be played on from."""
        self._house.remember(record)

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
        table, seat = self._house.table(match), self._seats[match]
        assert table.course is not None
        assert seat is not None
        game, ply = table.game, table.course.ply
        view = game.view(table.course.state, seat)
        call = self._workshop.call if self._workshop else asyncio.to_thread
        lines = await call(advice, game.id, view, ply)
        notation = game.rooms.notation
        told = tuple(
            {
                "text": notation.format_move(view.state, seat, line.action),
                "move": notation.move_fields(view.state, seat, line.action),
                "win": line.win,
                "score": line.score,
            }
            for line in lines[:SHOWN]
        )
        return Hint(request=1, match=match, ply=ply, lines=told)

    async def close(self) -> None:
        """Close all tables."""
        await super().close()
        await self._house.close()
