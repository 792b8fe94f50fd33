"""The lobby over sockets: tables live, quick match, limits of guests, invitations."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from ludoteca import games
from ludoteca.client.http import ask, sign_up
from ludoteca.client.remote import RemoteClient
from ludoteca.protocol import decode_to_client
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import (
    Invite,
    LeaveLobby,
    OpenTable,
    QuickMatch,
    Resign,
    WatchLobby,
)
from ludoteca.protocol.to_client import (
    Done,
    Invited,
    LobbyChange,
    LobbyList,
    LobbyTable,
    Opened,
    Refused,
    SeatInfo,
    YourTurn,
)
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.lobby.lobby import Lobby
from ludoteca.server.settings import Limits
from ludoteca.server.store import Store
from ludoteca.server.store.values import User
from ludoteca.server.transport.connection import Connection
from ludoteca.server.transport.hub import Hub
from tests.server.live import TIMEOUT, Person, Running, arrive, running
from tests.server.wires import TestWire

GAME, OTHER = games.names()[0], games.names()[-1]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        yield server


def changes(person: Person) -> list[tuple[str, bool]]:
    """List what a person heard of tables in the lobby: which, and whether it is listed."""
    heard = [frame for frame in person.frames if isinstance(frame, LobbyChange)]
    return [(frame.match, frame.table is not None) for frame in heard]


def statuses(person: Person) -> list[str]:
    """List the statuses of tables that a person heard of in the lobby."""
    heard = [frame.table for frame in person.frames if isinstance(frame, LobbyChange)]
    return ["" if table is None else table.status for table in heard]


def listed(number: int, **setting: Any) -> LobbyTable:
    """Make a table as the lobby knows it, with names as long as they may be."""
    seats = tuple(SeatInfo(seat=seat, kind="person", name="ö" * 20) for seat in range(4))
    return LobbyTable(
        match=f"{number:012}",
        status="playing" if number % 2 else "open",
        setting=TableSetting(game=GAME, seats=4, **setting),
        seats=seats,
        opened_at=float(number),
    )


async def test_a_match_stays_on_the_list_until_spectators_have_seen_its_end() -> None:
    lobby, table = Lobby(Hub(5)), listed(1, public=True, spectator_delay=1)
    lobby.note(table)
    before = lobby.running()
    ended = msgspec.structs.replace(table, status="final")
    lobby.note(ended)
    lobby.set_all([])
    assert lobby.running() == before
    lobby.note(table)  # an admin lets it go on, and it ends again
    lobby.note(ended)
    async with asyncio.timeout(TIMEOUT):
        while lobby.running():
            await asyncio.sleep(0.02)


def test_a_lobby_of_many_tables_fits_into_a_frame() -> None:
    hub, limits = Hub(5), Limits()
    lobby, identity = Lobby(hub), Identity(User("v", "Ada", "guest", 0.0), b"", frozenset())
    lobby.set_all(listed(number) for number in range(2000))
    connection = Connection(1, identity, limits, TestWire())
    lobby.watch(connection, 1, "")
    frame = connection.take()
    assert frame is not None
    assert connection.closing is None
    assert len(frame) < limits.queue_bytes / 2
    told = decode_to_client(frame)
    assert isinstance(told, LobbyList)
    assert {table.status for table in told.tables} == {"open", "playing"}


def test_a_match_that_nobody_may_watch_is_not_listed() -> None:
    lobby = Lobby(Hub(5))
    for number, setting in enumerate([{}, {"spectators": False}, {"public": False}]):
        lobby.note(listed(2 * number + 1, **setting))
        lobby.note(listed(2 * number, **setting))
    assert [table.opened_at for table in lobby.running()] == [1.0]
    assert [table.opened_at for table in lobby.tables()] == [2.0, 0.0]


async def test_what_happens_while_the_list_is_read_is_newer_than_the_list(server: Running) -> None:
    ada = await arrive(server.address, "Ada")
    lobby, store = server.runtime.lobby, server.runtime.store
    read, held = asyncio.Event(), asyncio.Event()

    class Slow:
        @property
        def tables(self) -> "Slow":
            return self

        async def list_tables(self, **asked: Any) -> Any:
            rows = await store.tables.list_tables(**asked)
            read.set()
            await held.wait()
            return rows

    refreshing = asyncio.create_task(lobby.refresh(cast("Store", Slow())))
    await read.wait()
    match = await ada.open_table(TableSetting(game=GAME))
    held.set()
    await refreshing
    assert [table.match for table in lobby.tables()] == [match]
    await ada.close()


async def test_the_lobby_tells_of_tables_as_they_open_fill_start_and_end(server: Running) -> None:
    watcher = await arrive(server.address, "Watcher")
    filtered = await arrive(server.address, "Choosy")
    assert isinstance(await watcher.client.send(WatchLobby(request=1)), LobbyList)
    await filtered.client.send(WatchLobby(request=1, game=OTHER))
    ada, bo = await arrive(server.address, "Ada"), await arrive(server.address, "Bo")
    match = await ada.open_table(TableSetting(game=GAME))
    await watcher.hear(lambda me: changes(me) == [(match, True)])
    late = await arrive(server.address, "Late")
    lobby = await late.client.send(WatchLobby(request=1))
    assert isinstance(lobby, LobbyList)
    assert [table.match for table in lobby.tables] == [match]
    await bo.join(match)
    await watcher.hear(lambda me: len(changes(me)) >= 2)
    await ada.be_ready()
    await bo.be_ready()
    await ada.start()
    await watcher.hear(lambda me: statuses(me)[-1] == "playing")
    assert changes(filtered) == []
    assert isinstance(await late.client.send(LeaveLobby(request=1)), Done)
    lobby = await late.client.send(WatchLobby(request=1))
    assert isinstance(lobby, LobbyList)
    assert [(table.match, table.status) for table in lobby.tables] == [(match, "playing")]
    assert (await ask(server.address, "/api/lobby"))["tables"] == []
    running_now = await ask(server.address, "/api/running")
    assert [table["match"] for table in running_now["tables"]] == [match]
    assert (await ask(server.address, f"/api/tables/{match}"))["status"] == "playing"
    await bo.client.send(Resign(request=1, match=match))
    await watcher.hear(lambda me: changes(me)[-1] == (match, False))
    for person in (watcher, filtered, ada, bo, late):
        await person.close()


async def test_a_table_by_invitation_is_in_no_list(server: Running) -> None:
    watcher = await arrive(server.address, "Watcher")
    await watcher.client.send(WatchLobby(request=1))
    ada = await arrive(server.address, "Ada")
    match = await ada.open_table(TableSetting(game=GAME, public=False))
    assert (await ask(server.address, "/api/lobby"))["tables"] == []
    assert (await ask(server.address, f"/api/tables/{match}"))["match"] == match
    assert changes(watcher) == []
    for person in (watcher, ada):
        await person.close()


async def test_quick_match_brings_people_together(server: Running) -> None:
    ada, bo, cy = [await arrive(server.address, name) for name in ("Ada", "Bo", "Cy")]
    first = await ada.client.send(QuickMatch(request=1, game=GAME))
    second = await bo.client.send(QuickMatch(request=1, game=GAME))
    third = await cy.client.send(QuickMatch(request=1, game=GAME))
    assert isinstance(first, Opened)
    assert isinstance(second, Opened)
    assert isinstance(third, Opened)
    assert first.match == second.match != third.match
    for person in (ada, bo):  # it has begun: nobody is asked whether they are ready
        assert (await person.enter(first.match)).table.status == "playing"
    assert (await cy.enter(third.match)).table.status == "open"
    for person in (ada, bo, cy):
        await person.close()


async def test_quick_match_brings_people_together_who_ask_at_once(server: Running) -> None:
    people = [await arrive(server.address, f"P{number}") for number in range(4)]
    asked = [person.client.send(QuickMatch(request=1, game=GAME)) for person in people]
    found = [it.match for it in await asyncio.gather(*asked) if isinstance(it, Opened)]
    assert sorted(found.count(match) for match in found) == [2, 2, 2, 2]
    for person in people:
        await person.close()


async def test_quick_match_brings_nobody_to_a_table_that_was_left(server: Running) -> None:
    ada, bo = [await arrive(server.address, name) for name in ("Ada", "Bo")]
    left = await ada.client.send(QuickMatch(request=1, game=GAME))
    assert isinstance(left, Opened)
    await ada.enter(left.match)
    await ada.close()
    actor = await server.runtime.tables.of(left.match)
    async with asyncio.timeout(TIMEOUT):
        while actor.table.present():
            await asyncio.sleep(0.01)
    found = await bo.client.send(QuickMatch(request=1, game=GAME))
    assert isinstance(found, Opened)
    assert found.match != left.match
    await bo.close()


async def test_what_is_no_game_is_refused(server: Running) -> None:
    ada = await arrive(server.address, "Ada")
    for message in (
        OpenTable(request=1, setting=TableSetting(game="chess")),
        QuickMatch(request=1, game="chess"),
        OpenTable(request=1, setting=TableSetting(game=GAME, bots=("exec:./evil",))),
        OpenTable(request=1, setting=TableSetting(game=GAME, edition="none")),
    ):
        refused = await ada.client.send(message)
        assert isinstance(refused, Refused), message
        assert refused.sentence
    await ada.close()


async def test_a_bot_from_outside_accepts_an_invitation_and_plays(server: Running) -> None:
    session = await sign_up(server.address, "Robo", "correct horse")
    made = await ask(server.address, "/api/me/tokens", {"label": ""}, session)
    client = RemoteClient(server.address, made["token"])
    await client.open()
    robo = Person(client, "Robo")
    ada = await arrive(server.address, "Ada")
    match = await ada.open_table(TableSetting(game=OTHER, public=False))
    nobody = await ada.client.send(Invite(request=1, match=match, name="Nobody"))
    assert isinstance(nobody, Refused)
    assert nobody.code == "nobody_by_that_name"
    assert isinstance(await ada.client.send(Invite(request=1, match=match, name="robo")), Done)
    await robo.hear(lambda me: any(isinstance(frame, Invited) for frame in me.frames))
    later = RemoteClient(server.address, made["token"])
    await later.open()
    again = Person(later, "Robo")  # an invitation made while one was away is told at the door
    await again.hear(lambda me: any(isinstance(frame, Invited) for frame in me.frames))
    await again.close()
    await robo.join(match)
    assert await server.runtime.store.history.invitations_of(robo.user, 0.0) == []
    await robo.be_ready()
    await ada.be_ready()
    await ada.start()
    for person in (ada, robo):
        await person.wait(lambda me: me.position is not None)
    first, other = (ada, robo) if ada.may_move else (robo, ada)
    await first.move()
    await other.wait(lambda me: me.may_move)
    assert not any(isinstance(frame, YourTurn) for frame in other.frames)  # it is at the table
    for person in (ada, robo):
        await person.close()
