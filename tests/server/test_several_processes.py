"""Several processes: any accepts any client, each table has one owner, which may die."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from ludoteca import games
from ludoteca.client.http import ask, come_in, sign_up
from ludoteca.client.remote import RemoteClient
from ludoteca.protocol.common import TableSetting, TurnClock
from ludoteca.protocol.from_client import Invite, QuickMatch, TakeSeat, WatchLobby
from ludoteca.protocol.to_client import (
    Done,
    Invited,
    LobbyChange,
    LobbyList,
    Opened,
    Outage,
    Refused,
    TableChange,
)
from ludoteca.record.verify import verify
from ludoteca.server.store import open_store
from tests.server.faults import Link
from tests.server.live import Person, arrive, running
from tests.server.services import ValkeyService
from tests.server.several_processes import LEASE, processes


async def sit_together(addresses: list[str], setting: TableSetting) -> list[Person]:
    """Let one person come in at each address, sit down at one table, and begin."""
    people = [await arrive(address, f"P{n}", n) for n, address in enumerate(addresses)]
    match = await people[0].open_table(setting)
    for person in people[1:]:
        await person.join(match)
    for person in people:
        await person.be_ready()
    await people[0].start()
    return people


def changed(person: Person) -> list[str]:
    """List the tables that somebody heard of in the lobby."""
    return [frame.match for frame in person.frames if isinstance(frame, LobbyChange)]


async def leave(people: list[Person]) -> None:
    """Let everybody go."""
    for person in people:
        await person.close()


@pytest.mark.parametrize("game", games.names())
async def test_players_at_different_processes_play_a_whole_match(
    game: str, tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    with processes(tmp_path, postgres_url, valkey.url) as servers:
        people = await sit_together(
            [server.address for server in servers], TableSetting(game=game, leaving="wait")
        )
        await asyncio.gather(*(person.play() for person in people))
        assert [person.table and person.table.status for person in people] == ["final"] * 2
        for server in servers:
            replay = await ask(server.address, f"/api/matches/{people[0].match}/replay")
            assert replay["lines"][-1]["kind"] == "result"
        store = await open_store(postgres_url)
        async with asyncio.timeout(10):  # a final match is archived a moment later
            while (record := await store.history.read_record(people[0].match)) is None:
                await asyncio.sleep(0.05)
        await store.close()
        assert verify(record.encode()).rolls_checked
        await leave(people)


async def test_the_owner_is_killed_and_the_match_goes_on(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    with processes(tmp_path, postgres_url, valkey.url) as (owner, other):
        setting = TableSetting(game=games.names()[-1], seats=3, leaving="wait")
        addresses = [owner.address, other.address, other.address]
        ada, bo, eve = await sit_together(addresses, setting)
        playing = [asyncio.create_task(person.play()) for person in (ada, bo, eve)]
        await bo.wait(lambda me: len(me.accepted) >= 2)
        owner.kill()
        before = len(bo.accepted)
        await ada.client.drop()
        move_over(ada, other.address)
        await bo.wait(lambda me: len(me.accepted) >= before + 2)
        await asyncio.gather(*playing)
        store = await open_store(postgres_url)
        plies = {
            entry.ply for entry in await store.tables.read_log(bo.match) if entry.kind == "moved"
        }
        await store.close()
        for person in (ada, bo, eve):
            assert {answer.ply for answer in person.accepted} <= plies
        await leave([ada, bo, eve])


async def test_a_process_is_upgraded_and_nobody_at_its_tables_notices(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    """Behind a proxy, which sends new connections to the process that is left."""
    with processes(tmp_path, postgres_url, valkey.url) as (old, new):
        link = Link(old.port)
        address = await link.open()
        setting = TableSetting(game=games.names()[-1], seats=3, clock=TurnClock(30))
        people = await sit_together([address, address, new.address], setting)
        times: list[float] = []

        async def play(person: Person) -> None:
            while not person.is_over:
                await person.wait(lambda me: me.is_over or me.may_move)
                began = time.perf_counter()
                if not person.is_over and not isinstance(await person.move(), Refused):
                    times.append(time.perf_counter() - began)

        playing = [asyncio.create_task(play(person)) for person in people]
        await people[0].wait(lambda me: len(me.accepted) >= 2)
        link.lead_to(new.port)
        await asyncio.to_thread(old.stop)
        await asyncio.gather(*playing)
        print(f"{len(times)} moves, the longest {max(times):.2f} s")
        assert max(times) < LEASE  # nobody waits for its end
        told = [frame for person in people for frame in person.frames]
        assert not [one for one in told if isinstance(one, Outage)]
        tables = [one.table for one in told if isinstance(one, TableChange)]
        assert not [seat for table in tables for seat in table.seats if seat.resigned or seat.bot]
        for person in people:
            assert person.gone is None
        store = await open_store(postgres_url)
        async with asyncio.timeout(30):  # it is kept after the end has been told
            while (record := await store.history.read_record(people[0].match)) is None:
                await asyncio.sleep(0.05)
        kinds = [entry.kind for entry in await store.tables.read_log(people[0].match)]
        await store.close()
        handed_on = kinds.index("stood")
        assert "went" not in kinds[:handed_on]  # tables go first, then connections
        assert "bot_took_over" not in kinds
        assert verify(record.encode()).rolls_checked
        await leave(people)
        await link.close()


def move_over(person: Person, address: str) -> None:
    """Let a client's next connection go to another process, as a proxy would."""
    person.client._url = f"ws://{address.removeprefix('http://')}/socket"


