"""The players of one table under load, who play random moves, match after match."""

import asyncio
import random
import secrets
from collections.abc import Sequence
from typing import Any

from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import (
    AskHint,
    AskMoves,
    Enter,
    Exit,
    OpenTable,
    PlayMove,
    Ready,
    Select,
    Start,
    TakeSeat,
)
from ludoteca.server.load.clicks import Click, is_shown
from ludoteca.server.load.plan import PAGE, SEATS, Asks
from ludoteca.server.load.player import Frame, LoadPlayer, LoadPosition


class Beat:
    """The pace of all tables, and what was timed at it."""

    def __init__(self, pace: float, asks: Asks = PAGE) -> None:
        self.pace, self.asks = pace, asks
        self.times: list[float] = []
        """From moves to their acknowledgements."""
        self.refused = 0
        self.is_last = False
        """Everybody stops after the move that is being made."""


class TablePlayers:
    """A few guests at one table; spectators come on top of four."""

    def __init__(self, game: str, beat: Beat, seed: int) -> None:
        self._game, self._beat, self._random = game, beat, random.Random(seed)
        self.guests: list[LoadPlayer] = []
        self._match = ""
        self._over = False
        self._ply = -1
        self._news = asyncio.Event()

    async def gather(self, addresses: Sequence[str], tokens: Sequence[str]) -> None:
        """Let the guests arrive, at one process after the other."""
        for number, token in enumerate(tokens):
            address = addresses[number % len(addresses)]
            self.guests.append(await LoadPlayer.arrive(address, token, self._hear))

    def _hear(self, guest: LoadPlayer, frame: Frame) -> None:
        if frame.table is not None:
            guest.seat = frame.seat
            self._over = frame.table.status in ("over", "final")
        if frame.position is not None:
            guest.position = frame.position
            self._ply = max(self._ply, frame.position.ply)
        self._news.set()

    async def begin(self) -> None:
        """Open a table, sit down, start."""
        players = self.guests[: SEATS[1]]
        setting = TableSetting(game=self._game, seats=len(players), public=False, leaving="wait")
        opened = await players[0].ask(OpenTable, setting=setting)
        self._match, self._over, self._ply = opened.match, False, -1
        await self.enter()
        for guest in players[1:]:
            await guest.ask(TakeSeat, match=self._match)
        for guest in players:
            await guest.ask(Ready, match=self._match, contribution=secrets.token_hex(16))
        await players[0].ask(Start, match=self._match)

    async def enter(self) -> None:
        """Come to the table, or again: with or without drawings."""
        for guest in self.guests:
            await guest.ask(Enter, match=self._match, drawing=self._beat.asks.drawings)

    async def _leave(self) -> None:
        """Leave the table: a socket hears of a limited number of them."""
        for guest in self.guests:
            await guest.ask(Exit, match=self._match)

    async def play(self) -> None:
        """Play until the beat ends: when a match is over, the next one begins."""
        await self._pause(self._random.random())  # not all tables at once
        while not self._beat.is_last:
            if self._over:
                await self._leave()
                await self.begin()
            if (due := await self._next_mover()) is not None:
                await self._move(*due)

    async def _pause(self, share: float) -> None:
        await asyncio.sleep(self._beat.pace * share)

    async def _next_mover(self) -> tuple[LoadPlayer, LoadPosition] | None:
        while not self._over:
            self._news.clear()
            for guest in self.guests:
                known = guest.position
                if known is not None and known.ply == self._ply and guest.seat in known.movers:
                    return guest, known
            await self._news.wait()
        return None

    async def _move(self, guest: LoadPlayer, position: LoadPosition) -> None:
        text = await self._choose(guest, position)
        answer, took = await guest.time(
            PlayMove,
            match=self._match,
            ply=position.ply,
            move_id=secrets.token_hex(16),
            move=text,
        )
        if answer.type != "accepted":
            self._beat.refused += 1
            return
        self._beat.times.append(took)
        while not self._over and self._ply < answer.ply:
            self._news.clear()
            await self._news.wait()

    async def _choose(self, guest: LoadPlayer, position: LoadPosition) -> str:
        """Choose as at the page, and show it; ask for previews if the server is to make them."""
        await self._pause(self._random.uniform(0.5, 1.5))
        click = Click(position.choices, self._random)
        for partial in click.looks:
            if is_shown(partial):
                await self._show(guest, position, partial)
            if self._beat.asks.previews:
                await guest.ask(AskMoves, match=self._match, partial=partial)
        if is_shown(click.move):
            await self._show(guest, position, click.move)
        return click.text

    async def _show(
        self, guest: LoadPlayer, position: LoadPosition, partial: dict[str, Any]
    ) -> None:
        await guest.ask(Select, match=self._match, ply=position.ply, partial=partial)

    async def ask_hint(self, *, view: bool) -> None:
        """Let somebody whose turn it is ask for a hint, or for the view to think about."""
        if self._over:
            await self._leave()
            await self.begin()
        due = await self._next_mover()
        assert due is not None, "the match has just begun"
        await due[0].ask(AskHint, match=self._match, view=view)

    async def leave(self) -> None:
        """Go."""
        for guest in self.guests:
            await guest.leave()
