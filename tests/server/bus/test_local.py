"""The bus of a single process has nobody to tell."""

from ludoteca.server.bus import open_bus
from tests.server.bus.listener import Ear


async def test_a_single_process_hears_nothing_of_itself() -> None:
    ear = Ear()
    bus = await open_bus(None, ear)
    assert bus.is_up
    await bus.follow("m1")
    await bus.say("m1", 1)
    await bus.leave("m1")
    await bus.close()
    assert ear.hints == []
