"""Bots think here: in threads of their own, with a budget, never in the event loop."""

import asyncio
import os
import secrets
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludoteca import bots
from ludoteca.bots.base import Budget, Line
from ludoteca.bots.spec import LEVELS, BotPlayer, parse_player
from ludoteca.coach.analysis import Judgement, judge
from ludoteca.coach.hint import USUAL_ADVISER, hint, parse_adviser
from ludoteca.core import kernel
from ludoteca.core.game import Game, View
from ludoteca.core.generator import seeded
from ludoteca.record.replay import Step
from ludoteca.server.logs import log
from ludoteca.server.metrics import Metrics
from ludoteca.server.problem import Refusal
from ludoteca.table import BotTask

SUBSTITUTE = "greedy"
"""Plays when a bot takes too long, and while the strong ones are still being compiled."""

COLD_PATIENCE = 1.0
"""Seconds that a move waits for compiling before the substitute makes it."""

LEAST_PATIENCE = 0.5
"""Seconds that every thought may take, however small its budget: its thread must get its turn."""

LOADING = 30.0
"""Seconds that a bot may take longer the first time: its code is read from the cache."""

JUDGE = "judge"
"""Stands among the names of bots for what compares the moves of a record."""

UNCOMPILED = ("random", SUBSTITUTE)
"""Bots that need no compiling."""

COMPILE = f"""
import os, sys, threading
def end_with_the_server():
    sys.stdin.read()
    os._exit(1)
threading.Thread(target=end_with_the_server, daemon=True).start()
if hasattr(os, "nice"):
    os.nice(10)
from ludoteca import games
from ludoteca.bots.warm import warm_up
from ludoteca.coach.compare import warm_up_comparing
for bot in sys.argv[1:]:
    for name in games.names():
        warm_up(games.load(name), [bot])
        print(name, bot, flush=True)
for name in games.names():
    warm_up_comparing(games.load(name))
    print(name, "{JUDGE}", flush=True)
"""
"""Run in a process of its own; what it compiles is found in the cache afterwards.

It lets others go first, and ends when its standard input does: also with a server that was killed.
"""

T = TypeVar("T")


def house_bot(text: str, longest: float) -> BotPlayer:
    """Read which bot of the house is meant; its budget is cut to what the host allows.

    >>> house_bot("mcts:60s", longest=5.0).budget.milliseconds
    5000
    """
    if LEVELS.get(text, text).partition(":")[0] not in bots.names():
        raise Refusal("no_such_bot", bot=text)
    player = parse_player(text)
    assert isinstance(player, BotPlayer)
    most = int(longest * 1000)
    asked = player.budget.milliseconds
    if asked is None and player.budget.playouts is None:
        return player
    return BotPlayer(
        player.name, player.bot, Budget(min(asked or most, most), player.budget.playouts)
    )


def rated_as(text: str, longest: float) -> str:
    """Give the one name under which a bot of the house is rated, however it was called.

    >>> [rated_as(text, longest=5.0) for text in ("mcts:5s", "mcts:60s", "mcts:1s", "greedy:2s")]
    ['mcts:5000ms', 'mcts:5000ms', 'expert', 'easy']
    """
    known = _plays_as(text, longest)
    levels = [level for level in LEVELS if _plays_as(level, longest) == known]
    return text if text in levels else levels[0] if levels else known


def _plays_as(text: str, longest: float) -> str:
    """Write out a bot with the budget that it has here."""
    player = house_bot(text, longest)
    budget = player.budget
    if player.bot in UNCOMPILED or budget == Budget():  # a budget changes nothing, or is the usual
        return player.bot
    limit = f"{budget.playouts}p" if budget.playouts else f"{budget.milliseconds}ms"
    return f"{player.bot}:{limit}"


def patience_for(budget: Budget, longest: float) -> float:
    """Give the seconds after which a thought is given up: twice its budget.

    >>> patience_for(Budget(milliseconds=1000), longest=5.0), patience_for(Budget(), longest=5.0)
    (2.0, 10.0)
    """
    seconds = longest if budget.milliseconds is None else budget.milliseconds / 1000
    return max(LEAST_PATIENCE, 2 * seconds)


