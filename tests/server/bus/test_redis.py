"""Redis away and back: nobody is stopped, and nothing stays missed."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.server.bus import open_bus
from ludoteca.server.bus import redis as module
from tests.server.bus.listener import TIMEOUT, Ear
from tests.server.services import ValkeyService


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not holds():
            await asyncio.sleep(0.01)


async def test_redis_away_disturbs_nobody_and_comes_back_by_itself(
    valkey: ValkeyService,
) -> None:
    ears = [Ear(), Ear()]
    here, there = [await open_bus(valkey.url, ear) for ear in ears]
    try:
        await there.follow("m1")
        valkey.kill()
        await until(lambda: not here.is_up and not there.is_up)
        async with asyncio.timeout(5):  # none of this waits for Redis
            await there.follow("m2")
            await there.follow("m3")
            await there.leave("m3")
            await here.say("m1", 4)
            await here.say("m1", 5)
    finally:
        valkey.start()
    for topic in ("m1", "m2"):
        await ears[1].wait_for(topic, 0)  # look into the store
    await until(lambda: here.is_up and there.is_up)
    await here.say("m2", 9)
    await ears[1].wait_for("m2", 9)
    assert ("m3", 0) not in ears[1].hints
    for bus in (here, there):
        await bus.close()


async def test_what_could_not_be_said_is_said_later(valkey: ValkeyService) -> None:
    ear = Ear()
    here, there = await open_bus(valkey.url, Ear()), await open_bus(valkey.url, ear)
    await there.follow("m1")
    await here._hang_up()  # type: ignore[attr-defined]
    assert not here.is_up
    await here.say("m1", 3)
    await here.say("m1", 2)
    await ear.wait_for("m1", 3)  # said once the link was there again; the lower number is no news
    assert ("m1", 2) not in ear.hints
    for bus in (here, there):
        await bus.close()


async def test_a_bus_may_start_before_redis(valkey: ValkeyService) -> None:
    ear = Ear()
    valkey.kill()
    try:
        bus = await open_bus(valkey.url, ear)
        assert not bus.is_up
        await bus.follow("m1")
    finally:
        valkey.start()
    await ear.wait_for("m1", 0)
    await bus.close()


async def test_nothing_is_kept_of_what_was_left(valkey: ValkeyService) -> None:
    bus = await open_bus(valkey.url, Ear())
    assert isinstance(bus, module.RedisBus)
    for number in range(50):
        await bus.follow(f"m{number}")
        await bus.say(f"m{number}", number)
        await bus.leave(f"m{number}")
    await until(lambda: not bus._unsaid)
    assert not bus._topics
    assert not bus._acknowledging
    await bus.close()


async def test_a_hint_nobody_understands_ends_nothing(
    valkey: ValkeyService, caplog: pytest.LogCaptureFixture
) -> None:
    ear = Ear()
    here, there = await open_bus(valkey.url, Ear()), await open_bus(valkey.url, ear)
    assert isinstance(here, module.RedisBus)
    await there.follow("m1")
    await here._speaker.publish(f"{module.CHANNEL}m1", "what?")
    await ear.wait_for("m1", 0)  # connected again: look into the store
    assert "stumbled" in caplog.text
    for bus in (here, there):
        await bus.close()


async def test_a_silent_server_counts_as_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TIMEOUT", 1.0)  # it may take a while to be polite

    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (data := await reader.read(4096)) and b"SUBSCRIBE" not in data:
                writer.write(b"+OK\r\n" * data.count(b"*"))
            channel = data.split(b"\r\n")[4]
            writer.write(b"*3\r\n$9\r\nsubscribe\r\n$%d\r\n%s\r\n:1\r\n" % (len(channel), channel))
            await reader.read()  # polite at first, then silent
        finally:
            writer.close()

    server = await asyncio.start_server(swallow, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    bus = await open_bus(f"redis://127.0.0.1:{port}/0", Ear())
    assert bus.is_up
    await until(lambda: not bus.is_up)
    await bus.close()
    server.close()
    await server.wait_closed()


async def test_a_wrong_address_is_named() -> None:
    with pytest.raises(UsageError, match="LUDOTECA_REDIS_URL"):
        await open_bus("http://example", Ear())


async def test_a_connection_that_ends_while_something_is_sent_fails_nothing(
    valkey: ValkeyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client's writer is gone then: it raises AttributeError, as was seen when Redis died."""
    bus = await open_bus(valkey.url, Ear())
    await bus.follow("m1")
    assert isinstance(bus, module.RedisBus)

    async def without_writer(*_: object) -> None:
        raise AttributeError("'NoneType' object has no attribute 'writelines'")

    monkeypatch.setattr(bus._link, "send_command", without_writer)
    await bus.leave("m1")
    await bus.close()


async def test_a_connection_that_ends_while_we_speak_ends_nothing(
    valkey: ValkeyService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Hints are said later, questions are answered, and the bus connects again."""
    ear = Ear()
    here, there = await open_bus(valkey.url, Ear()), await open_bus(valkey.url, ear)
    assert isinstance(here, module.RedisBus)
    await there.follow("m1")

    def without_writer(*_: object, **__: object) -> None:
        raise AttributeError("'NoneType' object has no attribute 'writelines'")

    link = here._link
    assert link is not None
    disconnect = link.disconnect

    async def disconnect_without_writer(*given: Any, **more: Any) -> None:
        await disconnect(*given, **more)
        without_writer()

    with monkeypatch.context() as patch:
        patch.setattr(here._speaker, "pubsub_numsub", without_writer)
        patch.setattr(here._speaker, "pipeline", without_writer)
        patch.setattr(link, "disconnect", disconnect_without_writer)
        assert not await here.is_followed("m1")
        await here.say("m1", 7)
        await until(lambda: not here.is_up)
    await ear.wait_for("m1", 7)
    for bus in (here, there):
        await bus.close()
    assert "stumbled" not in caplog.text


async def test_a_connection_that_ends_while_it_is_asked_for_a_sign_of_life(
    valkey: ValkeyService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "TIMEOUT", 0.05)
    bus = await open_bus(valkey.url, Ear())
    assert isinstance(bus, module.RedisBus)
    asked = asyncio.Event()

    async def without_writer(*_: object) -> None:
        asked.set()
        raise AttributeError("'NoneType' object has no attribute 'writelines'")

    before = bus._link
    monkeypatch.setattr(bus._link, "send_command", without_writer)
    async with asyncio.timeout(TIMEOUT):
        await asked.wait()
    await until(lambda: bus.is_up and bus._link is not before)
    await bus.close()
    assert "stumbled" not in caplog.text
