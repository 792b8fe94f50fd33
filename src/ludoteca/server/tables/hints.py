"""Hints: the move that a strong bot would make on a player's seat."""

from collections.abc import Callable, Coroutine
from typing import Any

from ludoteca.coach.hint import packed_view, shown_lines
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game, View
from ludoteca.protocol.from_client import AskHint
from ludoteca.protocol.to_client import Hint
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.tables.bot_pool import BotPool
from ludoteca.table import Actor, Subscriber, Who, view_for_hint


class Hints:
    """Answers `AskHint`; the bot thinks beside the table."""

    def __init__(self, bot_pool: BotPool, run: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        """Take where bots think; `run` starts work in the background."""
        self._bot_pool, self._run = bot_pool, run

    async def answer(
        self, actor: Actor, subscriber: Subscriber, message: AskHint, who: Who
    ) -> None:
        """Let a bot, or the page, think about the player's view, unless hints are refused here."""
        table = actor.table
        view = view_for_hint(table, who)
        assert table.progress is not None
        ply = table.progress.ply
        if message.view:
            told = packed_view(view)
            subscriber.tell(
                Hint(request=message.request, match=message.match, ply=ply, lines=(), view=told)
            )
            return
        subscriber.pending += 1
        self._run(self._hint(subscriber, message, table.game, view, ply))

    async def _hint(
        self, subscriber: Subscriber, message: AskHint, game: Game, view: View, ply: int
    ) -> None:
        assert view.seat is not None
        try:
            lines = await self._bot_pool.hint(game, view)
        except (TimeoutError, LudotecaError):
            subscriber.refuse(message.request, ServerRefusal("busy"), message.match)
            return
        finally:
            subscriber.pending -= 1
        told = shown_lines(game, view, lines)
        subscriber.tell(Hint(request=message.request, match=message.match, ply=ply, lines=told))
