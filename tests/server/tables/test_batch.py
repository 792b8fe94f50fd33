"""What is said at a table: a client that comes back says much at once, and it is saved at once."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ludoteca import games
from ludoteca.client.remote import RemoteClient
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import AskMoves, Enter, Exit, PlayMove, Say, Select
from ludoteca.protocol.to_client import Continuations, Done, Selecting
from ludoteca.server.store.values import LogEntry
from ludoteca.server.transport.connection import Connection
from ludoteca.table import MessageBatch, decide
from tests.server.live import Person, Running, arrive, running
from tests.server.raw_socket import RawSocket

GAME = games.names()[-1]


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        yield server


async def somebody_to_move(server: Running) -> tuple[Person, PlayMove]:
    """Let somebody begin a match against a bot, and think of a move."""
    ada = await arrive(server.address, "Ada")
    await ada.open_table(TableSetting(game=GAME, bots=("beginner",)))
    await ada.be_ready()
    await ada.start()
    await ada.wait(lambda me: me.may_move)
    move = await ada.choose()
    assert move is not None
    return ada, move


async def come_back(server: Running, ada: Person, move: PlayMove) -> list[dict[str, Any]]:
    """Enter and move in one breath on a new socket; give both answers in the order they came."""
    raw = await RawSocket.open(server.address, ada.client_token)
    await raw.greet()
    await raw.say(type="enter", request=2, match=ada.match)
    await raw.say(
        type="play_move",
        request=3,
        match=ada.match,
        ply=move.ply,
        move_id=move.move_id,
        move=move.move,
    )
    await raw.answer_to(3)
    await raw.close()
    return [frame for frame in raw.heard if frame.get("request") in (2, 3)]


@pytest.fixture
def appended(server: Running, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Note what is saved in one go."""
    found: list[list[str]] = []
    append = server.runtime.store.tables.append

    async def note(
        match: str, epoch: int, after: int, entries: Sequence[LogEntry], *more: Any
    ) -> None:
        found.append([entry.kind for entry in entries])
        await append(match, epoch, after, entries, *more)

    monkeypatch.setattr(server.runtime.store.tables, "append", note)
    return found


async def hold(server: Running, match: str) -> asyncio.Event:
    """Keep a table busy until the event is set, so that what is said there waits."""
    go_on = asyncio.Event()
    actor = await server.runtime.tables.of(match)

    async def wait() -> None:
        await go_on.wait()

    actor.do(wait)
    return go_on


async def test_who_enters_and_moves_in_one_breath_is_saved_once(
    server: Running, appended: list[list[str]]
) -> None:
    ada, move = await somebody_to_move(server)
    await ada.client.close()
    actor = await server.runtime.tables.of(ada.match)
    async with asyncio.timeout(10):
        while not actor.table.seats[ada.seat or 0].away:
            await asyncio.sleep(0.005)
    appended.clear()
    busy = await hold(server, ada.match)
    coming = asyncio.create_task(come_back(server, ada, move))
    async with asyncio.timeout(10):
        while actor._open_batch is None or len(actor._open_batch.messages) < 2:
            await asyncio.sleep(0.005)
    busy.set()
    seen, moved = await coming
    assert appended[0][:2] == ["came", "moved"]
    assert (seen["type"], moved["type"]) == ("snapshot", "accepted")
    assert seen["position"]["ply"] >= moved["ply"], "the snapshot shows what was saved with it"
    await ada.close()


