"""P14: stalled readers and flooders harm only themselves."""

import asyncio
import socket
import time
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from ludoteca import games
from ludoteca.client.entrance import come_in
from ludoteca.protocol.common import TableSetting
from ludoteca.server.settings import Limits
from tests.server.live import Person, Running, arrive, running
from tests.server.raw import Raw
from tests.sizes import SOAK, size

GAME = games.names()[-1]
STALLED, FLOODING = 4, 4


async def stall(server: Running, match: str) -> Raw:
    """Watch a table, but read nothing any more; the network buffers hold little."""
    token = await come_in(server.address, "Stalled")
    raw = await Raw.open(server.address, token)
    await raw.greet()
    await raw.ask(type="enter", request=2, match=match)
    raw.socket.transport.pause_reading()
    inner = raw.socket.transport.get_extra_info("socket")
    inner.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    return raw


async def flood(server: Running) -> int:
    """Say as much as one can, until the server has had enough; give its close code."""
    raw = await Raw.open(server.address, await come_in(server.address, "Flooding"))
    await raw.greet()
    code = asyncio.create_task(raw.close_code())
    number = 2
    with suppress(ConnectionClosed):
        while True:
            await raw.say(type="watch_hall", request=number)
            number += 1
            await asyncio.sleep(0)
    return await code


async def play_some(people: list[Person], moves: int) -> list[float]:
    """Let people play on; give how long each move took to be acknowledged."""
    times: list[float] = []
    while len(times) < moves and not people[0].is_over:
        person = next((one for one in people if one.may_move), None)
        if person is None:
            await asyncio.sleep(0.001)
            continue
        began = time.perf_counter()
        await person.move()
        times.append(time.perf_counter() - began)
    return sorted(times)


async def test_p14_others_play_on_and_the_bad_ones_are_closed(tmp_path: Path) -> None:
    limits = Limits(queue_messages=8, message_burst=50, messages_a_second=200, guest_burst=1000)
    async with running(tmp_path, limits=limits) as server:
        ada, bo = await arrive(server.address, "Ada"), await arrive(server.address, "Bo")
        match = await ada.open_table(TableSetting(game=GAME))
        await bo.join(match)
        await ada.be_ready()
        await bo.be_ready()
        await ada.start()
        people = [ada, bo]
        await bo.wait(lambda me: me.position is not None)
        quiet = await play_some(people, size(10, 20))
        stalled = [await stall(server, match) for _ in range(STALLED)]
        floods = [asyncio.create_task(flood(server)) for _ in range(FLOODING)]
        for connection in server.house.hub:  # what the kernel takes anyway must not hide it
            if connection.visit.visitor.name == "Stalled":
                for _ in range(20):
                    connection.put(b"x" * 1_000_000)
        loud = await play_some(people, size(10, 20))
        codes = await asyncio.gather(*floods)
        assert set(codes) <= {1008, 1013}  # too much said, or not even the refusals taken
        async with asyncio.timeout(20):
            while len(server.house.hub) > len(people):
                await asyncio.sleep(0.05)
        assert not ada.client.ended
        assert not bo.client.ended
        for raw in stalled:
            raw.socket.transport.abort()
        for person in people:
            await person.close()
        if SOAK:
            assert loud[int(0.99 * len(loud))] - quiet[int(0.99 * len(quiet))] <= 0.02
