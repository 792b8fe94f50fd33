"""The bot pool: threads in which bots think, each within its budget."""

import asyncio
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TypeVar

from ludoteca import bots
from ludoteca.bots.base import Budget, Line
from ludoteca.bots.spec import LEVELS, BotPlayer, parse_player
from ludoteca.coach.analysis import Judgement, judge
from ludoteca.coach.hint import USUAL_ADVISER, hint, parse_adviser
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game, View
from ludoteca.core.generator import seeded
from ludoteca.record.replay import Step
from ludoteca.server.logs import log
from ludoteca.server.metrics import Metrics
from ludoteca.server.problem import ServerRefusal
from ludoteca.table import BotTask

SUBSTITUTE = "greedy"
"""Plays when a bot takes too long or fails."""

LEAST_TIMEOUT = 0.5
"""Seconds that every thought may take, however small its budget: its thread must get its turn."""

LEAST_BUDGET = 100
"""Milliseconds to which a queue does not shorten a thought any further."""

UNLIMITED = ("random", SUBSTITUTE)
"""Bots for which a budget changes nothing."""

T = TypeVar("T")


def server_bot(text: str, longest: float) -> BotPlayer:
    """Read which bot of ours is meant; its budget is cut to what the host allows.

    >>> server_bot("mcts:60s", longest=5.0).budget.milliseconds
    5000
    """
    word = LEVELS.get(text, text)
    if word.partition(":")[0].partition("?")[0] not in bots.names() or "?" in text:
        raise ServerRefusal("no_such_bot", bot=text)
    player = parse_player(text)
    assert isinstance(player, BotPlayer)
    most = int(longest * 1000)
    asked = player.budget.milliseconds
    if asked is None and player.budget.playouts is None:
        return player
    return replace(player, budget=replace(player.budget, milliseconds=min(asked or most, most)))


def rated_as(text: str, longest: float) -> str:
    """Return the one name under which a bot of ours is rated, however it was called.

    A level that thinks by the clock is the same at every table; others are not.

    >>> [rated_as(text, longest=5.0) for text in ("mcts:5s", "mcts:60s", "mcts:1s", "greedy:2s")]
    ['mcts:5000ms', 'mcts:5000ms', 'master', 'greedy']
    """
    if text in LEVELS:
        return text
    known = _plays_as(text, longest)
    by_clock = [level for level, plays in LEVELS.items() if plays.endswith(("ms", "s"))]
    return next((level for level in by_clock if _plays_as(level, longest) == known), known)


def _plays_as(text: str, longest: float) -> str:
    """Write out a bot with the budget that it has here."""
    player = server_bot(text, longest)
    budget = player.budget
    word = LEVELS.get(text, text).partition(":")[0]  # with its settings, which only levels have
    if player.bot in UNLIMITED or budget == Budget():  # or the usual one
        return word
    limit = f"{budget.playouts}p" if budget.playouts else f"{budget.milliseconds}ms"
    return f"{word}:{limit}"


def timeout_for(budget: Budget, longest: float) -> float:
    """Return the seconds after which a thought is given up: twice its budget.

    >>> timeout_for(Budget(milliseconds=1000), longest=5.0), timeout_for(Budget(), longest=5.0)
    (2.0, 10.0)
    """
    seconds = longest if budget.milliseconds is None else budget.milliseconds / 1000
    return max(LEAST_TIMEOUT, 2 * seconds)


