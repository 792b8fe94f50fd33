"""Notices that it is one's turn, at whatever process one is."""

import asyncio
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.client.http import ask, log_in, sign_up
from ludoteca.client.remote import RemoteClient
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.protocol.from_client import Exit
from ludoteca.protocol.to_client import Done, YourTurn
from ludoteca.server import runtime as runtime
from tests.server.live import TIMEOUT, Person, arrive, running
from tests.server.services import ValkeyService
from tests.server.tables.test_webhook import Listener
from tests.server.test_service_outage import two
from tests.server.test_several_processes import leave, sit_together

DAYS = TableSetting(game=games.names()[-1], clock=DaysClock(days=2))


def turns(person: Person) -> list[str]:
    """List the matches of which a person was told that it is their turn."""
    return [frame.match for frame in person.frames if isinstance(frame, YourTurn)]


async def stand_aside(person: Person) -> None:
    """Leave the table, but stay connected."""
    assert isinstance(await person.client.send(Exit(request=1, match=person.match)), Done)


async def move_in_turn(people: list[Person]) -> tuple[Person, Person]:
    """Wait for the position; give who is to move, and the other."""
    for person in people:
        await person.wait(lambda me: me.position is not None)
    ada, bo = people
    return (ada, bo) if ada.may_move else (bo, ada)


async def test_a_turn_is_told_at_another_process_once(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    listener = Listener()
    hook = await listener.open()
    async with two(tmp_path, postgres_url, valkey.url, webhook_url=hook) as servers:
        addresses = [server.address for server in servers]
        people = await sit_together(addresses, DAYS)
        mover, other = await move_in_turn(people)
        await stand_aside(other)
        await mover.move()
        await other.hear(lambda me: bool(turns(me)))
        back = await other.enter(mover.match)
        assert back.position is not None
        await other.move()
        await stand_aside(other)
        await mover.wait(lambda me: me.may_move)
        await mover.move()
        await other.hear(lambda me: len(turns(me)) == 2)
        assert turns(other) == [mover.match] * 2
        assert not turns(mover), "who is at the table sees it"
        assert listener.heard == [], "the host's address is for those who are nowhere"
        await other.close()
        await mover.wait(lambda me: me.table is not None and any(s.away for s in me.table.seats))
        await leave([mover])
    listener.close()


async def test_without_redis_a_turn_elsewhere_is_told_soon_and_once(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a session that ends at one process ends at the other."""
    monkeypatch.setattr(runtime, "HEAL_EVERY", 0.1)
    async with two(tmp_path, postgres_url, valkey.url) as servers:
        addresses = [server.address for server in servers]
        people = await sit_together(addresses, DAYS)
        mover, other = await move_in_turn(people)
        await stand_aside(other)
        valkey.kill()
        try:
            async with asyncio.timeout(TIMEOUT):
                while any(server.runtime.bus.is_up for server in servers):
                    await asyncio.sleep(0.01)
            await mover.move()
            await other.hear(lambda me: bool(turns(me)))
            at = people.index(other)
            await ask(addresses[1 - at], "/api/logout", {}, other.client_token)
            await other.ended()
            assert other.gone is not None
            assert other.gone.close_code == 4001
        finally:
            valkey.start()
        assert turns(other) == [mover.match]
        await leave(people)


async def test_who_is_at_no_process_is_called(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    listener = Listener()
    hook = await listener.open()
    async with two(tmp_path, postgres_url, valkey.url, webhook_url=hook) as servers:
        people = await sit_together([server.address for server in servers], DAYS)
        mover, other = await move_in_turn(people)
        await other.close()
        async with asyncio.timeout(TIMEOUT):
            while sum(len(server.runtime.hub) for server in servers) > 2:  # one, and its proxy
                await asyncio.sleep(0.01)
        await mover.move()
        async with asyncio.timeout(TIMEOUT):
            await listener.news.wait()
        assert [notice["name"] for notice in listener.heard] == [other.name]
        await leave([mover])
    listener.close()


async def test_an_account_hears_of_the_turn_of_the_guest_it_was(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    """The log of the table goes on naming the guest; the account is at the other process."""
    async with two(tmp_path, postgres_url, valkey.url) as servers:
        owner, elsewhere = (server.address for server in servers)
        await sign_up(owner, "Eve", "a good password")
        people = await sit_together([owner, owner], DAYS)
        mover, guest = await move_in_turn(people)
        token = await log_in(elsewhere, "Eve", "a good password", guest.client_token)
        await mover.wait(lambda me: me.table is not None and any(s.away for s in me.table.seats))
        client = RemoteClient(elsewhere, token)
        await client.open()
        eve = Person(client, "Eve", token=token)
        await mover.move()
        await eve.hear(lambda me: turns(me) == [mover.match])
        assert (await eve.enter(mover.match)).seat == guest.seat
        await leave([mover, guest, eve])


async def test_a_single_process_tells_only_who_is_not_at_the_table(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        mover, other = await move_in_turn(await sit_together([server.address] * 2, DAYS))
        await stand_aside(other)
        eve = await arrive(server.address, "Eve")
        await mover.move()
        await other.hear(lambda me: turns(me) == [mover.match])
        assert turns(eve) == turns(mover) == []
        await leave([mover, other, eve])
