"""Seats a program of one's own at a server: it accepts invitations and plays, match after match."""

import asyncio
import random
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from ludoteca import games
from ludoteca.bots.external import PROTOCOL, ExternalPlayer, read_move
from ludoteca.bots.external.program import Lost
from ludoteca.client.port import Client
from ludoteca.client.remote import RemoteClient, Unsure
from ludoteca.core.choice import MOST_CONTINUATIONS
from ludoteca.core.errors import UnreadableMove
from ludoteca.protocol.from_client import (
    AskMoves,
    Enter,
    Exit,
    Message,
    PlayMove,
    QuickMatch,
    Ready,
    Resign,
    TakeSeat,
)
from ludoteca.protocol.reconnect import pause_after
from ludoteca.protocol.to_client import (
    Answer,
    Continuations,
    Invited,
    Opened,
    PositionInfo,
    Refused,
    Snapshot,
    TableChange,
    TableInfo,
    Told,
    Update,
    YourTurn,
)

FAULTS = frozenset({"illegal_move", "unreadable_move"})
"""Refusals of a move that are the program's own doing; others pass, like a stale one."""


async def send_until_taken(client: Client, message: Message) -> Answer:
    """Send a message until its answer is not a refusal that passes: a store that is down, say.

    It may arrive twice. A move has an id, and takes effect once; the rest is refused the second
    time, or changes nothing.
    """
    while True:
        try:
            answer = await client.send(message)
        except Unsure:
            continue  # the next one waits for a connection
        if not isinstance(answer, Refused) or answer.retry_after is None:
            return answer
        await asyncio.sleep(pause_after(answer.retry_after, random.random()))


