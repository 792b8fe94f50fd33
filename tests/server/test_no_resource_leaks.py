"""Sockets that come and go leave nothing behind."""

import asyncio
import os
from pathlib import Path

from websockets.asyncio.client import connect

from ludoteca import games
from ludoteca.client.http import come_in
from ludoteca.client.remote import socket_url
from ludoteca.protocol import VERSION, encode
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Enter, Hello, WatchLobby
from ludoteca.table import chores
from tests.server.live import TIMEOUT, Running, arrive, running
from tests.sizes import size

CYCLES = size(500, 10_000)
SPARE = 6
"""Files that the store may open for itself meanwhile: it reads over several connections."""


def counts(server: Running) -> tuple[int, int, int, int]:
    """Count tasks, sockets, awake tables and open files."""
    files = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0  # noqa: PTH208
    return len(asyncio.all_tasks()), len(server.runtime.hub), len(server.runtime.tables), files


async def calm_counts(server: Running) -> tuple[int, int, int, int]:
    """Count as soon as only the host is left, and nothing has changed for a while."""
    seen: list[tuple[int, int, int, int]] = []
    async with asyncio.timeout(TIMEOUT):
        while len(server.runtime.hub) > 1 or len(seen) < 10 or len(set(seen[-10:])) > 1:
            await asyncio.sleep(0.05)
            seen.append(counts(server))
    return seen[-1]


async def come_and_go(server: Running, token: str, match: str, number: int) -> None:
    """Connect, say something, and drop the line in one of several ways."""
    headers = {"Authorization": f"Bearer {token}"}
    socket = await connect(
        socket_url(server.address), additional_headers=headers, compression=None, proxy=None
    )
    way = number % 5
    if way:
        await socket.send(encode(Hello(request=1, version=VERSION)).decode())
    if way >= 2:
        await socket.send(encode(Enter(request=2, match=match)).decode())
        await socket.send(encode(WatchLobby(request=3)).decode())
    if way >= 3:
        await socket.recv()
    if way == 4:
        await socket.close()
    else:
        socket.transport.abort()
        await socket.wait_closed()


async def test_after_many_connections_everything_is_at_the_baseline(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        host = await arrive(server.address, "Host")
        match = await host.open_table(TableSetting(game=games.names()[0]))
        tokens = [await come_in(server.address, f"Guest {n}") for n in range(5)]

        async def cycles(number: int) -> None:
            for start in range(0, number, 5):
                await asyncio.gather(
                    *(come_and_go(server, tokens[n], match, start + n) for n in range(5))
                )

        await cycles(50)
        *before, files_before = await calm_counts(server)
        await cycles(CYCLES)
        for _ in range(400):
            *now, files = counts(server)
            if now == before and files <= files_before + SPARE:
                break
            await asyncio.sleep(0.05)
        assert (now, files - files_before <= SPARE) == (before, True)
        actor = await server.runtime.tables.of(match)
        async with asyncio.timeout(2 * chores.EVERY):  # who came and went often is noted late
            while actor.table.watchers:
                await asyncio.sleep(0.05)
        assert len(actor.subscribers) == 1
        await host.close()


async def test_a_closed_table_goes_to_sleep(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        for number in range(5):
            host = await arrive(server.address, f"Host {number}")
            await host.open_table(TableSetting(game=games.names()[0], public=False))
            await host.stand_up()
            await host.close()
        async with asyncio.timeout(TIMEOUT):
            while len(server.runtime.tables):
                await asyncio.sleep(0.02)
