"""The client of a server: comes back by itself, sends a move again, and takes effect once."""

import asyncio
import secrets
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.client.remote import Gone, RemoteClient, socket_url
from ludoteca.core.errors import ProtocolError
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import AskMoves, Enter, Exit, LeaveLobby, PlayMove, Say
from ludoteca.protocol.to_client import Accepted, Chat, Continuations, Refused, Snapshot
from tests.server.faults import Link
from tests.server.live import Person, Running, arrive, running

GAME = games.names()[-1]


async def alone_at_a_table(server: Running, via: str | None = None) -> Person:
    """Let somebody start a match against a bot."""
    person = await arrive(server.address, "Ada", via=via)
    await person.open_table(TableSetting(game=GAME, bots=("beginner",)))
    await person.be_ready()
    await person.start()
    await person.wait(lambda me: me.may_move)
    return person


async def test_a_lost_connection_comes_back_with_a_snapshot(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await alone_at_a_table(server)
        ada.frames.clear()
        await ada.client.drop()
        await ada.wait(lambda me: any(isinstance(frame, Snapshot) for frame in me.frames))
        assert isinstance(await ada.move(), Accepted)
        await ada.close()


async def test_a_move_whose_answer_was_lost_is_sent_again_and_made_once(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        link = Link(server.port)
        ada = await alone_at_a_table(server, await link.open())
        asked = await ada.client.send(AskMoves(request=1, match=ada.match, partial={}))
        assert isinstance(asked, Continuations)
        assert ada.position is not None
        move = PlayMove(
            request=1,
            match=ada.match,
            ply=ada.position.ply,
            move_id=secrets.token_hex(16),
            move=asked.continuations[0]["text"],
        )
        link.hold_answers()
        answer = asyncio.create_task(ada.client.send(move))
        actor = await server.runtime.tables.of(ada.match)
        while move.move_id not in actor.table.known:  # it is saved, but nobody has said so
            await asyncio.sleep(0.01)
        link.cut()
        link.flow()
        assert isinstance(await answer, Accepted)
        entries = await server.runtime.store.tables.read_log(ada.match)
        assert [entry.move_id for entry in entries].count(move.move_id) == 1
        await ada.close()
        await link.close()


async def test_chat_missed_while_away_is_told_once(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        link = Link(server.port)
        ada = await alone_at_a_table(server, await link.open())
        bo = await arrive(server.address, "Bo")
        await bo.enter(ada.match)
        await ada.client.send(Say(request=1, match=ada.match, text="one"))
        await bo.client.send(Say(request=1, match=ada.match, text="among spectators"))
        ada.frames = [frame for frame in ada.frames if isinstance(frame, Chat)]
        link.cut()
        await ada.wait(lambda me: any(isinstance(frame, Snapshot) for frame in me.frames))
        await ada.client.send(Say(request=1, match=ada.match, text="two"))
        lines = [f.line.text for f in ada.frames if isinstance(f, Chat)]
        snapshots = [f for f in ada.frames if isinstance(f, Snapshot)]
        lines += [line.text for snapshot in snapshots for line in snapshot.chat]
        assert lines.count("one") == 1
        assert "among spectators" not in lines
        for one in (ada, bo):
            await one.close()
        await link.close()


async def test_a_table_that_lets_one_in_no_more_says_so_and_is_given_up(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        link = Link(server.port)
        ada = await arrive(server.address, "Ada")
        setting = TableSetting(game=GAME, bots=("beginner",), spectators=False)
        match = await ada.open_table(setting)
        eve = await arrive(server.address, "Eve", via=await link.open())
        await eve.enter(match)
        link.refuses = True
        link.cut()
        await ada.be_ready()
        await ada.start()
        link.flow()
        await eve.hear(lambda me: any(isinstance(frame, Refused) for frame in me.frames))
        refused = next(frame for frame in eve.frames if isinstance(frame, Refused))
        assert (refused.code, refused.match) == ("no_spectators", match)
        assert refused.sentence
        assert match not in eve.client._tables
        for one in (ada, eve):
            await one.close()
        await link.close()


@pytest.mark.parametrize("leaves", [False, True])
async def test_a_table_entered_after_one_gave_up_waiting_is_entered_again_unless_one_left(
    tmp_path: Path, leaves: bool
) -> None:
    async with running(tmp_path) as server:
        link = Link(server.port)
        ada = await alone_at_a_table(server)
        eve = await arrive(server.address, "Eve", via=await link.open())
        actor = await server.runtime.tables.of(ada.match)
        link.hold_answers()
        entering = asyncio.create_task(eve.client.send(Enter(request=1, match=ada.match)))
        while eve.user not in actor.table.watchers:
            await asyncio.sleep(0.01)
        entering.cancel()
        await asyncio.wait([entering])
        then = Exit(request=1, match=ada.match) if leaves else LeaveLobby(request=1)
        said = asyncio.create_task(eve.client.send(then))
        await asyncio.sleep(0)
        link.flow()
        await said
        await eve.hear(lambda me: any(isinstance(frame, Snapshot) for frame in me.frames))
        assert list(eve.client._tables) == ([] if leaves else [ada.match])
        if not leaves:
            eve.frames.clear()
            link.cut()
            await eve.hear(lambda me: any(isinstance(frame, Snapshot) for frame in me.frames))
        for one in (ada, eve):
            await one.close()
        await link.close()


async def test_an_unknown_token_ends_the_client_with_the_close_code(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        client = RemoteClient(server.address, "nobody")
        with pytest.raises(Gone) as gone:
            await client.open()
        assert gone.value.close_code == 4001
        await client.close()


@pytest.mark.parametrize("address", ["games.example", "ftp://x", ""])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ProtocolError):
        socket_url(address)
