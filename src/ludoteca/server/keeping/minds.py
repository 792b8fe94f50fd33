"""The bots at one table: when one is to move, it thinks elsewhere and its choice comes back."""

import asyncio
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game, View
from ludoteca.protocol.from_client import AskHint
from ludoteca.protocol.to_client import Hint
from ludoteca.server.connection import Connection
from ludoteca.server.logs import log
from ludoteca.server.problem import Refusal as ServerRefusal
from ludoteca.table import (
    BotMove,
    BotTask,
    Table,
    Who,
    bot_chose,
    bots_due,
    seats_of_bots_due,
    view_for_hint,
)

if TYPE_CHECKING:
    from ludoteca.server.house import House
    from ludoteca.server.keeping.keeper import Keeper

MOST_LINES = 5
"""A hint shows so many moves."""


class Minds:
    """Thoughts under way, one a seat."""

    def __init__(self, house: "House", keeper: "Keeper") -> None:
        """Start without a thought."""
        self._house, self._keeper = house, keeper
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._asked: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Say whether somebody thinks."""
        return bool(self._thinking or self._asked)

    def is_due(self, table: Table) -> bool:
        """Say whether a bot is to move."""
        return bool(seats_of_bots_due(table))

    def look(self) -> None:
        """Let every bot think that is to move and does not think yet.

        Where several choose at once, what the others choose makes no thought stale.
        """
        table = self._keeper.table
        for task in bots_due(table, self._house.for_tables):
            assert table.course is not None
            opened = table.course.opened[task.seat]
            ply, under_way = self._thinking.get(task.seat, (-1, None))
            if under_way is not None and opened is not None and opened <= ply:
                continue
            if under_way is not None:
                under_way.cancel()
            self._thinking[task.seat] = (task.ply, asyncio.create_task(self._think(task)))

    def _forget(self, task: BotTask) -> None:
        """Note that a thought is over, unless there is a newer one."""
        if self._thinking.get(task.seat, (-1, None))[0] == task.ply:
            self._thinking.pop(task.seat)

    async def _think(self, task: BotTask) -> None:
        try:
            await self._move(task)
        except Exception as error:  # it is thought about anew when something happens
            log.error("bot_failed", match=self._keeper.match, bot=task.bot, exc_info=error)
            self._forget(task)

    async def _move(self, task: BotTask) -> None:
        house, keeper = self._house, self._keeper
        loop = asyncio.get_running_loop()
        not_before = loop.time() + house.settings.bot_pause
        try:
            action = await house.thinkers.choose(task)
        except LudotecaError as error:  # a bot this house does not have any more
            log.warning("bot_unknown", bot=task.bot, error=error.code)
            action = await house.thinkers.substitute(task)
        if (early := not_before - loop.time()) > 0:
            await asyncio.sleep(early)
        move = BotMove(task.seat, task.ply, action)

        async def play() -> None:
            self._forget(task)
            await keeper.settle(
                lambda: bot_chose(keeper.table, move, house.clock(), house.for_tables)
            )

        keeper.do(play)

    def hint(self, connection: Connection, message: AskHint, who: Who) -> None:
        """Let a strong bot say what it would do on somebody's seat."""
        table = self._keeper.table
        view = view_for_hint(table, who)
        assert table.course is not None
        self._beside(
            connection, self._hint(connection, message, table.game, view, table.course.ply)
        )

    def _beside(self, connection: Connection, work: Coroutine[Any, Any, None]) -> None:
        """Work for one connection; how much of it may wait at once is limited."""
        connection.pending += 1
        task = asyncio.create_task(work)
        self._asked.add(task)

        def done(task: asyncio.Task[None]) -> None:
            connection.pending -= 1
            self._asked.discard(task)

        task.add_done_callback(done)

    async def _hint(
        self, connection: Connection, message: AskHint, game: Game, view: View, ply: int
    ) -> None:
        assert view.seat is not None
        try:
            lines = await self._house.thinkers.hint(game, view)
        except (TimeoutError, LudotecaError):
            connection.refuse(message.request, ServerRefusal("busy"), message.match)
            return
        notation, seat = game.rooms.notation, view.seat
        told = tuple(
            {
                "text": notation.format_move(view.state, seat, line.action),
                "move": notation.move_fields(view.state, seat, line.action),
                "win": round(line.win, 3),
                "score": round(line.score, 1),
            }
            for line in lines[:MOST_LINES]
        )
        connection.tell(Hint(request=message.request, match=message.match, ply=ply, lines=told))

    def stop(self) -> None:
        """Hear no thought any more."""
        for _, task in self._thinking.values():
            task.cancel()
        for asked in self._asked:
            asked.cancel()
        self._thinking.clear()
