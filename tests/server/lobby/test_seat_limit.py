"""At how many tables one may sit: people, days, bots alone, and matches that are put aside."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca import games
from ludoteca.client.http import come_in
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.protocol.from_client import (
    LeaveSeat,
    OpenTable,
    Propose,
    QuickMatch,
    Resign,
    TakeSeat,
)
from ludoteca.protocol.to_client import Done, Opened, Refused
from ludoteca.server.lobby import seat_limit
from tests.server.live import Person, Running, arrive, running
from tests.server.raw_socket import RawSocket

GAME, OTHER = games.names()[0], games.names()[-1]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        yield server


async def test_a_guest_sits_at_one_live_table_with_people_and_days_come_on_top(
    server: Running,
) -> None:
    ada, bo, cy = [await arrive(server.address, name) for name in ("Ada", "Bo", "Cy")]
    match = await ada.open_table(TableSetting(game=GAME))
    await cy.join(match)
    for message in (
        OpenTable(request=1, setting=TableSetting(game=GAME)),
        QuickMatch(request=1, game=OTHER),
        TakeSeat(request=1, match=await bo.open_table(TableSetting(game=GAME)), set_aside=True),
    ):
        refused = await ada.client.send(message)
        assert isinstance(refused, Refused)
        assert (refused.code, refused.match) == ("awaited_elsewhere", match)
    days = TableSetting(game=GAME, clock=DaysClock(days=3))
    assert isinstance(await ada.client.send(OpenTable(request=1, setting=days)), Opened)
    slow = await bo.open_table(days)
    assert isinstance(await ada.client.send(TakeSeat(request=1, match=slow)), Done)
    await ada.client.send(LeaveSeat(request=1, match=match))
    assert isinstance(await ada.client.send(QuickMatch(request=1, game=GAME)), Opened)
    for person in (ada, bo, cy):
        await person.close()


async def test_matches_against_bots_hinder_nothing(server: Running) -> None:
    ada, bo = await arrive(server.address, "Ada"), await arrive(server.address, "Bo")
    for bots in (("beginner",), ("beginner", "beginner")):
        setting = TableSetting(game=GAME, seats=len(bots) + 1, public=False, bots=bots)
        await ada.open_table(setting)
        await ada.be_ready()
        await ada.start()
    shared = TableSetting(game=GAME, public=False, here=("Eve",))
    await ada.open_table(shared)
    invited = await bo.open_table(TableSetting(game=GAME))
    assert isinstance(await ada.client.send(TakeSeat(request=1, match=invited)), Done)
    assert isinstance(await bo.client.send(OpenTable(request=1, setting=shared)), Refused)
    for person in (ada, bo):
        await person.close()


async def play(server: Running, people: list[Person], **setting: Any) -> str:
    """Start a match of these people."""
    match = await people[0].open_table(TableSetting(game=GAME, seats=len(people), **setting))
    for person in people[1:]:
        await person.join(match)
    for person in people:
        await person.be_ready()
    await people[0].start()
    return match


async def test_a_match_with_people_is_put_aside_where_nobody_has_to_wait(server: Running) -> None:
    ada, bo, cy = [await arrive(server.address, name) for name in ("Ada", "Bo", "Cy")]
    match = await play(server, [ada, bo])
    invited = await cy.open_table(TableSetting(game=GAME, seats=3))
    refused = await ada.client.send(TakeSeat(request=1, match=invited))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.match) == ("sits_elsewhere", match)
    aside = TakeSeat(request=1, match=invited, set_aside=True)
    assert isinstance(await ada.client.send(aside), Done)
    for person in (ada, bo, cy):
        await person.close()


async def test_a_match_that_waits_for_everybody_is_put_aside_in_a_pause_only(
    server: Running,
) -> None:
    ada, bo = [await arrive(server.address, name) for name in ("Ada", "Bo")]
    match = await play(server, [ada, bo], leaving="wait")
    for message in (
        QuickMatch(request=1, game=OTHER, set_aside=True),
        OpenTable(request=1, setting=TableSetting(game=GAME), set_aside=True),
    ):
        refused = await ada.client.send(message)
        assert isinstance(refused, Refused)
        assert (refused.code, refused.match) == ("awaited_elsewhere", match)
    for person in (ada, bo):
        await person.client.send(Propose(request=1, match=match, matter="pause"))
    assert isinstance(
        await ada.client.send(QuickMatch(request=1, game=OTHER, set_aside=True)), Opened
    )
    for person in (ada, bo):
        await person.close()


async def test_tables_at_which_nobody_else_sits_yet_have_a_limit(server: Running) -> None:
    ada, most = await arrive(server.address, "Ada"), seat_limit.WAITING_TABLES["guest"]
    for _ in range(most):
        await ada.open_table(TableSetting(game=GAME))
    refused = await ada.client.send(OpenTable(request=1, setting=TableSetting(game=GAME)))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.match) == ("sits_elsewhere", ada.match)
    await ada.close()


async def test_matches_of_days_have_a_limit_too(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(seat_limit.SLOW_TABLES, "guest", 2)
    ada, bo = await arrive(server.address, "Ada"), await arrive(server.address, "Bo")
    days = TableSetting(game=GAME, clock=DaysClock(days=3))
    mine = [await ada.open_table(days) for _ in range(2)]
    for message in (
        OpenTable(request=1, setting=days),
        TakeSeat(request=1, match=await bo.open_table(days)),
    ):
        refused = await ada.client.send(message)
        assert isinstance(refused, Refused)
        assert refused.code == "sits_elsewhere"
        assert refused.match in mine
    assert isinstance(await ada.client.send(QuickMatch(request=1, game=GAME)), Opened)
    for person in (ada, bo):
        await person.close()


async def test_a_guest_who_has_given_up_may_sit_down_elsewhere(server: Running) -> None:
    ada, bo = await arrive(server.address, "Ada"), await arrive(server.address, "Bo")
    cy = await arrive(server.address, "Cy")
    match = await play(server, [ada, bo, cy])
    assert isinstance(await bo.client.send(Resign(request=1, match=match)), Done)
    assert isinstance(await bo.client.send(QuickMatch(request=1, game=GAME)), Opened)
    refused = await ada.client.send(QuickMatch(request=1, game=GAME))
    assert isinstance(refused, Refused)
    assert refused.code == "sits_elsewhere"
    for person in (ada, bo, cy):
        await person.close()


async def test_no_limit_is_passed_by_sitting_down_at_several_tables_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(seat_limit.WAITING_TABLES, "guest", 1)
    async with running(tmp_path) as server:
        hosts = [await arrive(server.address, f"Host {number}") for number in range(3)]
        tables = [await host.open_table(TableSetting(game=GAME)) for host in hosts]
        one = await RawSocket.open(server.address, await come_in(server.address, "Eve"))
        await one.greet()
        for number, match in enumerate(tables, 10):
            await one.say(type="take_seat", request=number, match=match)
        answers = [await one.answer_to(number) for number in (10, 11, 12)]
        assert [answer.get("code") for answer in answers] == [None, *["awaited_elsewhere"] * 2]
        token = await come_in(server.address, "Mallory")
        sockets = [await RawSocket.open(server.address, token) for _ in range(5)]
        for raw in sockets:
            await raw.greet()
        opening = {"type": "open_table", "request": 2, "setting": {"game": GAME}}
        answers = await asyncio.gather(*(raw.ask(**opening) for raw in sockets))
        assert sorted(answer["type"] for answer in answers) == ["opened", *["refused"] * 4]
        for raw in (one, *sockets):
            await raw.close()
        for host in hosts:
            await host.close()
