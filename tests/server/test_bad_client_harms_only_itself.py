"""Stalled readers and flooders harm only themselves."""

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludoteca import games
from ludoteca.client.http import come_in
from ludoteca.protocol.common import TableSetting
from ludoteca.server.settings import Limits
from ludoteca.server.transport.websocket import BROKEN_RULE, TRY_LATER
from tests.server.bad_clients import FLOODING, STALLED, flood, stall
from tests.server.live import TIMEOUT, Person, arrive, running
from tests.server.raw_socket import RawSocket
from tests.server.server_process import ROOT, ForkedServer
from tests.sizes import SOAK, size

GAME = games.names()[-1]


async def begin(people: list[Person]) -> str:
    """Let two people begin a match."""
    ada, bo = people
    match = await ada.open_table(TableSetting(game=GAME))
    await bo.join(match)
    await ada.be_ready()
    await bo.be_ready()
    await ada.start()
    await bo.wait(lambda me: me.position is not None)
    return match


async def play_some(people: list[Person], moves: int, pause: float = 0.0) -> list[float]:
    """Let two people play on; give how long each move took to be acknowledged."""
    times: list[float] = []
    await asyncio.sleep(random.uniform(0, 2 * pause))
    while len(times) < moves:
        person = next((one for one in people if one.may_move), None)
        if person is None:
            await asyncio.sleep(0.001)
            continue
        began = time.perf_counter()
        await person.move()
        times.append(time.perf_counter() - began)
        await asyncio.sleep(random.uniform(0, 2 * pause))  # tables are not in step
    return times


async def flood_and_return(address: str, token: str) -> tuple[int, int | None]:
    """Flood until one is closed, come back at once if it was for that; give both close codes."""
    code = await flood(address, token)
    if code != BROKEN_RULE:
        return code, None
    back = await RawSocket.open(address, token)
    return code, await back.close_code()


async def test_others_play_on_and_the_bad_ones_are_closed(tmp_path: Path) -> None:
    limits = Limits(
        queue_messages=8,
        message_burst=50,
        messages_a_second=200,
        guest_burst=1000,
        floods=4,  # the bucket stays empty for 15 seconds
    )
    async with running(tmp_path, limits=limits) as server:
        people = [await arrive(server.address, name) for name in ("Ada", "Bo")]
        match = await begin(people)
        address = server.address
        tokens = [await come_in(address, "Stalled") for _ in range(STALLED)]
        stalled = [await stall(address, token, match) for token in tokens]
        flooding = [await come_in(address, "Flooding") for _ in range(FLOODING)]
        floods = [asyncio.create_task(flood_and_return(address, token)) for token in flooding]
        for connection in server.runtime.hub:  # what the kernel takes anyway must not hide it
            if connection.identity.user.name == "Stalled":
                for _ in range(20):
                    connection.put(b"x" * 1_000_000)
        await play_some(people, 10)
        for code, again in await asyncio.gather(*floods):
            if code == BROKEN_RULE:
                assert again == TRY_LATER  # not so soon
            else:  # not even the refusals were taken
                assert code == TRY_LATER
        async with asyncio.timeout(TIMEOUT):
            while len(server.runtime.hub) > len(people):
                await asyncio.sleep(0.05)
        for person in people:
            assert not person.client.ended
            await person.close()
        for raw in stalled:
            raw.socket.transport.abort()


@contextmanager
def bad_company(address: str, match: str) -> Iterator[None]:
    """Let bad clients be at it while the block lasts."""
    order = [sys.executable, "-m", "tests.server.bad_clients", address, match]
    bad = subprocess.Popen(order, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert bad.stdin is not None
    assert bad.stdout is not None
    try:
        assert bad.stdout.readline() == b"here\n"
        yield
        assert bad.poll() is None
    finally:
        bad.stdin.close()
        bad.wait(TIMEOUT)
        bad.stdout.close()


async def test_others_do_not_wait_longer(tmp_path: Path) -> None:
    """The times are asserted in the soak only; that all get on, always."""
    server = ForkedServer(tmp_path, limits=Limits(guests_a_minute=60_000, guest_burst=1000))
    server.start()
    tables = [
        [await arrive(server.address, f"{name} {number}", seed=number) for name in ("Ada", "Bo")]
        for number in range(size(1, 30))
    ]
    match, *_ = [await begin(people) for people in tables]

    async def worst() -> float:
        """Return what 99 of 100 moves keep to."""
        played = [play_some(people, size(5, 15), size(0, 1) / 2) for people in tables]
        times = sorted(time for each in await asyncio.gather(*played) for time in each)
        return times[int(0.99 * len(times))]

    quiet = await worst()
    with bad_company(server.address, match):
        loud = await worst()
    for person in (person for people in tables for person in people):
        assert not person.client.ended
        await person.close()
    server.stop()
    print(f"99 of 100 moves within {1000 * quiet:.1f} ms, beside bad clients {1000 * loud:.1f} ms")
    if SOAK:
        assert loud - quiet <= 0.02, (quiet, loud)
