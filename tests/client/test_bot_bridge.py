"""A program of one's own at a server: it plays whole matches, and resigns when it fails."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.bots.external import ExternalPlayer
from ludoteca.client.bot_bridge import BotBridge
from ludoteca.client.http import come_in
from ludoteca.client.remote import RemoteClient
from ludoteca.protocol.common import TableSetting
from tests.server.live import Person, Running, arrive, running

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "collector.py"

FAILING = "for line in __import__('sys').stdin: print('no move at all', flush=True)"


async def play_against(
    server: Running, command: str, game: str, finish: Callable[[Person], Awaitable[None]]
) -> list[str]:
    """Open a table, let a program join it, and play; return what the bridge reported."""
    ada = await arrive(server.address, "Ada")
    match = await ada.open_table(TableSetting(game=game))
    reported: list[str] = []
    client = RemoteClient(server.address, await come_in(server.address, "Robo"))
    await client.open()
    bridge = BotBridge(client, lambda: ExternalPlayer("exec:x", command), reported.append)
    await bridge.join(match)
    running_bridge = asyncio.create_task(bridge.run(matches=1))
    await ada.wait(lambda me: me.table is not None and me.table.seats[1].ready)
    await ada.be_ready()
    await ada.start()
    await finish(ada)
    await asyncio.wait_for(running_bridge, 30)
    assert bridge.finished == 1
    await client.close()
    await ada.close()
    return reported


@pytest.mark.parametrize("game", games.names())
async def test_a_program_joins_a_table_and_plays_to_the_end(tmp_path: Path, game: str) -> None:
    async def finish(ada: Person) -> None:
        await ada.play()
        assert ada.is_over

    async with running(tmp_path) as server:
        told = await play_against(server, f"'{sys.executable}' -S '{EXAMPLE}'", game, finish)
    assert f": {game}, seat " in told[0]
    assert told[-1].endswith(": over")
    assert len(told) == 2, "no refusal and no resignation"


async def test_a_program_without_a_legal_move_resigns(tmp_path: Path) -> None:
    async def finish(ada: Person) -> None:
        while not ada.is_over:
            if ada.may_move:
                await ada.move()
            await asyncio.sleep(0.01)

    program = tmp_path / "failing.py"
    program.write_text(FAILING)
    async with running(tmp_path) as server:
        told = await play_against(
            server, f"'{sys.executable}' -S '{program}'", games.names()[-1], finish
        )
    assert any("resigned, for it answered 'no move at all'" in line for line in told)
