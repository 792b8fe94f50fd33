"""All tables of a process: woken together after a restart, each by one claim, none forgotten."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from ludoteca import games
from ludoteca.core.errors import StoreAway
from ludoteca.protocol.common import TableSetting, TurnClock
from ludoteca.protocol.from_client import ChangeSetting, Message, Ready
from ludoteca.protocol.to_client import Refused
from ludoteca.server.store import tables
from ludoteca.server.store.values import LogEntry
from ludoteca.server.tables import registry
from ludoteca.server.tables.event_log import LogReading
from ludoteca.table import chores
from tests.server.live import Person, Running, arrive, log_of, pair, running, settled

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
    actor = await settled(server, match)
    server.runtime.tables.forget(actor)
    await actor.stop()
    await server.runtime.store.owners.release(match, server.runtime.process, log_of(actor).epoch)
    return log_of(actor).epoch


async def test_who_comes_while_all_are_woken_claims_nothing_again(
    server: Running, people: tuple[Person, Person]
) -> None:
    match, tables = people[0].match, server.runtime.tables
    epoch = await fall_asleep(server, match)
    tables._stood = {match: server.runtime.clock()}
    waking = asyncio.create_task(tables._wake_all())
    await asyncio.sleep(0)
    actor = await tables.of(match)
    await waking
    assert log_of(actor).epoch == epoch + 1
    assert await tables.of(match) is actor


async def test_tables_are_woken_when_there_is_room_for_them(
    server: Running, people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, tables = people[0].match, server.runtime.tables
    await fall_asleep(server, match)
    tables._stood = {match: server.runtime.clock()}
    asked = asyncio.Event()

    def full() -> int:
        asked.set()
        return registry.MOST_IDLE

    with monkeypatch.context() as patch:
        patch.setattr(tables, "_count_idle", full)
        waking = asyncio.create_task(tables._wake_all())
        await asked.wait()
        assert match not in tables
    await waking
    assert match in tables


async def test_the_time_a_table_stood_is_known_though_its_first_waking_failed(
    server: Running, people: tuple[Person, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, runtime = people[0].match, server.runtime
    await fall_asleep(server, match)
    since = runtime.clock() - 100.0
    runtime.tables._stood = {match: since}

    async def away(_: Any) -> Any:
        raise StoreAway("for a moment")

    with monkeypatch.context() as patch:
        patch.setattr(runtime.store.tables, "read_first_pages", away)
        await runtime.tables._wake_all()
    assert match not in runtime.tables
    await people[0].enter(match)
    *_, last = [it for it in await runtime.store.tables.read_log(match) if it.kind == "stood"]
    assert json.loads(last.body)["since"] == since


@pytest.mark.parametrize("together", [True, False])
async def test_others_are_served_while_a_long_log_is_read(
    server: Running,
    people: tuple[Person, Person],
    monkeypatch: pytest.MonkeyPatch,
    together: bool,
) -> None:
    match, runtime = people[0].match, server.runtime
    table = (await settled(server, match)).table
    await fall_asleep(server, match)
    monkeypatch.setattr(tables, "PAGE", 2)
    turns, pages = [0], []

    async def be_served() -> None:
        while True:
            turns[0] += 1
            await asyncio.sleep(0)

    take = LogReading.take

    def note(self: LogReading, page: list[LogEntry]) -> None:
        pages.append((len(page), turns[0]))
        take(self, page)

    monkeypatch.setattr(LogReading, "take", note)
    other = asyncio.create_task(be_served())
    if together:
        runtime.tables._stood = {match: runtime.clock()}
        await runtime.tables._wake_all()
    woken = (await runtime.tables.of(match)).table
    other.cancel()
    assert woken.events == table.events
    assert sum(length for length, _ in pages) == table.events
    assert max(length for length, _ in pages) == 2
    served = [turn for length, turn in pages if length]
    assert all(turn < later for turn, later in itertools.pairwise(served))


def be_ready_or_not(match: str, number: int) -> Message:
    """Change one's mind all the time."""
    return Ready(request=1, match=match, ready=bool(number % 2))


def change_seats(match: str, number: int) -> Message:
    """Change the table all the time."""
    setting = TableSetting(game=games.names()[0], seats=2 + number % 2)
    return ChangeSetting(request=1, match=match, setting=setting)


@pytest.mark.parametrize("change", [be_ready_or_not, change_seats])
async def test_a_log_does_not_grow_without_bound_while_nobody_plays(
    tmp_path: Path, change: Callable[[str, int], Message]
) -> None:
    async with running(tmp_path) as server:
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game=games.names()[0]))
        before = len(await server.runtime.store.tables.read_log(match))
        answers = [await ada.client.send(change(match, number)) for number in range(150)]
        assert [one.code for one in answers if isinstance(one, Refused)][-80:] == ["too_fast"] * 80
        assert len(await server.runtime.store.tables.read_log(match)) - before <= chores.BURST + 2
        await ada.close()


async def test_a_line_that_comes_and_goes_does_not_fill_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chores, "BURST", 3)
    monkeypatch.setattr(chores, "EVERY", 0.3)
    now = [1_000_000.0]
    async with running(tmp_path, clock=lambda: now[0]) as server:
        ada, bo = await pair(server, TableSetting(game=GAME))
        actor = await settled(server, ada.match)
        before = len(await server.runtime.store.tables.read_log(ada.match))

        async def lose_line() -> None:
            (line,) = [
                one for one in actor.subscribers if actor.subscribers.seat_of(one) == bo.seat
            ]
            noted = actor.leave(line)
            assert noted is not None
            await noted

        for _ in range(12):
            await lose_line()
            await bo.enter(ada.match)
        grown = len(await server.runtime.store.tables.read_log(ada.match)) - before
        assert grown <= 2 * chores.BURST
        await lose_line()
        assert not any(seat.away for seat in actor.table.seats)
        now[0] += 1.0
        await ada.wait(lambda me: me.table is not None and any(s.away for s in me.table.seats))
        for person in (ada, bo):
            await person.close()
