"""Bots without threads: they think in slices, and let everything else happen in between."""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import replace

from ludoteca.bots.spec import BotPlayer, parse_player
from ludoteca.core.errors import UsageError
from ludoteca.core.generator import seeded
from ludoteca.table import BotTask

SLICE = 0.016
"""Seconds that a bot thinks before others have their turn."""

PAUSE = 0.6
"""Seconds that a move of a bot takes at least, so that people can follow."""


def own_bot(text: str) -> BotPlayer:
    """Read which bot of ours is meant; programs can't be started in a browser."""
    player = parse_player(text)
    if not isinstance(player, BotPlayer):
        raise UsageError(f"{text!r} is a program, and can't be started here")
    return player


def knows_bot(name: str) -> bool:
    """Return whether there is such a bot or level."""
    try:
        own_bot(name)
    except UsageError:
        return False
    return True


class SlicedClock:
    """The clock that a thinking bot looks at; now and then it lets others have their turn."""

    def __init__(self, let_others: Callable[[], None]) -> None:
        """Take what returns after everything else that waits has happened."""
        self._let_others = let_others
        self._since = time.perf_counter()

    def __call__(self) -> float:
        """Return the time in seconds."""
        now = time.perf_counter()
        if now - self._since < SLICE:
            return now
        self._let_others()
        self._since = time.perf_counter()
        return self._since


class DeviceBots:
    """Lets bots choose, one slice after the other."""

    def __init__(self, let_others: Callable[[], None], pause: float = PAUSE) -> None:
        """Take what lets others have their turn, and how long a move takes at least."""
        self._let_others, self._pause = let_others, pause

    def sliced(self, player: BotPlayer) -> BotPlayer:
        """Return the same bot, thinking in slices."""
        clock = SlicedClock(self._let_others)
        return replace(player, budget=replace(player.budget, clock=clock))

    async def choose(self, task: BotTask) -> int:
        """Let a bot choose; whatever is wrong with it, the match goes on."""
        pause = asyncio.create_task(asyncio.sleep(self._pause))
        await asyncio.sleep(0)
        try:
            player, rng = self.sliced(own_bot(task.bot)), seeded(secrets.randbits(62))
            action = player.choose(task.game, task.view, task.legal, rng)
        except Exception:
            action = task.legal[0]
        await pause
        return action

    def player(self, match: str, seat: int, bot: str) -> BotPlayer:
        """Return the bot on a seat."""
        return own_bot(bot)

    def close(self) -> None:
        """Do nothing: there is nothing to end."""
