"""One table in this process: time brings what it brings, and people may leave."""

import asyncio
from functools import partial

import pytest

from ludoteca.client.local import LocalServer, knows_bot
from ludoteca.protocol.common import TableSetting, TurnClock
from ludoteca.protocol.from_client import Enter, Exit, OpenTable, Ready, Start, TakeSeat
from ludoteca.protocol.to_client import Opened, TableChange, Update
from ludoteca.table import BotTask, TablePolicy
from tests.playing import GAMES


async def test_out_of_time_a_bot_moves_without_being_asked() -> None:
    now = [1000.0]
    simple = TablePolicy(knows_bot=knows_bot, replacement="random")
    async with LocalServer(clock=lambda: now[0], policy=simple) as server:
        client = server.client("Ada")
        setting = TableSetting(
            game=GAMES[-1].id, bots=("random",), seating="set", clock=TurnClock(seconds=20)
        )
        opened = await client.send(OpenTable(request=1, setting=setting))
        assert isinstance(opened, Opened)
        for message in (Enter, Ready, Start):
            await client.send(message(request=1, match=opened.match))
        progress = server.table(opened.match).progress
        assert progress is not None
        now[0] += 21
        await server.actor(opened.match).ask(partial(asyncio.sleep, 0))  # it looks at the clock
        async with asyncio.timeout(60):
            async for told in client.told():
                if isinstance(told, Update) and told.position.ply > progress.ply:
                    assert told.happened[0].by_bot
                    break


async def test_two_people_meet_and_one_leaves() -> None:
    async with LocalServer() as server:
        ada, bo = server.client("Ada"), server.client("Bo")
        opened = await ada.send(OpenTable(request=1, setting=TableSetting(game=GAMES[-1].id)))
        assert isinstance(opened, Opened)
        for client in (ada, bo):
            await client.send(Enter(request=1, match=opened.match))
        await bo.send(TakeSeat(request=1, match=opened.match))
        assert server.table(opened.match).seats[1].name == "Bo"
        await bo.send(Exit(request=1, match=opened.match))
        assert server.table(opened.match).seats[1].away
        await ada.send(Ready(request=1, match=opened.match))
        await bo.close()
        heard = [told async for told in bo.told() if isinstance(told, TableChange)]
        assert not any(told.table.seats[0].ready for told in heard), "who left hears no more"


async def test_a_broken_bot_does_not_stop_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    async with LocalServer() as server:

        async def fail(task: BotTask) -> int:
            raise RuntimeError("out of order")

        monkeypatch.setattr(server.bots, "think", fail)
        client = server.client("Ada")
        setting = TableSetting(game=GAMES[0].id, bots=("random",), seating="set")
        opened = await client.send(OpenTable(request=1, setting=setting))
        assert isinstance(opened, Opened)
        for message in (Enter, Ready, Start):
            await client.send(message(request=1, match=opened.match))
        async with asyncio.timeout(60):
            async for told in client.told():
                if isinstance(told, Update) and told.position.movers == (0,):
                    break
