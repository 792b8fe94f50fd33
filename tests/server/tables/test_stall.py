"""A process that stood still, as on a laptop that slept, costs nobody time."""

import asyncio
import time
from pathlib import Path

from ludoteca import games
from ludoteca.protocol.common import TableSetting, TurnClock
from ludoteca.protocol.to_client import Accepted
from ludoteca.server.tables.stall import StallDetector, watch_lag
from tests.server.live import TIMEOUT, log_of, pair, running, settled


def test_what_lies_between_two_beats_is_noticed_if_it_is_much() -> None:
    now = [1000.0]
    stalls = StallDetector(lambda: now[0] - 900, wall=lambda: now[0])
    for seconds in (0.0, 1.0, 4.0):
        now[0] += seconds
        stalls.beat()
        assert stalls.stood == (0.0, 0.0)
    now[0] += 60
    stalls.beat()
    assert stalls.stood == (105.0, 165.0)
    now[0] += 1
    stalls.beat()
    assert stalls.stood == (105.0, 165.0)


async def test_a_server_that_stood_still_costs_no_time(tmp_path: Path) -> None:
    now = [1_000_000.0]
    async with running(tmp_path, clock=lambda: now[0]) as server:
        server.runtime.parts.clock = StallDetector(lambda: now[0], wall=lambda: now[0])
        first, other = await pair(server, TableSetting(game=games.names()[-1], clock=TurnClock(20)))
        seat = first.seat
        assert seat is not None
        now[0] += 4
        actor = await server.runtime.tables.of(first.match)
        actor.do(lambda: asyncio.sleep(0))  # it looks at the clock again
        now[0] += 3600
        actor.do(lambda: asyncio.sleep(0))
        await first.wait(lambda me: me.clock_left(seat, now[0]) > 0)
        assert 16 <= first.clock_left(seat, now[0]) <= 20
        assert not any(one.overdue for one in actor.table.seats)
        assert isinstance(await first.move(), Accepted)
        for person in (first, other):
            await person.close()


def test_a_clock_that_was_set_back_is_noticed() -> None:
    wall, steady = [10_000.0], [50.0]
    stalls = StallDetector(lambda: wall[0], lambda: wall[0], lambda: steady[0])
    wall[0], steady[0] = wall[0] + 1, steady[0] + 1
    assert stalls.last_stall() == (0.0, 0.0)
    wall[0], steady[0] = wall[0] - 3600 + 2, steady[0] + 2
    since, until = stalls.last_stall()
    assert (since - until, until) == (3600, wall[0])


async def test_a_clock_set_back_leaves_a_turn_as_long_as_it_was(tmp_path: Path) -> None:
    now, steady = [1_000_000.0], [0.0]
    async with running(tmp_path, clock=lambda: now[0]) as server:
        stalls = StallDetector(lambda: now[0], lambda: now[0], lambda: steady[0])
        server.runtime.parts.clock = stalls
        setting = TableSetting(game=games.names()[-1], clock=TurnClock(20), spectator_delay=10)
        first, other = await pair(server, setting)
        seat = first.seat
        assert seat is not None
        now[0], steady[0] = now[0] + 4, steady[0] + 4
        actor = await server.runtime.tables.of(first.match)
        actor.do(lambda: asyncio.sleep(0))
        now[0] -= 3600
        actor.do(lambda: asyncio.sleep(0))
        await first.wait(lambda me: me.clock_left(seat, now[0]) < 100)
        assert 15 <= first.clock_left(seat, now[0]) <= 16
        assert actor.subscribers.next_delayed is not None
        assert actor.subscribers.next_delayed <= now[0] + 10
        assert isinstance(await first.move(), Accepted)
        for person in (first, other):
            await person.close()


async def test_a_table_that_slept_while_the_clock_was_set_back_is_woken_in_time(
    tmp_path: Path,
) -> None:
    now, steady = [1_000_000.0], [0.0]
    async with running(tmp_path, clock=lambda: now[0]) as server:
        stalls = StallDetector(lambda: now[0], lambda: now[0], lambda: steady[0])
        server.runtime.parts.clock = stalls
        setting = TableSetting(game=games.names()[-1], clock=TurnClock(20))
        first, other = await pair(server, setting)
        tables, store, match = server.runtime.tables, server.runtime.store, first.match
        actor = await settled(server, match)
        tables.forget(actor)
        await actor.stop()
        await log_of(actor).release()
        now[0] -= 3600
        async with asyncio.timeout(TIMEOUT):
            while tables.loaded(match) is None:  # nobody asks for it
                await asyncio.sleep(0.05)
        await settled(server, match)
        row = await store.tables.find_table(match)
        assert row is not None
        assert row.summary.wake_at is not None
        assert row.summary.wake_at <= now[0] + 30
        for person in (first, other):
            await person.close()


async def test_a_loop_that_was_kept_busy_is_noted_as_late() -> None:
    late: list[float] = []
    watching = asyncio.create_task(watch_lag(late.append))
    async with asyncio.timeout(TIMEOUT):
        while not late:
            await asyncio.sleep(0.01)
        time.sleep(0.2)
        while max(late) < 0.1:
            await asyncio.sleep(0.01)
    watching.cancel()
