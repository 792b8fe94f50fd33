"""Bots in their pool: budgets are cut, faults and endless thoughts are replaced."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from ludoteca import bots, games
from ludoteca.bots.spec import BotPlayer
from ludoteca.core.errors import LudotecaError
from ludoteca.server.metrics import Metrics
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.tables.bot_pool import BotPool, server_bot
from ludoteca.table import BotTask
from tests.search.positions import decisions


@pytest.fixture
async def bot_pool() -> AsyncIterator[BotPool]:
    pool = BotPool(1, 0.05, Metrics())
    yield pool
    await pool.close()


def choice(bot: str = "beginner") -> BotTask:
    """Hand a bot a position with a choice."""
    game = games.load(games.names()[0])
    found = decisions(game, 2, seed=1, every=1)
    state, seat = next(each for each in found if len(game.legal(*each)) > 1)
    return BotTask("m", game, seat, bot, 0, game.view(state, seat))


@pytest.mark.parametrize("bot", ["exec:./evil", "exec:", "nobody", "", "greedy:1e9"])
def test_only_known_bots_sit_down(bot: str) -> None:
    with pytest.raises(LudotecaError) as refused:
        server_bot(bot, 5.0)
    assert refused.value.code in ("no_such_bot", "usage")


def test_budgets_are_cut_to_what_the_host_allows() -> None:
    assert server_bot("mcts:1000s", 2.0).budget.milliseconds == 2000
    assert server_bot("mcts:200ms", 2.0).budget.milliseconds == 200
    cut = server_bot("mcts:999999999p", 2.0).budget
    assert (cut.milliseconds, cut.playouts) == (2000, 999999999)


async def test_thoughts_are_shorter_the_longer_the_queue_behind_them_is() -> None:
    pool = BotPool(1, 5.0, Metrics())
    given: list[int] = []
    expert = server_bot("mcts:1s", 5.0)

    def note(bot: BotPlayer) -> None:
        given.append(bot.budget.milliseconds or 0)

    await asyncio.gather(*(pool._think(expert, note) for _ in range(20)))
    assert given[0] == 1000  # nobody was there before
    rest = given[1:]
    assert rest == sorted(rest)
    assert (rest[0], rest[-1]) == (100, 1000)
    assert sum(rest) < 20_000 / 3
    await pool.close()


async def test_a_bot_chooses_a_legal_action(bot_pool: BotPool) -> None:
    for bot in ("beginner", "easy"):
        task = choice(bot)
        assert await bot_pool.choose(task) in task.legal


@pytest.mark.parametrize("fault", ["raises", "cheats", "dreams"])
async def test_a_bot_that_fails_is_replaced(
    fault: str, bot_pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = choice()

    def choose(*_: Any) -> int:
        if fault == "raises":
            raise ZeroDivisionError
        if fault == "dreams":
            time.sleep(1.0)
        return -1

    real = bots.load
    monkeypatch.setattr(
        bots, "load", lambda n: SimpleNamespace(choose=choose) if n == "random" else real(n)
    )
    assert await bot_pool.choose(task) in task.legal
    monkeypatch.undo()
    assert await bot_pool.choose(task) in task.legal  # the pool goes on


async def test_a_bot_is_given_up_at_twice_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, woken = BotPool(1, 0.3, Metrics()), threading.Event()
    task, began = choice("random"), time.perf_counter()
    dreamer = SimpleNamespace(choose=lambda *_: woken.wait(60))
    real = bots.load
    monkeypatch.setattr(bots, "load", lambda name: dreamer if name == "random" else real(name))
    assert await pool.choose(task) in task.legal
    assert 0.6 <= time.perf_counter() - began < 1.5
    woken.set()
    await pool.close()


async def test_what_is_legal_is_listed_once_a_bot_has_a_place(bot_pool: BotPool) -> None:
    waiting = choice()
    async with bot_pool._places:
        later = asyncio.create_task(bot_pool.choose(waiting))
        await asyncio.sleep(0.05)
        assert "legal" not in vars(waiting)
    assert await later in waiting.legal


async def test_an_unknown_bot_is_refused_and_another_one_plays(bot_pool: BotPool) -> None:
    with pytest.raises(ServerRefusal):
        server_bot("exec:./evil", longest=5.0)
    task = choice("exec:./evil")
    assert await bot_pool.choose(task) in task.legal
