"""What ends or sleeps is freed at once: nothing of the server refers to itself in a circle."""

import asyncio
import gc
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.client.http import come_in
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Say, TakeSeat
from ludoteca.server.load.processes import ServerProcess
from ludoteca.server.serve import DATABASE
from tests.server.live import TIMEOUT, Running, arrive, running
from tests.server.raw_socket import RawSocket
from tests.server.server_process import ForkedServer
from tests.server.sleepers import put_to_sleep
from tests.server.test_no_resource_leaks import come_and_go
from tests.sizes import SOAK, size

MOST_A_MATCH = 10 * 1024
"""Bytes that stay of a match that has ended."""

OURS = ("ludoteca.server.", "ludoteca.table.", "ludoteca.record.", "ludoteca.games.", "uvicorn.")

FEW = 40
"""Sleeping tables of which nothing may stay."""

SLEEPING = size(1_000, 10_000)
MOST = 200 * 2**20
"""Bytes of a server with ten thousand sleeping tables."""


@contextmanager
def found_by_collector() -> Iterator[Counter[str]]:
    """Switch the collector off; at the end, count what only it would have freed."""
    found: Counter[str] = Counter()
    gc.collect()
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found.update(name for one in gc.garbage if (name := name_of(one)).startswith(OURS))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def name_of(one: object) -> str:
    """Return the whole name of an object's type."""
    return f"{type(one).__module__}.{type(one).__qualname__}"


async def play_a_match(server: Running, number: int) -> None:
    """Play a whole match against a bot."""
    person = await arrive(server.address, f"Guest {number}", seed=number)
    game = games.names()[number % len(games.names())]
    match = await person.open_table(TableSetting(game=game, bots=("random",)))
    await person.client.send(TakeSeat(request=1, match=match))  # refused
    await person.client.send(Say(request=1, match=match, text="hello"))
    await person.be_ready()
    await person.start()
    await person.play()
    await person.close()


async def follow(server: Running, match: str, number: int) -> list[RawSocket]:
    """Let people watch a table, without a word."""
    followers = []
    for each in range(number):
        raw = await RawSocket.open(server.address, await come_in(server.address, f"Eve {each}"))
        await raw.greet()
        await raw.ask(type="enter", request=2, match=match)
        followers.append(raw)
    return followers


async def misbehave(server: Running, token: str) -> None:
    """Ask for what is refused, in several ways."""
    for path in ("/api/nothing", "/api/tables/nothing", "/api/me"):
        with suppress(urllib.error.HTTPError):
            await asyncio.to_thread(urllib.request.urlopen, server.address + path)
    raw = await RawSocket.open(server.address, token)
    await raw.greet()
    await raw.ask(type="enter", request=2, match="nothing")
    await raw.socket.send("no message")
    await raw.hear()
    await raw.socket.send("x" * 5000)
    await raw.close_code()
    stranger = await RawSocket.open(server.address, "nobody")
    await stranger.close_code()


