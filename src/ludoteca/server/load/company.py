"""The people of one table under load: they play at random, match after match."""

import asyncio
import random
import secrets
from collections.abc import Sequence

from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import (
    AskMoves,
    Enter,
    OpenTable,
    PlayMove,
    Ready,
    Start,
    TakeSeat,
)
from ludoteca.server.load.guest import Frame, Guest, Position
from ludoteca.server.load.plan import SEATS

ASKED = 20
"""Continuations that a guest asks for before a move: about what the pages of both games ask for
while somebody chooses, which is a few partial choices with up to a dozen continuations each."""


class Beat:
    """The pace of all tables, and what was timed at it."""

    def __init__(self, pace: float) -> None:
        """Begin with nothing timed."""
        self.pace = pace
        self.times: list[float] = []
        self.refused = 0


class Company:
    """A few guests at one table; spectators come on top of four."""

    def __init__(self, game: str, beat: Beat, seed: int) -> None:
        """Nobody is there yet."""
        self._game, self._beat, self._random = game, beat, random.Random(seed)
        self.guests: list[Guest] = []
        self._match = ""
        self._over = False
        self._position: Position | None = None
        self._news = asyncio.Event()

    async def gather(self, address: str, tokens: Sequence[str]) -> None:
        """Let the guests arrive."""
        for token in tokens:
            self.guests.append(await Guest.arrive(address, token, self._hear))

    def _hear(self, guest: Guest, frame: Frame) -> None:
        if frame.table is not None:
            guest.seat = frame.seat
            self._over = frame.table.status in ("over", "final")
        if frame.position is not None and (
            self._position is None or frame.position.ply >= self._position.ply
        ):
            self._position = frame.position
        self._news.set()

    async def begin(self) -> None:
        """Open a table, sit down, start."""
        players = self.guests[: SEATS[1]]
        setting = TableSetting(game=self._game, seats=len(players), public=False, leaving="wait")
        opened = await players[0].ask(OpenTable, setting=setting)
        self._match, self._over, self._position = opened.match, False, None
        for guest in self.guests:
            await guest.ask(Enter, match=self._match)
        for guest in players[1:]:
            await guest.ask(TakeSeat, match=self._match)
        for guest in players:
            await guest.ask(Ready, match=self._match, contribution=secrets.token_hex(16))
        await players[0].ask(Start, match=self._match)

    async def play(self) -> None:
        """Play for ever: when a match is over, the next one begins."""
        await self._pause(self._random.random())  # not all tables at once
        while True:
            if self._over:
                await self.begin()
            mover, ply = await self._next_mover()
            if mover is not None:
                await self._pause(self._random.uniform(0.5, 1.5))
                await self._move(mover, ply)

    async def _pause(self, share: float) -> None:
        await asyncio.sleep(self._beat.pace * share)

    async def _next_mover(self) -> tuple[Guest | None, int]:
        while not self._over:
            self._news.clear()
            position = self._position
            for guest in self.guests if position is not None else ():
                if position is not None and guest.seat in position.movers:
                    return guest, position.ply
            await self._news.wait()
        return None, 0

    async def _move(self, guest: Guest, ply: int) -> None:
        asked = await guest.ask(AskMoves, match=self._match, partial={}, most=ASKED)
        if not asked.continuations:
            return
        text = self._random.choice(asked.continuations)["text"]
        answer, took = await guest.time(
            PlayMove, match=self._match, ply=ply, move_id=secrets.token_hex(16), move=text
        )
        if answer.type != "accepted":
            self._beat.refused += 1
            return
        self._beat.times.append(took)
        while not self._over and (self._position is None or self._position.ply < answer.ply):
            self._news.clear()
            await self._news.wait()

    async def leave(self) -> None:
        """Go."""
        for guest in self.guests:
            await guest.leave()