async def test_a_message_that_fails_takes_no_other_one_along(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, move = await somebody_to_move(server)

    def fail(table: Any, who: Any, message: Any, *more: Any) -> Any:
        if isinstance(message, PlayMove):
            raise ZeroDivisionError
        return decide(table, who, message, *more)

    monkeypatch.setattr("ludoteca.table.actor.decide", fail)
    seen, moved = await come_back(server, ada, move)
    assert seen["type"] == "snapshot"
    assert (moved["type"], moved["code"]) == ("refused", "fault")
    await ada.close()


def test_only_what_one_socket_says_in_one_breath_goes_together() -> None:
    one, other = (Connection(n, None, None, lambda: None) for n in (1, 2))  # type: ignore[arg-type]
    enter = Enter(request=1, match="m")
    move = PlayMove(request=2, match="m", ply=1, move_id="0" * 32, move="x")
    question = AskMoves(request=3, match="m", partial={})
    said = MessageBatch(one, enter)
    assert said.takes(one, move)
    assert not said.takes(other, move)
    assert not said.takes(one, question)
    assert not MessageBatch(one, question).takes(one, move)
    assert said.messages == [enter, move]


def told_to(server: Running, user: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note the kinds of what a user is told from now on, in that very moment."""
    found: list[str] = []
    (connection,) = server.runtime.hub.of_user(user)
    tell = connection.tell

    def note(message: Any) -> None:
        found.append(type(message).__name__)
        tell(message)

    monkeypatch.setattr(connection, "tell", note)
    return found


async def settled(actor: Any) -> None:
    """Wait until a table has nothing to do."""
    async with asyncio.timeout(10):
        while not actor._is_free:
            await asyncio.sleep(0.005)


async def test_a_question_is_answered_at_once_where_nothing_is_under_way(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, move = await somebody_to_move(server)
    actor = await server.runtime.tables.of(ada.match)
    await settled(actor)
    told = told_to(server, ada.user, monkeypatch)
    (connection,) = server.runtime.hub.of_user(ada.user)
    question = AskMoves(request=7, match=ada.match, partial={})
    assert actor.give(connection, question)
    assert told == ["Continuations"], "before anything else happens"
    assert actor.give(connection, replace(move, request=8))
    assert actor.give(connection, replace(question, request=9))
    assert len(told) == 1, "what was said before is done before"
    async with asyncio.timeout(10):
        while len(told) < 3:
            await asyncio.sleep(0.005)
    assert told[:3] == ["Continuations", "Accepted", "Continuations"]
    await ada.close()


async def test_what_is_shown_at_once_reaches_those_who_see_it_later(server: Running) -> None:
    setting = TableSetting(game="my_shelfie", spectator_delay=1, bots=("beginner",))
    ada, eve = await arrive(server.address, "Ada"), await arrive(server.address, "Eve")
    await ada.open_table(setting)
    await ada.be_ready()
    await ada.start()
    await ada.wait(lambda me: me.may_move)
    await eve.enter(ada.match)
    actor = await server.runtime.tables.of(ada.match)
    async with asyncio.timeout(10):
        while actor.subscribers.next_delayed is not None:  # until she has seen all there was so far
            await asyncio.sleep(0.02)
    await settled(actor)
    answer = await ada.client.send(AskMoves(request=1, match=ada.match, partial={}, most=1))
    assert isinstance(answer, Continuations)
    partial = {"take": answer.continuations[0]["move"]["take"][:1]}
    assert ada.position is not None
    await ada.client.send(Select(request=1, match=ada.match, ply=ada.position.ply, partial=partial))
    await eve.hear(lambda me: any(isinstance(each, Selecting) for each in me.frames))
    for person in (ada, eve):
        await person.close()


async def test_a_spectator_who_leaves_in_one_tab_is_still_there_in_the_other(
    server: Running,
) -> None:
    ada, _ = await somebody_to_move(server)
    eve = await arrive(server.address, "Eve")
    await eve.enter(ada.match)
    client = RemoteClient(server.address, eve.client_token)
    await client.open()
    await client.send(Enter(request=1, match=ada.match))
    assert isinstance(await client.send(Exit(request=2, match=ada.match)), Done)
    assert isinstance(await eve.client.send(Say(request=1, match=ada.match, text="Hi")), Done)
    assert (await ada.enter(ada.match)).table.spectators == 1
    assert isinstance(await eve.client.send(Exit(request=1, match=ada.match)), Done)
    assert (await ada.enter(ada.match)).table.spectators == 0
    await client.close()
    for person in (ada, eve):
        await person.close()
