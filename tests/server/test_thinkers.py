"""Bots in their pool: budgets are cut, faults and endless thoughts are replaced."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from ludoteca import bots, games
from ludoteca.bots.warm import first_choice
from ludoteca.core import kernel
from ludoteca.core.errors import LudotecaError
from ludoteca.server import thinkers as module
from ludoteca.server.metrics import Metrics
from ludoteca.server.problem import Refusal
from ludoteca.server.thinkers import Thinkers, house_bot
from ludoteca.table import BotTask


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    pool = Thinkers(1, 0.05, Metrics())
    pool.start(compile_ahead=False)
    yield pool
    await pool.close()


def choice(bot: str = "beginner") -> BotTask:
    """Give a bot a position with a choice."""
    game = games.load(games.names()[0])
    state, seat, _ = first_choice(game)
    return BotTask(game, seat, bot, 0, game.view(state, seat))


@pytest.mark.parametrize("bot", ["exec:./evil", "exec:", "nobody", "", "greedy:1e9"])
def test_only_bots_of_the_house_sit_down(bot: str) -> None:
    with pytest.raises(LudotecaError) as refused:
        house_bot(bot, 5.0)
    assert refused.value.code in ("no_such_bot", "usage")


def test_budgets_are_cut_to_what_the_host_allows() -> None:
    assert house_bot("mcts:1000s", 2.0).budget.milliseconds == 2000
    assert house_bot("mcts:200ms", 2.0).budget.milliseconds == 200
    cut = house_bot("mcts:999999999p", 2.0).budget
    assert (cut.milliseconds, cut.playouts) == (2000, 999999999)


async def test_a_bot_chooses_a_legal_action(thinkers: Thinkers) -> None:
    for bot in ("beginner", "easy"):
        task = choice(bot)
        assert await thinkers.choose(task) in task.legal


@pytest.mark.parametrize("fault", ["raises", "cheats", "dreams"])
async def test_a_bot_that_fails_is_replaced(
    fault: str, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
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
    assert await thinkers.choose(task) in task.legal
    monkeypatch.undo()
    assert await thinkers.choose(task) in task.legal  # the pool goes on


async def test_a_bot_is_given_up_at_twice_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, woken = Thinkers(1, 0.3, Metrics()), threading.Event()
    pool.start(compile_ahead=False)
    task, began = choice(), time.perf_counter()
    dreamer = SimpleNamespace(choose=lambda *_: woken.wait(60))
    real = bots.load
    monkeypatch.setattr(bots, "load", lambda name: dreamer if name == "random" else real(name))
    assert await pool.choose(task) in task.legal
    assert 0.6 <= time.perf_counter() - began < 1.5
    woken.set()
    await pool.close()


async def test_what_is_legal_is_listed_once_a_bot_has_a_place(thinkers: Thinkers) -> None:
    waiting = choice()
    async with thinkers._places:
        later = asyncio.create_task(thinkers.choose(waiting))
        await asyncio.sleep(0.05)
        assert "legal" not in vars(waiting)
    assert await later in waiting.legal


async def test_an_unknown_bot_is_a_refusal(thinkers: Thinkers) -> None:
    with pytest.raises(Refusal):
        await thinkers.choose(choice("exec:./evil"))


async def test_while_bots_are_compiled_a_simple_one_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is ready is used as soon as it is told."""
    monkeypatch.setattr(module, "COLD_PATIENCE", 0.05)
    monkeypatch.setattr(module, "COMPILE", "import time; time.sleep(60)")
    monkeypatch.setattr(kernel, "best_mode", lambda: "compiled")
    cold = Thinkers(1, 0.05, Metrics())
    cold.start(compile_ahead=True)
    task = choice("expert")
    game, view = task.game, task.view
    assert await cold.choose(task) in task.legal
    assert not cold.is_ready
    with pytest.raises(TimeoutError):
        await cold.hint(game, view)
    await cold.close()
    telling = f"print({game.id!r}, 'mcts', flush=True)"
    monkeypatch.setattr(module, "COMPILE", telling)
    monkeypatch.setattr(module, "COLD_PATIENCE", 20)
    warm = Thinkers(1, 0.05, Metrics())
    warm.start(compile_ahead=True)
    await warm._until_warm(game.id, "mcts")
    await warm._until_warm(game.id, "planner")  # all are taken as ready once compiling has ended
    assert warm.is_ready
    await warm.close()


async def test_whoever_asks_while_the_code_of_a_bot_is_still_read_waits_as_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, view = choice().game, choice().view
    monkeypatch.setattr(module, "LOADING", 20.0)
    monkeypatch.setattr(module, "USUAL_ADVISER", "mcts:1ms")
    monkeypatch.setattr(module, "hint", lambda *_: time.sleep(1.5))  # else it has 1 s and 2 ms
    pool = Thinkers(2, 0.05, Metrics())
    pool.start(compile_ahead=False)
    both = await asyncio.gather(pool.hint(game, view), pool.hint(game, view))
    assert not any(both)
    with pytest.raises(TimeoutError):
        await pool.hint(game, view)
    await pool.close()


def test_compiling_ends_with_a_server_that_was_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", module.COMPILE, "mcts"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    ) as child:
        assert child.stdin is not None
        child.stdin.close()  # as the end of its parent does
        assert child.wait(timeout=60) == 1