def shortened(player: BotPlayer, waiting: int, threads: int) -> BotPlayer:
    """Return a bot that thinks for its share of the time only, as others wait for a thread.

    >>> shortened(server_bot("mcts:1s", longest=5.0), waiting=3, threads=1).budget.milliseconds
    250
    """
    asked = player.budget.milliseconds
    if not waiting or asked is None:
        return player
    share = max(min(asked, LEAST_BUDGET), asked * threads // (threads + waiting))
    return replace(player, budget=replace(player.budget, milliseconds=share))


class BotPool:
    """The pool of bots: at most half the cores, each given up at twice its budget.

    A thread can't be ended: one that is given up goes on beside the others until it looks at its
    clock, as the kernels of all the server's bots do.
    """

    def __init__(self, threads: int, longest: float, metrics: Metrics, pause: float = 0.0) -> None:
        """Take the number of threads (0: half the cores) and the longest budget in seconds.

        A move takes `pause` seconds at least, so that people can follow.
        """
        self._pause = pause
        self._threads = threads or max(1, (os.cpu_count() or 2) // 2)
        self._longest, self._metrics = longest, metrics
        self._pool = self._new_pool()
        self._places = asyncio.Semaphore(self._threads)
        self._waiting = 0
        """How many thoughts wait for a thread."""
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="substitute")

    def _new_pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads, thread_name_prefix="bot")

    async def choose(self, task: BotTask) -> int:
        """Let a bot choose; whatever happens, a legal action comes back, not too soon."""
        pause = asyncio.create_task(asyncio.sleep(self._pause))
        try:
            action = await self._choose(task)
        except LudotecaError as error:  # a bot that this server does not have any more
            log.warning("bot_unknown", bot=task.bot, error=error.code)
            action = await self.substitute(task)
        await pause
        return action

    async def _choose(self, task: BotTask) -> int:
        """Let a bot choose; whatever happens, a legal action comes back in time.

        What is legal is listed in the bot's thread, once there is a place for it: people wait for
        the event loop, and bots for people.
        """
        game, player = task.game, server_bot(task.bot, self._longest)
        rng = seeded(secrets.randbits(63))
        began = time.perf_counter()
        try:
            action = await self._think(
                player, lambda bot: bot.choose(game, task.view, task.legal, rng)
            )
            if action in task.legal:
                return action
            log.error("bot_broke_rules", bot=player.bot, game=game.id)
        except TimeoutError:
            self._metrics.bots_ended.inc()
            log.warning("bot_ended", bot=player.bot, game=game.id)
        except ServerRefusal:
            raise
        except Exception as error:  # a bot's fault must not stop the table
            log.error("bot_failed", bot=player.bot, game=game.id, exc_info=error)
        finally:
            self._metrics.bot_seconds.observe(time.perf_counter() - began)
        return await self.substitute(task)

    async def substitute(self, task: BotTask) -> int:
        """Let a simple bot choose at once."""
        rng = seeded(secrets.randbits(63))
        quick = bots.load(SUBSTITUTE)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._quick, lambda: quick.choose(task.game, task.view, task.legal, rng, Budget())
        )

    async def hint(self, game: Game, view: View) -> list[Line]:
        """Ask a strong bot what it would do."""
        adviser = parse_adviser(USUAL_ADVISER)
        rng = seeded(secrets.randbits(63))
        return await self._think(adviser, lambda bot: hint(game, view, bot, rng), self._longest)

    async def judge(self, game: Game, step: Step, adviser: BotPlayer, seed: int) -> Judgement:
        """Let a strong bot judge a move that was played; nobody waits for it at a table."""
        return await self._think(adviser, lambda _: judge(game, step, adviser, seed), self._longest)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """Wait for a thread."""
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._places.release()

    async def _think(
        self, player: BotPlayer, work: Callable[[BotPlayer], T], least: float = 0.0
    ) -> T:
        """Run a thought when there is a place for it; raise TimeoutError at twice its budget.

        It may take `least` seconds anyway, where no turn waits for it. The longer the queue behind
        it, the shorter the thought.
        """
        timeout = max(least, timeout_for(player.budget, self._longest))
        async with self._place():
            pool, bot = self._pool, shortened(player, self._waiting, self._threads)
            future = asyncio.get_running_loop().run_in_executor(pool, work, bot)
            done, _ = await asyncio.wait([future], timeout=timeout)
            if not done:
                # A thread can't be ended; its place is given to a new one, its answer is not heard.
                if pool is self._pool:
                    self._pool = self._new_pool()
                pool.shutdown(wait=False)
                future.add_done_callback(lambda late: late.cancelled() or late.exception())
                raise TimeoutError
            return future.result()

    async def close(self) -> None:
        """Stop thinking."""
        for pool in (self._pool, self._quick):
            pool.shutdown(wait=False, cancel_futures=True)