class Thinkers:
    """The pool of bots: at most half the cores, each given up at twice its budget.

    A thread can't be ended: one that is given up goes on beside the others until it looks at its
    clock, as the kernels of all bots of the house do.
    """

    def __init__(self, threads: int, longest: float, metrics: Metrics) -> None:
        """Take the number of threads (0: half the cores) and the longest budget in seconds."""
        self._threads = threads or max(1, (os.cpu_count() or 2) // 2)
        self._longest, self._metrics = longest, metrics
        self._pool = self._new_pool()
        self._places = asyncio.Semaphore(self._threads)
        self._quick = ThreadPoolExecutor(1, thread_name_prefix="substitute")
        self._is_warm = False
        self._warm: set[tuple[str, str]] = set()
        """Games and bots that are compiled, while not all are."""
        self._news = asyncio.Condition()
        self._loaded: set[tuple[str, str]] = set()
        """Games and bots that have answered before in this process."""
        self._warming: asyncio.Task[None] | None = None

    @property
    def is_ready(self) -> bool:
        """Say whether every bot plays as it can: nothing is being compiled any more."""
        return self._is_warm

    def _new_pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads, thread_name_prefix="bot")

    def start(self, compile_ahead: bool) -> None:
        """Compile what bots need, in a process of its own, so that nobody has to wait for it."""
        if not compile_ahead or kernel.best_mode() == "interpreted":
            self._is_warm = True
        else:
            self._warming = asyncio.create_task(self._warm_up())

    async def _warm_up(self) -> None:
        began = time.perf_counter()
        names = dict.fromkeys(level.partition(":")[0] for level in LEVELS.values())
        strong = [name for name in names if name not in UNCOMPILED]
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            COMPILE,
            *strong,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert child.stdout is not None
        try:
            while line := await child.stdout.readline():
                game, bot = line.decode().split()
                await self._note(game, bot)
            code = await child.wait()
        except asyncio.CancelledError:
            child.kill()
            await child.wait()
            raise
        if code:
            log.warning("compiling_failed", code=code)
        self._is_warm = True
        await self._note("", "")
        log.info("bots_compiled", seconds=round(time.perf_counter() - began, 1))

    async def _note(self, game: str, bot: str) -> None:
        async with self._news:
            self._warm.add((game, bot))
            self._news.notify_all()

    async def _until_warm(
        self, game: str, bot: str, patience: float | None = COLD_PATIENCE
    ) -> None:
        """Wait until a bot is compiled for a game, but not too long: raise TimeoutError."""
        if bot in UNCOMPILED or self._is_warm or (game, bot) in self._warm:
            return
        async with asyncio.timeout(patience), self._news:
            await self._news.wait_for(lambda: self._is_warm or (game, bot) in self._warm)

    async def choose(self, task: BotTask) -> int:
        """Let a bot choose; whatever happens, a legal action comes back in time.

        What is legal is listed in the bot's thread, once there is a place for it: people wait for
        the event loop, and bots for people.
        """
        game, player = task.game, house_bot(task.bot, self._longest)
        rng = seeded(secrets.randbits(63))
        began = time.perf_counter()
        try:
            await self._until_warm(game.id, player.bot)
        except TimeoutError:
            return await self.substitute(task)
        try:
            action = await self._think(
                game, player, lambda: player.choose(game, task.view, task.legal, rng)
            )
            if action in task.legal:
                return action
            log.error("bot_broke_rules", bot=player.bot, game=game.id)
        except TimeoutError:
            self._metrics.bots_ended.inc()
            log.warning("bot_ended", bot=player.bot, game=game.id)
        except Refusal:
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
        await self._until_warm(game.id, adviser.bot)
        rng = seeded(secrets.randbits(63))
        return await self._think(game, adviser, lambda: hint(game, view, adviser, rng))

    async def judge(self, game: Game, step: Step, adviser: BotPlayer, seed: int) -> Judgement:
        """Let a strong bot judge a move that was played; nobody waits for it at a table."""
        for name in (adviser.bot, JUDGE):
            await self._until_warm(game.id, name, patience=None)
        return await self._think(game, adviser, lambda: judge(game, step, adviser, seed))

    async def _think(self, game: Game, player: BotPlayer, work: Callable[[], T]) -> T:
        """Run a thought when there is a place for it; raise TimeoutError at twice its budget."""
        patience = patience_for(player.budget, self._longest)
        code = (game.id, player.bot)
        if code not in self._loaded and player.bot not in UNCOMPILED:
            patience += LOADING
        async with self._places:
            pool = self._pool
            future = asyncio.get_running_loop().run_in_executor(pool, work)
            done, _ = await asyncio.wait([future], timeout=patience)
            if not done:
                # A thread can't be ended; its place is given to a new one, its answer is not heard.
                if pool is self._pool:
                    self._pool = self._new_pool()
                pool.shutdown(wait=False)
                future.add_done_callback(lambda late: late.cancelled() or late.exception())
                raise TimeoutError
            self._loaded.add(code)  # not before: until then others wait for the same code
            return future.result()

    async def close(self) -> None:
        """Stop thinking."""
        if self._warming is not None:
            self._warming.cancel()
            await asyncio.gather(self._warming, return_exceptions=True)
        for pool in (self._pool, self._quick):
            pool.shutdown(wait=False, cancel_futures=True)