async def test_tables_are_listed_and_found_at_every_process(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    with processes(tmp_path, postgres_url, valkey.url) as (one, two):
        bo = await arrive(two.address, "Bo")
        lobby = await bo.client.send(WatchLobby(request=1))
        assert isinstance(lobby, LobbyList)
        assert lobby.tables == ()
        ada = await arrive(one.address, "Ada")
        match = await ada.open_table(TableSetting(game=games.names()[0]))
        await bo.hear(lambda me: match in changed(me))
        answer = await bo.client.send(QuickMatch(request=1, game=games.names()[0]))
        assert isinstance(answer, Opened)
        assert answer.match == match
        await ada.wait(lambda me: me.table is not None and me.table.seats[1].name == "Bo")
        await leave([ada, bo])


async def test_what_concerns_a_user_is_heard_at_every_process(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    """An invitation is told, and a session that ends at one process ends at all."""
    more: dict[str, Any] = {"database_url": postgres_url, "redis_url": valkey.url}
    async with (
        running(tmp_path, process="one", **more) as one,
        running(tmp_path, process="two", **more) as other,
    ):
        token = await sign_up(other.address, "Bo", "a good password")
        client = RemoteClient(other.address, token)
        await client.open()
        bo, ada = Person(client, "Bo", token=token), await arrive(one.address, "Ada")
        await ada.open_table(TableSetting(game=games.names()[0]))
        invited = await ada.client.send(Invite(request=1, match=ada.match, name="Bo"))
        assert isinstance(invited, Done)
        await bo.hear(lambda me: any(isinstance(frame, Invited) for frame in me.frames))
        await ada.close()
        await ask(one.address, "/api/logout", {}, bo.client_token)
        await bo.ended()
        assert bo.gone is not None
        assert bo.gone.close_code == 4001
        await bo.close()


async def test_a_guest_sits_at_one_live_table_at_whatever_processes_they_ask(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    more: dict[str, Any] = {"database_url": postgres_url, "redis_url": valkey.url}
    async with (
        running(tmp_path, process="one", **more) as one,
        running(tmp_path, process="two", **more) as two,
    ):
        setting = TableSetting(game=games.names()[-1], seats=4)
        hosts = [await arrive(server.address, "Host") for server in (one, two)]
        tables = [await host.open_table(setting) for host in hosts]
        for number in range(2):
            token = await come_in(one.address, f"P{number}")
            tabs = [RemoteClient(server.address, token) for server in (one, two)]
            for tab in tabs:
                await tab.open()
            sitting = (
                tab.send(TakeSeat(request=1, match=match))
                for tab, match in zip(tabs, tables, strict=True)
            )
            answers = await asyncio.gather(*sitting)
            assert sorted(isinstance(it, Done) for it in answers) == [False, True]
            for tab in tabs:
                await tab.close()
        guest = await arrive(one.address, "Guest")
        seats = [guest.client.send(TakeSeat(request=1, match=match)) for match in tables]
        assert sorted(isinstance(it, Done) for it in await asyncio.gather(*seats)) == [False, True]
        await leave([*hosts, guest])
