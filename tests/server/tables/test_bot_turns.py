"""Bots at a table: each thinks once about what it is to choose."""

import asyncio
from pathlib import Path

import pytest

from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Say
from ludoteca.table import BotTask
from tests.server.live import TIMEOUT, arrive, running


async def test_bots_that_choose_at_once_do_not_start_over_when_another_has_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server:
        thought: list[int] = []

        async def choose(task: BotTask) -> int:
            thought.append(task.seat)
            await asyncio.sleep(0.05 * len(thought))
            return task.legal[0]

        monkeypatch.setattr(server.runtime.bot_pool, "choose", choose)
        ada = await arrive(server.address, "Ada")
        setting = TableSetting(game="codex_naturalis", seats=4, bots=("random",) * 3)
        await ada.open_table(setting)
        await ada.be_ready()
        await ada.start()
        await ada.wait(lambda me: bool(me.position and me.position.movers == (me.seat,)))
        assert sorted(thought) == sorted({0, 1, 2, 3} - {ada.seat})
        await ada.close()


async def test_a_bot_that_could_not_think_is_asked_again_when_something_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server:
        tries: list[int] = []

        async def choose(task: BotTask) -> int:
            tries.append(task.seat)
            if len(tries) == 1:
                raise ZeroDivisionError
            return task.legal[0]

        monkeypatch.setattr(server.runtime.bot_pool, "choose", choose)
        ada = await arrive(server.address, "Ada")
        await ada.open_table(TableSetting(game="codex_naturalis", bots=("random",)))
        await ada.be_ready()
        await ada.start()
        async with asyncio.timeout(TIMEOUT):
            while not tries:
                await asyncio.sleep(0.01)
        await ada.client.send(Say(request=1, match=ada.match, text="Well?"))
        await ada.wait(lambda me: bool(me.position and me.position.movers == (me.seat,)))
        assert len(tries) == 2
        await ada.close()
