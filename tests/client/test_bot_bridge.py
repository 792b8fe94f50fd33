"""A program of one's own at a server: it plays whole matches, and resigns when it fails."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ludoteca import games
from ludoteca.bots.external import ExternalPlayer
from ludoteca.client import bot_bridge
from ludoteca.client.bot_bridge import BotBridge
from ludoteca.client.http import come_in
from ludoteca.client.remote import RemoteClient
from ludoteca.core.errors import LudotecaError
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Resign
from ludoteca.protocol.to_client import Accepted
from ludoteca.server.transport.connection import Connection
from tests.server.failing_store import open_failing
from tests.server.live import FAST, TIMEOUT, Person, Running, arrive, running

EXAMPLE = Path(__file__).parents[2] / "examples" / "bots" / "collector.py"

FAILING = "for line in __import__('sys').stdin: print('no move at all', flush=True)"


async def play_against(
    server: Running,
    command: str,
    game: str,
    finish: Callable[[Person], Awaitable[None]],
    ada: Person | None = None,
) -> list[str]:
    """Open a table, let a program join it, and play; return what the bridge reported."""
    ada = ada or await arrive(server.address, "Ada")
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


async def play_some(ada: Person, moves: int) -> None:
    """Let the program make a number of moves, then resign."""
    while moves:
        await ada.wait(lambda me: me.may_move)
        made = await ada.move()
        moves -= isinstance(made, Accepted)
    await ada.wait(lambda me: me.may_move)
    await ada.client.send(Resign(request=1, match=ada.match))


async def test_a_program_plays_on_after_the_store_was_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_bridge, "pause_after", lambda *_: 0.05)
    store = await open_failing(tmp_path)
    refused_to_it: list[str] = []

    async def finish(ada: Person) -> None:
        await ada.wait(lambda me: me.may_move)
        assert isinstance(await ada.move(), Accepted)
        store.full = True  # just when it is to move
        async with asyncio.timeout(TIMEOUT):
            while len(refused_to_it) < 2:
                await asyncio.sleep(0.01)
        store.full = False
        await play_some(ada, 2)

    async with running(tmp_path, store=store) as server:
        refuse = Connection.refuse

        def note(
            self: Connection, request: int, error: LudotecaError, *more: Any, **named: Any
        ) -> None:
            if self.identity.user.name == "Robo":
                refused_to_it.append(error.code)
            refuse(self, request, error, *more, **named)

        monkeypatch.setattr(Connection, "refuse", note)
        command = f"'{sys.executable}' -S '{EXAMPLE}'"
        told = await play_against(server, command, games.names()[-1], finish)
    assert set(refused_to_it) == {"store_away"}
    assert not any("resigned" in line for line in told)


async def test_a_program_keeps_to_the_pace_of_the_server(tmp_path: Path) -> None:
    limits = replace(FAST, messages_a_second=20, message_burst=3, floods=1000)
    async with running(tmp_path, limits=limits) as server:
        ada = await arrive(server.address, "Ada")
        [connection] = server.runtime.hub
        messages = server.runtime.limits.messages
        take, refused = messages.take, []

        def take_for_programs(session: str | bytes, amount: int = 1) -> bool:
            if session == connection.identity.digest:
                return True
            refused.append(not take(session, amount))
            return not refused[-1]

        messages.take = take_for_programs  # type: ignore[assignment, method-assign]
        command = f"'{sys.executable}' -S '{EXAMPLE}'"
        told = await play_against(
            server, command, games.names()[-1], lambda ada: play_some(ada, 3), ada
        )
    assert any(refused)
    assert len(told) == 2, "nothing else is reported"
