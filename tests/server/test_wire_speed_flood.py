"""Frames at wire speed, from one socket or several, with and without a session."""

import asyncio
import random
import subprocess
import sys
import time
from pathlib import Path

from ludoteca.client.http import come_in
from ludoteca.server.load.processes import ServerProcess
from ludoteca.server.settings import Limits
from tests.server.live import TIMEOUT, Person, arrive
from tests.server.server_process import ROOT, ForkedServer
from tests.server.test_bad_client_harms_only_itself import begin
from tests.server.wire_flood import KINDS
from tests.sizes import SOAK, size

LONGEST = 0.1
"""Seconds in which 99 of 100 moves are acknowledged, in the soak."""

USUAL, LEAST_MOVES = 0.3, 4
"""Seconds of a move in the median, and how many are made in each flood, on however busy a machine;
without the limits one was made, at the end of the flood."""

GROWTH = 64 * 2**20
"""Bytes by which the server may grow; without the limits each byte sent was kept."""

SECONDS = 20.0 if SOAK else 1.5

PAUSE = 0.5 if SOAK else 0.02
CASES = [
    (kind, sockets, session)
    for kind in KINDS
    for sockets in (1, 4)
    for session in (True, False)
    if SOAK or sockets > 1 or kind == "pings"
]

MESSAGES = 50 if SOAK else 1000
LIMITS = Limits(
    messages_a_second=MESSAGES,
    message_burst=2 * MESSAGES,
    guests_a_minute=60_000,
    guest_burst=1000,
)
"""People here play faster than people, and come from one address; frames are limited as always."""


async def play_one(people: list[Person]) -> float:
    """Let somebody make a move; return how long it took to be acknowledged."""
    await asyncio.sleep(random.uniform(0, 2 * PAUSE))  # tables are not in step
    if people[0].is_over:
        await begin(people)
    async with asyncio.timeout(TIMEOUT):
        while (person := next((one for one in people if one.may_move), None)) is None:
            await asyncio.sleep(0.001)
    began = time.perf_counter()
    await person.move()
    return time.perf_counter() - began


class Flooded:
    """A server with people who play, while somebody floods it."""

    def __init__(self, server: ForkedServer, tables: list[list[Person]], token: str) -> None:
        """Take what runs."""
        self.server, self.tables, self.token = server, tables, token

    async def flood(self, kind: str, sockets: int, with_session: bool) -> tuple[list[float], int]:
        """Let people play while it lasts; return their waiting times and how often it was cut."""
        order = [sys.executable, "-m", "tests.server.wire_flood", str(self.server.port), kind]
        order += [str(sockets), str(SECONDS)]
        bad = await asyncio.create_subprocess_exec(
            *order, *([self.token] if with_session else []), cwd=ROOT, stdout=subprocess.PIPE
        )
        assert bad.stdout is not None
        assert await bad.stdout.readline() == b"here\n"
        ended = asyncio.create_task(bad.communicate())
        times: list[float] = []
        while not ended.done():
            times += await asyncio.gather(*[play_one(people) for people in self.tables])
        _, cut = map(int, (await ended)[0].split())
        return sorted(times), cut


async def test_a_flood_at_wire_speed_is_cut_and_others_play_on(tmp_path: Path) -> None:
    """The short times are asserted in the soak only; that all get on, always."""
    server = ForkedServer(tmp_path, limits=LIMITS)
    server.start()
    try:
        tables = [
            [await arrive(server.address, f"{name} {n}", seed=n) for name in ("Ada", "Bo")]
            for n in range(size(1, 30))
        ]
        for people in tables:
            await begin(people)
        flooded = Flooded(server, tables, await come_in(server.address, "Bad"))
        memory = ServerProcess(server.pid, server.port)
        before = memory.memory()
        for kind, sockets, with_session in CASES:
            times, cut = await flooded.flood(kind, sockets, with_session)
            late = times[int(0.99 * len(times))]
            print(
                f"{kind}, {sockets} sockets, {with_session=}: {len(times)} moves, 99 of 100"
                f" within {1000 * late:.1f} ms; {cut} cuts"
            )
            assert len(times) >= LEAST_MOVES
            assert times[len(times) // 2] <= USUAL
            assert late <= LONGEST or not SOAK, (kind, sockets, with_session, times[-5:])
            assert cut >= sockets
        assert memory.memory() - before < GROWTH
        for person in (person for people in tables for person in people):
            assert not person.client.ended
            await person.close()
    finally:
        server.stop()
