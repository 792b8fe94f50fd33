"""Rematches: opened for the people who agreed, as whom they are by now."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca import games
from ludoteca.client.http import log_in, sign_up
from ludoteca.client.remote import RemoteClient
from ludoteca.core.errors import StoreAway
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Propose, Resign
from ludoteca.server.store.values import Owner
from ludoteca.server.tables import retry
from ludoteca.server.tables.proxy import OwnedElsewhere
from tests.server.live import TIMEOUT, Person, Running, arrive, pair, running

GAME = games.names()[-1]
PASSWORD = "correct horse"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        yield server


async def agree(match: str, *people: Person) -> None:
    """Let people want to play again."""
    for person in people:
        await person.client.send(Propose(request=1, match=match, matter="rematch"))


async def come_as(server: Running, name: str, token: str) -> Person:
    """Let somebody come with another session."""
    client = RemoteClient(server.address, token)
    await client.open()
    return Person(client, name, token=token)


async def test_guests_who_became_accounts_play_a_rematch_as_these(server: Running) -> None:
    await sign_up(server.address, "Boleslaw", PASSWORD)
    first, other = await pair(server)
    match = first.match
    await first.client.send(Resign(request=1, match=match))
    token = await sign_up(server.address, "Adalbert", PASSWORD, first.client_token)
    ada = await come_as(server, "Adalbert", token)
    token = await log_in(server.address, "Boleslaw", PASSWORD, other.client_token)
    bo = await come_as(server, "Boleslaw", token)
    for person in (ada, bo):
        await person.enter(match)
    await agree(match, ada, bo)
    await ada.wait(lambda me: bool(me.table and me.table.rematch))
    assert ada.table is not None
    assert ada.table.rematch is not None
    shown = await bo.enter(ada.table.rematch)
    assert shown.seat is not None
    assert shown.table.rated
    assert {(seat.name, seat.account) for seat in shown.table.seats} == {
        ("Adalbert", True),
        ("Boleslaw", True),
    }
    for person in (ada, bo, first, other):
        await person.close()


async def test_a_guest_who_gets_an_account_before_the_start_has_it_on_the_seat(
    server: Running,
) -> None:
    guest = await arrive(server.address, "Somebody")
    match = await guest.open_table(TableSetting(game=GAME, bots=("beginner",)))
    assert not (await guest.enter(match)).table.rated
    token = await sign_up(server.address, "Adalbert", PASSWORD, guest.client_token)
    ada = await come_as(server, "Adalbert", token)
    shown = await ada.enter(match)
    assert shown.seat is not None
    assert (shown.table.seats[shown.seat].name, shown.table.rated) == ("Adalbert", True)
    for person in (ada, guest):
        await person.close()


@pytest.mark.parametrize("method", ["find_user", "open_table", "append"])
async def test_a_rematch_is_opened_once_that_can_be(
    server: Running, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry, "RETRY_EVERY", 0.01)
    runtime, tries = server.runtime, 0
    first, other = await pair(server)
    match = first.match
    await first.client.send(Resign(request=1, match=match))
    await server.runtime.archive.read_record(match)  # it is kept: only the rematch is left
    part = runtime.store.users if method == "find_user" else runtime.store.tables
    true = getattr(part, method)

    async def away(*given: Any) -> Any:
        nonlocal tries
        saves_agreement = method == "append" and given[3][-1].kind != "rematch_opened"
        if not saves_agreement:
            tries += 1
            if tries <= 2:
                raise StoreAway("for a moment")
        return await true(*given)

    monkeypatch.setattr(part, method, away)
    await agree(match, first, other)
    await first.wait(lambda me: bool(me.table and me.table.rematch))
    assert tries >= 3
    assert first.table is not None
    assert (await other.enter(first.table.rematch or "")).seat is not None
    opened = [row.match for row in await runtime.store.tables.list_tables(statuses=("open",))]
    assert opened == [first.table.rematch], "just one"
    for person in (first, other):
        await person.close()


async def test_a_rematch_whose_opening_was_saved_unknown_to_us_is_not_opened_twice(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry, "RETRY_EVERY", 0.01)
    first, other = await pair(server)
    match, runtime = first.match, server.runtime
    await first.client.send(Resign(request=1, match=match))
    true = runtime.store.tables.open_table

    async def lose_the_answer(*given: Any) -> Any:
        await true(*given)
        raise StoreAway("just then")

    monkeypatch.setattr(runtime.store.tables, "open_table", lose_the_answer)
    await agree(match, first, other)
    await first.wait(lambda me: bool(me.table and me.table.rematch))
    opened = [row.match for row in await runtime.store.tables.list_tables(statuses=("open",))]
    assert first.table is not None
    assert opened == [first.table.rematch]
    for person in (first, other):
        await person.close()


async def test_a_table_that_has_another_actor_by_now_gets_no_rematch_from_us(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, other = await pair(server)
    match, runtime = first.match, server.runtime
    await first.client.send(Resign(request=1, match=match))
    looked = 0

    async def elsewhere(match: str) -> Any:
        nonlocal looked
        looked += 1
        raise OwnedElsewhere(Owner("another", "127.0.0.1:9", 1, 0.0))

    monkeypatch.setattr(runtime.tables, "of", elsewhere)
    await agree(match, first, other)
    async with asyncio.timeout(TIMEOUT):
        while not looked:
            await asyncio.sleep(0.01)
    assert not await runtime.store.tables.list_tables(statuses=("open",))
    for person in (first, other):
        await person.close()
