"""All tables of a process: woken together after a restart, each by one claim, none forgotten."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca import games
from ludoteca.core.errors import StoreAway
from ludoteca.protocol.common import TableSetting, TurnClock
from tests.server.live import Person, Running, pair, running, settled

GAME = games.names()[-1]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        yield server


@pytest.fixture
async def people(server: Running) -> AsyncIterator[tuple[Person, Person]]:
    first, other = await pair(server, TableSetting(game=GAME, clock=TurnClock(seconds=3600)))
    yield first, other
    for person in (first, other):
        await person.close()


async def fall_asleep(server: Running, match: str) -> int:
    """Let a table go without a word, as a killed process does; give the epoch it had."""
    keeper = await settled(server, match)
    server.house.keepers.forget(keeper)
    await keeper.stop()
    await server.house.store.release(match, server.house.process, keeper.epoch)
    return keeper.epoch


async def test_who_comes_while_all_are_woken_claims_nothing_again(
    server: Running, people: tuple[Person, Person]
) -> None:
    match, keepers = people[0].match, server.house.keepers
    epoch = await fall_asleep(server, match)
    keepers._stood = {match: server.house.clock()}
    waking = asyncio.create_task(keepers._wake_all())
    await asyncio.sleep(0)
    keeper = await keepers.of(match)
    await waking
    assert keeper.epoch == epoch + 1
    assert await keepers.of(match) is keeper


async def test_the_time_a_table_stood_is_known_though_its_first_waking_failed(
    server: Running, people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, house = people[0].match, server.house
    await fall_asleep(server, match)
    since = house.clock() - 100.0
    house.keepers._stood = {match: since}

    async def away(_: Any) -> Any:
        raise StoreAway("for a moment")

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "read_logs", away)
        await house.keepers._wake_all()
    assert match not in house.keepers
    await people[0].enter(match)
    *_, last = [it for it in await house.store.read_log(match) if it.kind == "stood"]
    assert json.loads(last.body)["since"] == since
