"""What every bus does: hints reach all other processes that follow, and nobody else."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from ludoteca.server.bus import LOBBY, Bus, Heard, open_bus
from ludoteca.server.bus.local import LocalBus, LocalHub
from tests.server.bus.listener import TIMEOUT, Ear

Join = Callable[[Heard], Awaitable[Bus]]


@pytest.fixture(params=["local", "redis"])
async def join(request: pytest.FixtureRequest) -> AsyncIterator[Join]:
    """Return a way to open buses of several processes."""
    wire = LocalHub()
    url = request.getfixturevalue("valkey").url if request.param == "redis" else None
    async with AsyncExitStack() as stack:

        async def join(heard: Heard) -> Bus:
            bus = await open_bus(url, heard) if url else LocalBus(heard, wire)
            stack.push_async_callback(bus.close)
            return bus

        yield join


async def test_a_hint_reaches_those_who_follow_and_not_the_speaker(join: Join) -> None:
    ears = [Ear() for _ in range(3)]
    here, there, idle = [await join(ear) for ear in ears]
    assert here.is_up
    for bus in (here, there):
        await bus.follow("m1")
    await idle.follow(LOBBY)
    await here.say("m1", 7)
    await there.say(LOBBY, 1)
    await ears[1].wait_for("m1", 7)
    await ears[2].wait_for(LOBBY, 1)
    assert [ear.hints for ear in ears] == [[], [("m1", 7)], [(LOBBY, 1)]]


async def test_every_hint_after_follow_is_heard_though_only_the_last_counts(join: Join) -> None:
    ear = Ear()
    speaker, follower = await join(Ear()), await join(ear)
    for number in range(1, 60):
        await follower.follow(f"m{number}")
        await speaker.say(f"m{number}", number)
    for number in range(1, 60):
        await ear.wait_for(f"m{number}", number)


async def test_who_left_hears_no_more_and_may_come_back(join: Join) -> None:
    ear = Ear()
    speaker, follower = await join(Ear()), await join(ear)
    await follower.follow("m1")
    await follower.follow("m2")
    for _ in range(3):
        await follower.leave("m1")
        await follower.follow("m1")
    await speaker.say("m1", 1)
    await ear.wait_for("m1", 1)
    await follower.leave("m1")
    await speaker.say("m1", 2)
    await speaker.say("m2", 3)
    await ear.wait_for("m2", 3)
    assert ("m1", 2) not in ear.hints


async def test_many_may_follow_at_once(join: Join) -> None:
    ear = Ear()
    speaker, follower = await join(Ear()), await join(ear)
    topics = [f"m{number}" for number in range(200)]
    await asyncio.gather(*(follower.follow(topic) for topic in topics))
    for topic in topics:
        await speaker.say(topic, 5)
    for topic in topics:
        await ear.wait_for(topic, 5)


async def test_it_is_known_whether_another_process_follows(join: Join) -> None:
    here, there = await join(Ear()), await join(Ear())
    await here.follow("m1")
    assert not await here.is_followed("m1")
    await there.follow("m1")
    assert await here.is_followed("m1")
    assert not await here.is_followed("m2")
    await there.leave("m1")
    async with asyncio.timeout(TIMEOUT):
        while await here.is_followed("m1"):
            await asyncio.sleep(0.01)
