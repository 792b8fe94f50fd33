"""One table and its actor: spectators, rematch, hints, playing on, sleeping and waking."""

import asyncio
import sqlite3
from base64 import b64decode
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.client.http import ask, sign_up
from ludoteca.client.remote import RemoteClient
from ludoteca.games.my_shelfie.layout import MyShelfie
from ludoteca.protocol.common import DaysClock, TableSetting, TurnClock
from ludoteca.protocol.from_client import (
    Agree,
    AskHint,
    Enter,
    Exit,
    PlayOn,
    Propose,
    Resign,
    Say,
)
from ludoteca.protocol.to_client import (
    Accepted,
    Chat,
    Done,
    Hint,
    Opened,
    Refused,
    Snapshot,
    Update,
    YourTurn,
)
from ludoteca.server.serve import DATABASE
from ludoteca.server.store.values import LogEntry
from tests.server.live import Person, Running, arrive, log_of, pair, running, settled
from tests.server.server_process import ForkedServer

GAME = games.names()[-1]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        yield server


async def test_spectators_see_what_they_may_and_talk_among_themselves(server: Running) -> None:
    first, other = await pair(server)
    eve = await arrive(server.address, "Eve")
    seen = await eve.enter(first.match)
    assert seen.seat is None
    assert seen.position is not None
    assert seen.position.choices == {}
    await first.client.send(Say(request=1, match=first.match, text="to the table"))
    await eve.client.send(Say(request=1, match=first.match, text="psst"))
    await first.move()
    assert first.position is not None
    ply = first.position.ply
    for person in (eve, other):
        await person.wait(lambda me: me.position is not None and me.position.ply == ply)
    heard = [frame.line.text for frame in other.frames if isinstance(frame, Chat)]
    assert heard == ["to the table"]
    assert isinstance(await eve.client.send(Exit(request=1, match=first.match)), Done)
    await first.wait(lambda me: me.table is not None and me.table.spectators == 0)
    for person in (first, other, eve):
        await person.close()


async def test_spectators_may_have_to_wait(tmp_path: Path) -> None:
    now = [1_000_000.0]
    async with running(tmp_path, clock=lambda: now[0]) as server:
        first, other = await pair(server, TableSetting(game=GAME, spectator_delay=60))
        eve = await arrive(server.address, "Eve")
        before = (await eve.enter(first.match)).position
        await first.move()
        assert first.position is not None
        late = await eve.enter(first.match)
        assert late.position == before
        assert not any(isinstance(frame, Update) for frame in eve.frames)
        now[0] += 61
        actor = await server.runtime.tables.of(first.match)
        actor.do(lambda: asyncio.sleep(0))  # it looks at the clock again
        ply = first.position.ply
        await eve.wait(lambda me: me.position is not None and me.position.ply == ply)
        for person in (first, other, eve):
            await person.close()


async def test_after_a_restart_spectators_still_have_to_wait(tmp_path: Path) -> None:
    now = [1_000_000.0]
    async with running(tmp_path, clock=lambda: now[0]) as server:
        first, other = await pair(server, TableSetting(game=GAME, spectator_delay=60))
        assert first.position is not None
        now[0] += 61
        before = first.position.ply
        await first.move()
        for person in (first, other):
            await person.close()
    async with running(tmp_path, clock=lambda: now[0]) as server:
        eve = await arrive(server.address, "Eve")
        seen = await eve.enter(first.match)
        assert seen.position is not None
        assert seen.position.ply == before
        now[0] += 61
        actor = await server.runtime.tables.of(first.match)
        actor.do(lambda: asyncio.sleep(0))  # it looks at the clock again
        await eve.wait(lambda me: me.position is not None and me.position.ply > before)
        await eve.close()


async def test_after_a_resignation_the_same_people_play_again(server: Running) -> None:
    first, other = await pair(server)
    assert isinstance(await first.client.send(Resign(request=1, match=first.match)), Done)
    await other.wait(lambda me: me.is_over)
    await first.client.send(Propose(request=1, match=first.match, matter="rematch"))
    await other.client.send(Agree(request=1, match=first.match, matter="rematch", agree=True))
    for person in (first, other):
        await person.wait(lambda me: me.table is not None and me.table.rematch is not None)
    assert first.table is not None
    match = first.table.rematch
    assert match is not None
    seats = [(await person.enter(match)).seat for person in (first, other)]
    assert sorted(seat for seat in seats if seat is not None) == [0, 1]
    for person in (first, other):
        await person.close()


async def test_hints_and_playing_on_from_a_finished_match(server: Running) -> None:
    """Who has an account gets them too, against bots alone, though the match is rated."""
    token = await sign_up(server.address, "Ada", "a good password")
    client = RemoteClient(server.address, token)
    await client.open()
    ada = Person(client, "Ada", token=token)
    match = await ada.open_table(TableSetting(game=GAME, bots=("beginner",)))
    await ada.be_ready()
    await ada.start()
    await ada.wait(lambda me: me.may_move)
    assert ada.table is not None
    assert ada.table.rated
    hint = await ada.client.send(AskHint(request=1, match=match))
    assert isinstance(hint, Hint)
    assert {"text", "move", "win", "score"} <= set(hint.lines[0])
    assert hint.view is None
    handed = await ada.client.send(AskHint(request=2, match=match, view=True))
    assert isinstance(handed, Hint)
    assert handed.lines == ()
    assert len(b64decode(handed.view or "")) == MyShelfie.size
    setting = TableSetting(game=GAME, bots=("easy",))
    unfinished = await ada.client.send(PlayOn(request=1, match=match, ply=3, setting=setting))
    assert isinstance(unfinished, Refused)
    await ada.play()
    opened = await ada.client.send(PlayOn(request=1, match=match, ply=12, setting=setting))
    assert isinstance(opened, Opened)
    entered = await ada.enter(opened.match)
    assert entered.table.played_from == (match, 12)
    await ada.be_ready()
    await ada.start()
    await ada.wait(lambda me: me.may_move)
    assert ada.position is not None
    assert ada.position.ply >= 12
    await ada.close()