class BotBridge:
    """Plays at all tables of one connection; each match has a program of its own."""

    def __init__(
        self,
        client: RemoteClient,
        start: Callable[[], ExternalPlayer],
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Take a connection, what starts a program, and who is told what happens."""
        self._client, self._start_program, self._report = client, start, report
        self._seated: dict[str, SeatedBot] = {}
        self.finished = 0

    async def join(self, match: str) -> None:
        """Take a free seat at a table."""
        answer = await send_until_taken(self._client, TakeSeat(request=1, match=match))
        if isinstance(answer, Refused) and answer.code != "seated_already":
            self._report(f"{match}: {answer.sentence}")
        else:
            await self._enter(match)

    async def quick_match(self, game: str) -> None:
        """Sit down at any open table of a game."""
        answer = await send_until_taken(self._client, QuickMatch(request=1, game=game))
        if isinstance(answer, Opened):
            await self._enter(answer.match)
        elif isinstance(answer, Refused):
            self._report(answer.sentence)

    async def run(self, matches: int | None = None) -> None:
        """Play until the connection ends, or until that many matches are over."""
        try:
            for match in self._client.welcome.seats if self._client.welcome else ():
                await self._enter(match)
            if matches is not None and self.finished >= matches:
                return
            async for told in self._client.told():
                await self._take(told)
                if matches is not None and self.finished >= matches:
                    return
        finally:
            for bot in self._seated.values():
                bot.close()

    async def _take(self, told: Told) -> None:
        if isinstance(told, Invited):
            self._report(f"{told.match}: invited by {told.by}")
            await self.join(told.match)
        elif isinstance(told, YourTurn) and told.match not in self._seated:
            await self._enter(told.match)
        elif isinstance(told, Snapshot):
            await self._look(told.table, told.seat, told.position)
        elif isinstance(told, TableChange):
            await self._look(told.table, told.seat, None)
        elif isinstance(told, Update) and told.match in self._seated:
            self._seated[told.match].move(told.position)

    async def _enter(self, match: str) -> None:
        answer = await send_until_taken(self._client, Enter(request=1, match=match))
        if isinstance(answer, Snapshot):
            await self._look(answer.table, answer.seat, answer.position)

    async def _look(
        self, table: TableInfo, seat: int | None, position: PositionInfo | None
    ) -> None:
        match, game = table.match, table.setting.game
        if table.status in ("over", "final", "closed"):
            await self._leave(match)
        elif seat is None:
            return
        elif game not in games.names():
            self._report(f"{match}: {game} is not a game of this installation")
        elif table.status == "open":
            if not table.seats[seat].ready:
                contribution = secrets.token_hex(16)
                await send_until_taken(
                    self._client, Ready(request=1, match=match, contribution=contribution)
                )
        elif match not in self._seated:
            self._report(f"{match}: {game}, seat {seat}")
            bot = SeatedBot(self._client, self._start_program(), table, seat, self._report)
            self._seated[match] = bot
        if match in self._seated:
            self._seated[match].move(position)

    async def _leave(self, match: str) -> None:
        bot = self._seated.pop(match, None)
        if bot is not None:
            bot.close()
            self.finished += 1
            self._report(f"{match}: over")
        await send_until_taken(self._client, Exit(request=1, match=match))


class SeatedBot:
    """A program on one seat of one match."""

    def __init__(
        self,
        client: RemoteClient,
        player: ExternalPlayer,
        table: TableInfo,
        seat: int,
        report: Callable[[str], None],
    ) -> None:
        self._client, self._player, self._report = client, player, report
        self._match = table.match
        self._start: dict[str, Any] = {
            "type": "start",
            "protocol": PROTOCOL,
            "game": table.setting.game,
            "rules": games.load(table.setting.game).version,
            "options": table.options,
            "players": len(table.seats),
            "seat": seat,
        }
        self._thinking: asyncio.Task[None] | None = None
        self._position: PositionInfo | None = None
        self._ply = -1
        """The ply about which the program thinks, or which it has played."""

    def move(self, position: PositionInfo | None = None) -> None:
        """Think about a position if it is our turn, beside everything else; without one, the last.

        A move that was refused, in a pause, say, is thought about again when the table changes.
        """
        position = self._position = position or self._position
        if position is None or not position.choices or position.ply == self._ply:
            return
        self._ply = position.ply
        self._thinking = asyncio.create_task(self._play(position, self._thinking))

    def close(self) -> None:
        """End the program."""
        if self._thinking is not None:
            self._thinking.cancel()
        self._player.close()

    async def _play(self, position: PositionInfo, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await before  # a program answers one question at a time
        legal = await self._legal_moves(position.ply)
        if not legal:
            self._think_again(position.ply)
            return
        try:
            move = await self._choose(position, legal)
        except (Lost, UnreadableMove) as error:
            await self._resign(str(error))
            return
        answer = await send_until_taken(
            self._client,
            PlayMove(
                request=1,
                match=self._match,
                ply=position.ply,
                move_id=secrets.token_hex(16),
                move=move,
            ),
        )
        if isinstance(answer, Refused):
            self._think_again(position.ply)
            self._report(f"{self._match}: {answer.sentence}")
            if answer.code in FAULTS:
                await self._resign(f"it answered {move!r}")

    def _think_again(self, ply: int) -> None:
        if self._ply == ply:
            self._ply = -1

    async def _legal_moves(self, ply: int) -> list[str]:
        """Ask for all moves, in parts; none if the match has moved on."""
        legal: list[str] = []
        while len(legal) % MOST_CONTINUATIONS == 0:
            asked = await send_until_taken(
                self._client, AskMoves(request=1, match=self._match, partial={}, skip=len(legal))
            )
            if not isinstance(asked, Continuations) or asked.ply != ply:
                return []
            if not asked.continuations:
                break
            legal += [str(one["text"]) for one in asked.continuations]
        return legal

    async def _choose(self, position: PositionInfo, legal: Sequence[str]) -> str:
        answer = await asyncio.to_thread(self._player.ask, self._start, position.view, list(legal))
        return read_move(answer)

    async def _resign(self, reason: str) -> None:
        """Return up, as in the arena: a program without a legal move loses its match."""
        self._report(f"{self._match}: resigned, for {reason}")
        await send_until_taken(self._client, Resign(request=1, match=self._match))