async def test_what_has_ended_is_freed_without_the_collector(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        host = await arrive(server.address, "Host")
        match = await host.open_table(TableSetting(game=games.names()[0]))
        token = await come_in(server.address, "Guest")

        async def everything() -> None:
            for number in range(5):
                await come_and_go(server, token, match, number)
            for number in range(len(games.names())):
                await play_a_match(server, number)
            await misbehave(server, token)
            async with asyncio.timeout(TIMEOUT):
                while len(server.runtime.tables) > 1 or len(server.runtime.hub) > 1:
                    await asyncio.sleep(0.02)
            await asyncio.sleep(0.1)

        await everything()
        with found_by_collector() as found:
            await everything()
        assert found == {}
        await host.close()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nothing tells the memory")
async def test_sleeping_tables_take_little_memory(tmp_path: Path) -> None:
    """Ten thousand, in the soak; else a thousand, which take a tenth of the room."""
    await put_to_sleep(tmp_path, SLEEPING)
    server = ForkedServer(tmp_path)
    server.start()
    memory = ServerProcess(server.pid, server.port)
    try:
        async with asyncio.timeout(5 * TIMEOUT):
            while await awake(server) or not await asked_all(tmp_path):
                await asyncio.sleep(0.2)
        print(f"{SLEEPING} tables asleep: {memory.memory() / 2**20:.0f} MB")
        assert memory.memory() < (MOST if SOAK else 0.7 * MOST)
    finally:
        server.stop()


async def test_nothing_of_a_sleeping_table_stays(tmp_path: Path) -> None:
    """Counted in objects: tables that stay are lost in the memory of a server, unless many do."""
    await put_to_sleep(tmp_path, FEW)
    before = ours()
    async with running(tmp_path, notice_pause=0.0) as server:
        async with asyncio.timeout(TIMEOUT):
            while len(server.runtime.tables) or not await asked_all(tmp_path):
                await asyncio.sleep(0.02)
        for _ in range(20):
            await asyncio.sleep(0.2)  # the last ones are still being let go
            stayed = {name: count for name, count in (ours() - before).items() if count >= FEW // 2}
            if not stayed:
                break
    assert stayed == {}


def ours() -> Counter[str]:
    """Count the objects of ours."""
    gc.collect()
    return Counter(name for one in gc.get_objects() if (name := name_of(one)).startswith(OURS))


async def metrics(server: ForkedServer, *names: str) -> list[int]:
    """Ask the server for some of its numbers."""
    address = f"{server.address}/metrics"
    found = await asyncio.to_thread(lambda: urllib.request.urlopen(address).read().decode())
    return [int(float(found.partition(f"\n{name} ")[2].split()[0])) for name in names]


async def awake(server: ForkedServer) -> int:
    """Count the tables that are awake."""
    [tables] = await metrics(server, "ludoteca_tables")
    return tables


async def stalls(server: ForkedServer) -> int:
    """Count the looks at the event loop at which it was late by more than 50 ms."""
    name = "ludoteca_loop_lag_seconds"
    looks, in_time = await metrics(server, f"{name}_count", f'{name}_bucket{{le="0.05"}}')
    return looks - in_time


async def asked_all(folder: Path) -> bool:
    """Return whether every table was taken by the server that runs now."""
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(folder / DATABASE)) as data:
        [(lowest,)] = data.execute("SELECT min(epoch) FROM tables")
        return int(lowest) > 1


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nothing tells the memory")
async def test_memory_is_back_after_matches_and_dropped_lines(tmp_path: Path) -> None:
    server = ForkedServer(tmp_path)
    server.start()
    memory = ServerProcess(server.pid, server.port)
    there = Running(None, None, server.port)  # type: ignore[arg-type]
    try:
        host = await arrive(server.address, "Host")
        match = await host.open_table(TableSetting(game=games.names()[0]))
        tokens = [await come_in(server.address, f"Guest {n}") for n in range(5)]

        async def churn(matches: int, lines: int) -> None:
            for number in range(matches):
                await play_a_match(there, number)
            for start in range(0, lines, 5):
                drops = (come_and_go(there, tokens[n], match, start + n) for n in range(5))
                await asyncio.gather(*drops)
            async with asyncio.timeout(TIMEOUT):
                while await awake(server) > 1:
                    await asyncio.sleep(0.1)

        followers = await follow(there, match, size(2, 100))
        await churn(size(4, 100), 100)
        before, late = memory.memory(), await stalls(server)
        await churn(matches := size(4, 400), size(200, 10_000))
        grown, late = memory.memory() - before, await stalls(server) - late
        print(f"{before / 2**20:.0f} MB, then {grown / 2**20:+.1f} MB; {late} stalls over 50 ms")
        assert grown < before / 10
        assert grown < matches * MOST_A_MATCH or not SOAK
        assert late == 0 or not SOAK
        for follower in followers:
            await follower.close()
        await host.close()
    finally:
        server.stop()
