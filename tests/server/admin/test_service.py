"""What an admin may do at a running server, with people at their tables."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from ludoteca import games
from ludoteca.client.http import HttpRefused, come_in, log_in, sign_up
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Enter
from ludoteca.protocol.to_client import Ending, Refused, Update
from ludoteca.server.bus.port import USER
from ludoteca.server.store import open_store
from ludoteca.server.store.values import LogEntry
from ludoteca.server.transport.hub import BANNED
from ludoteca.table import Refusal
from tests.server.live import Person, Running, arrive, pair, running

GAME = games.names()[-1]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        yield server


def last_ending(person: Person) -> Ending | None:
    """Return how the match has ended, as far as a person was told."""
    told = [frame.ending for frame in person.frames if isinstance(frame, Update)]
    return told[-1] if told else None


async def test_an_ended_match_is_told_and_goes_on_when_it_is_reopened(server: Running) -> None:
    first, other = await pair(server)
    service = server.runtime.admin
    [line] = await service.tables((), 10)
    assert (line.match, line.status, line.awake) == (first.match, "playing", True)
    assert sorted(line.players) == ["Ada", "Bo"]
    assert (await service.end(first.match)).status == "over"
    for person in (first, other):
        await person.wait(lambda me: me.is_over)
        await person.hear(lambda me: last_ending(me) is not None)
        ending = last_ending(person)
        assert ending is not None
        assert ending.seed is None
    with pytest.raises(Refusal) as refused:
        await service.end(first.match)
    assert refused.value.code == "match_over"
    assert (await service.reopen(first.match)).status == "playing"
    await first.wait(lambda me: me.may_move)
    await first.move()
    for person in (first, other):
        await person.close()


async def test_a_table_before_its_start_is_closed_and_leaves_the_lobby(server: Running) -> None:
    ada = await arrive(server.address, "Ada")
    match = await ada.open_table(TableSetting(game=GAME))
    assert [table.match for table in server.runtime.lobby.tables()] == [match]
    service = server.runtime.admin
    assert (await service.end(match)).status == "closed"
    assert server.runtime.lobby.tables() == []
    assert await service.tables((), 10) == []
    assert [line.match for line in await service.tables(("closed",), 10)] == [match]
    with pytest.raises(Refusal) as refused:
        await service.reopen("nothere00000")
    assert refused.value.code == "no_such_table"
    await ada.close()


async def test_a_table_that_was_set_aside_is_woken_once_its_log_is_good(server: Running) -> None:
    first, other = await pair(server)
    runtime, match = server.runtime, first.match
    for person in (first, other):
        await person.close()
    actor = await runtime.tables.of(match)
    runtime.tables.forget(actor)
    await actor.stop()
    good = runtime.store.tables.read_pages

    async def damaged(match: str, after: int = 0) -> AsyncIterator[list[LogEntry]]:
        async for page in good(match, after):
            yield [*page, LogEntry(99, "moved", b'{"kind": "moved"}', 0.0)]

    runtime.store.tables.read_pages = damaged  # type: ignore[method-assign]
    eve = await arrive(server.address, "Eve")
    assert isinstance(await eve.client.send(Enter(request=1, match=match)), Refused)
    service = runtime.admin
    assert [line.set_aside for line in await service.tables((), 10)] == [True]
    runtime.store.tables.read_pages = good  # type: ignore[method-assign]
    line = await service.reopen(match)
    assert (line.status, line.awake, line.set_aside) == ("playing", True, False)
    assert (await eve.enter(match)).position is not None
    await eve.close()


async def test_who_is_banned_is_out_at_once_until_let_in_again(server: Running) -> None:
    first, other = await pair(server)
    service = server.runtime.admin
    people = await service.people(first.match, False, 10)
    assert {person.name: person.id for person in people} == {
        first.name: first.user,
        other.name: other.user,
    }
    banned = await service.ban(first.user, True)
    assert (banned.name, banned.banned) == (first.name, True)
    await first.ended()
    assert first.gone is not None
    assert first.gone.close_code == BANNED
    assert [one.id for one in await service.people("", True, 10)] == [first.user]
    await other.wait(lambda me: me.table is not None and any(s.away for s in me.table.seats))
    assert not (await service.ban(first.user, False)).banned
    assert await service.people("", True, 10) == []
    await first.close()
    await other.close()


async def test_who_was_banned_at_another_process_is_told_why(server: Running) -> None:
    ada = await arrive(server.address, "Ada")
    await server.runtime.store.users.change_user(ada.user, banned=True)
    server.runtime.heard(USER + ada.user, 0)
    await ada.ended()
    assert ada.gone is not None
    assert ada.gone.close_code == BANNED
    await ada.close()


async def test_an_account_is_banned_by_its_name_also_as_the_guest_it_was(server: Running) -> None:
    token = await come_in(server.address, "Ada")
    identity = await server.runtime.accounts.who(token)
    assert identity is not None
    account = await sign_up(server.address, "Mallory", "correct horse")
    owner = await server.runtime.accounts.who(account)
    assert owner is not None
    await server.runtime.store.users.take_over(identity.id, owner.id)
    service = server.runtime.admin
    assert (await service.ban(identity.id, True)).name == "Mallory"
    assert await server.runtime.accounts.who(account) is None
    with pytest.raises(HttpRefused) as refused:
        await sign_up(server.address, "mallory", "correct horse")
    assert refused.value.code == "name_taken"
    assert not (await service.ban("MALLORY", False)).banned
    with pytest.raises(Refusal):
        await service.ban("nobody", True)


async def test_a_backup_is_of_one_moment_and_leaves_nothing_behind(
    server: Running, tmp_path: Path
) -> None:
    first, other = await pair(server)
    copy = tmp_path / "copy.sqlite"
    async with server.runtime.admin.backup() as path:
        await first.move()  # play goes on
        copy.write_bytes(await asyncio.to_thread(path.read_bytes))
    assert not list(tmp_path.glob("backup-*"))
    store = await open_store(copy)
    [row] = await store.tables.list_tables()
    assert row.match == first.match
    present = await server.runtime.store.tables.find_table(first.match)
    assert present is not None
    assert row.last < present.last
    await store.close()
    for person in (first, other):
        await person.close()


async def test_a_lost_second_factor_is_dropped_and_logged(server: Running) -> None:
    token = await sign_up(server.address, "Ada", "correct horse")
    service, store = server.runtime.admin, server.runtime.store
    with pytest.raises(Refusal, match="no_factor"):
        await service.drop_factor("Ada")
    with pytest.raises(Refusal, match="nobody_by_that_name"):
        await service.drop_factor("Bo")
    identity = await server.runtime.accounts.who(token)
    assert identity is not None
    await store.factors.offer_factor(identity.id, "A" * 32, 0.0)
    await store.factors.confirm_factor(identity.id, "A" * 32, 1, 0.0, [b"x"])
    with pytest.raises(HttpRefused) as refused:
        await log_in(server.address, "Ada", "correct horse")
    assert refused.value.code == "code_needed"
    with capture_logs() as logs:
        assert (await service.drop_factor("ada")).name == "Ada"
    [line] = logs
    assert (line["event"], line["act"], line["user"]) == ("admin_did", "drop_factor", identity.id)
    assert await log_in(server.address, "Ada", "correct horse")
    assert await store.factors.count_recovery_codes(identity.id) == 0