async def test_a_match_of_days_sleeps_wakes_and_tells_whose_turn_it_is(server: Running) -> None:
    first, other = await pair(server, TableSetting(game=GAME, clock=DaysClock(days=3)))
    match = first.match
    for person in (first, other):
        await person.client.send(Exit(request=1, match=match))
    async with asyncio.timeout(10):
        while len(server.runtime.tables):
            await asyncio.sleep(0.01)
    back = await first.client.send(Enter(request=1, match=match))
    assert isinstance(back, Snapshot)
    first.note(back)
    await first.move()
    await other.hear(lambda me: any(isinstance(frame, YourTurn) for frame in me.frames))
    mine = await ask(server.address, "/api/me/seats", token=other.client_token)
    assert mine["matches"] == [match]
    for person in (first, other):
        await person.close()


async def test_a_deadline_that_passed_while_no_server_ran_does_not_count(tmp_path: Path) -> None:
    now = [1_000_000.0]
    async with running(tmp_path, clock=lambda: now[0]) as server:
        first, other = await pair(server, TableSetting(game=GAME, clock=DaysClock(days=1)))
        match = first.match
        for person in (first, other):
            await person.close()
    now[0] += 3 * 86_400
    async with running(tmp_path, clock=lambda: now[0]) as server:
        actor = await settled(server, match)
        assert not any(seat.overdue for seat in actor.table.seats)


async def test_a_table_whose_log_is_damaged_is_set_aside_alone(server: Running) -> None:
    first, other = await pair(server)
    match = first.match
    for person in (first, other):
        await person.close()
    actor = await server.runtime.tables.of(match)
    server.runtime.tables.forget(actor)
    await actor.stop()
    await server.runtime.store.owners.release(match, server.runtime.process, log_of(actor).epoch)
    epoch = await server.runtime.store.owners.claim(match, server.runtime.process, 0.0)
    assert epoch is not None
    last = len(await server.runtime.store.tables.read_log(match))
    damaged = LogEntry(last + 1, "moved", b'{"kind": "moved"}', 0.0)
    await server.runtime.store.tables.append(match, epoch, last, [damaged])
    eve = await arrive(server.address, "Eve")
    refused = await eve.client.send(Enter(request=1, match=match))
    assert isinstance(refused, Refused)
    assert refused.code == "set_aside"
    await eve.open_table(TableSetting(game=GAME))
    await eve.close()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM entries WHERE match = ? AND number = 3",
        "DELETE FROM entries WHERE match = ? AND number = (SELECT MAX(number) FROM entries)",
        "UPDATE entries SET body = CAST(REPLACE(CAST(body AS TEXT), 'Bo', 'Cy') AS BLOB)"
        " WHERE match = ?",
    ],
)
async def test_a_missing_or_changed_entry_sets_a_table_aside(server: Running, damage: str) -> None:
    first, other = await pair(server)
    match = first.match
    for person in (first, other):
        await person.close()
    actor = await server.runtime.tables.of(match)
    server.runtime.tables.forget(actor)
    await actor.stop()
    with closing(sqlite3.connect(server.runtime.settings.data / DATABASE)) as data, data:
        assert data.execute(damage, [match]).rowcount
    eve = await arrive(server.address, "Eve")
    refused = await eve.client.send(Enter(request=1, match=match))
    assert isinstance(refused, Refused)
    assert refused.code == "set_aside"
    await eve.close()


async def cut_off(folder: Path) -> Person:
    """Let somebody begin a match at a server that is killed."""
    server = ForkedServer(folder)
    server.start()
    ada = await arrive(server.address, "Ada")
    clock = TurnClock(seconds=3600)
    await ada.open_table(TableSetting(game=GAME, bots=("beginner",), clock=clock))
    await ada.be_ready()
    await ada.start()
    await ada.wait(lambda me: me.may_move)
    server.kill()
    return ada


async def kinds_of(server: Running, match: str) -> list[str]:
    """Return the last entries of a log: what happened since the match began."""
    kinds = [entry.kind for entry in await server.runtime.store.tables.read_log(match)]
    return kinds[len(kinds) - kinds[::-1].index("dealt") :]


async def test_who_comes_back_after_a_restart_was_not_away(tmp_path: Path) -> None:
    ada = await cut_off(tmp_path)
    async with running(tmp_path) as again:
        back = Person(RemoteClient(again.address, ada.client_token), "Ada")
        await back.client.open()
        seen = await back.enter(ada.match)
        assert [seat.away for seat in seen.table.seats if seat.kind == "person"] == [False]
        assert (await kinds_of(again, ada.match))[-1:] == ["stood"], "they were never away"
        assert isinstance(await back.move(), Accepted)
        await back.close()
    await ada.close()


async def test_who_does_not_come_back_is_away_after_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludoteca.table.actor.RETURN_GRACE", 0.2)
    ada = await cut_off(tmp_path)
    await ada.close()
    async with running(tmp_path) as again, asyncio.timeout(10):
        while (await kinds_of(again, ada.match))[-2:] != ["stood", "went"]:
            await asyncio.sleep(0.02)
