"""A table in this process: the same frames as over a socket, bots in threads, the record saved."""

import asyncio
from pathlib import Path

import pytest

from ludoteca.client.local import LocalClient, LocalServer, knows_bot
from ludoteca.client.port import Client
from ludoteca.core.game import Game
from ludoteca.protocol import VERSION
from ludoteca.protocol.common import TableSetting, new_match_id
from ludoteca.protocol.from_client import (
    Enter,
    Hello,
    OpenTable,
    PlayMove,
    PlayOn,
    Propose,
    QuickMatch,
    Ready,
    Say,
    Start,
    TakeSeat,
)
from ludoteca.protocol.to_client import (
    Accepted,
    Answer,
    Chat,
    Done,
    Opened,
    PositionInfo,
    Refused,
    Snapshot,
    TableChange,
    Update,
    Welcome,
)
from ludoteca.record import verify
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

TIMEOUT = 60
"""Seconds a bot may take on a busy machine."""


async def seated(client: Client, setting: TableSetting) -> str:
    """Open a table and begin."""
    opened = await client.send(OpenTable(request=1, setting=setting))
    assert isinstance(opened, Opened)
    assert isinstance(await client.send(Enter(request=1, match=opened.match)), Snapshot)
    for message in (Ready, Start):
        assert isinstance(await client.send(message(request=1, match=opened.match)), Done)
    return opened.match


async def play_out(server: LocalServer, client: LocalClient, match: str) -> None:
    """Make the first legal move whenever it is one's turn, as told by the frames alone."""
    snapshot = await client.send(Enter(request=1, match=match))
    assert isinstance(snapshot, Snapshot)
    position, told = snapshot.position, client.told()
    count = 0
    while server.table(match).is_playing:
        progress = server.table(match).progress
        assert progress is not None
        is_current = position is not None and position.ply == progress.ply
        if position is not None and is_current and snapshot.seat in position.movers:
            count += 1
            answer = await move(server, client, match, position, count)
            assert isinstance(answer, Accepted)
        async with asyncio.timeout(TIMEOUT):
            while not isinstance(frame := await anext(told), Update):
                assert isinstance(frame, TableChange)
        position = frame.position


async def move(
    server: LocalServer, client: LocalClient, match: str, position: PositionInfo, count: int
) -> Answer:
    """Make a legal move."""
    table = server.table(match)
    assert table.progress is not None
    game, state = table.game, table.progress.state
    seat = next(s for s in position.movers if table.seats[s].user == client.who.user)
    text = game.modules.notation.format_move(state, seat, game.legal(state, seat)[0])
    return await client.send(
        PlayMove(request=1, match=match, ply=position.ply, move_id=f"{count:032x}", move=text)
    )


@each_game
async def test_a_match_against_a_bot_is_saved_and_verifies(game: Game, tmp_path: Path) -> None:
    async with LocalServer(tmp_path) as server:
        client = server.client("Ada")
        match = await seated(client, TableSetting(game=game.id, bots=("random",)))
        await play_out(server, client, match)
        assert server.table(match).status == "final"
    saved = (tmp_path / f"{game.id}-{match}.ludo").read_bytes()
    assert verify(saved).rolls_checked


async def test_people_who_share_a_device_see_only_what_their_seat_may_see() -> None:
    async with LocalServer() as server:
        client = server.client("Ada")
        setting = TableSetting(game=GAMES[-1].id, here=("Bo",), seating="set")
        match = await seated(client, setting)
        views = []
        for seat in (0, 1):
            snapshot = await client.send(Enter(request=1, match=match, seat=seat))
            assert isinstance(snapshot, Snapshot)
            assert snapshot.position is not None
            assert (snapshot.seat, snapshot.seats) == (seat, (0, 1))
            views.append(snapshot.position.view["seats"])
        assert views[0][0] != views[1][0], "each knows a secret of its own"


async def test_what_needs_a_server_is_refused() -> None:
    async with LocalServer() as server:
        client = server.client("Ada", "it")
        refused = await client.send(QuickMatch(request=1, game=GAMES[0].id))
        assert isinstance(refused, Refused)
        assert (refused.code, refused.sentence) == (
            "not_in_this_process",
            "Questo funziona solo su un server. Collegati con «ludoteca tui --server».",
        )
        answer = await client.send(Enter(request=1, match="nowhere"))
        assert isinstance(answer, Refused)
        assert answer.code == "no_such_table"
        await client.close()


async def test_hello_is_answered() -> None:
    async with LocalServer() as server:
        welcome = await server.client("Ada").send(Hello(request=1, version=VERSION))
        assert isinstance(welcome, Welcome)
        assert (welcome.name, welcome.version) == ("Ada", VERSION)


async def test_one_can_play_on_from_a_finished_match() -> None:
    async with LocalServer() as server:
        client = server.client("Ada")
        setting = TableSetting(game=GAMES[-1].id, bots=("random",))
        match = await seated(client, setting)
        await client.send(Propose(request=1, match=match, matter="end"))
        assert server.table(match).status == "final"
        again = await client.send(PlayOn(request=1, match=match, ply=3, setting=setting))
        assert isinstance(again, Opened)
        assert server.table(again.match).source == (match, 3)


async def test_a_rematch_is_opened_at_once_against_bots() -> None:
    async with LocalServer() as server:
        client = server.client("Ada")
        match = await seated(client, TableSetting(game=GAMES[-1].id, bots=("random",)))
        await client.send(Propose(request=1, match=match, matter="end"))
        await client.send(Propose(request=1, match=match, matter="rematch"))
        rematch = server.table(match).rematch
        assert rematch is not None
        assert server.table(rematch).seats_of(client.who.user) != server.table(match).seats_of(
            client.who.user
        )


async def test_a_closed_client_hears_no_more() -> None:
    async with LocalServer() as server:
        client, other = server.client("Ada"), server.client("Bo")
        opened = await client.send(OpenTable(request=1, setting=TableSetting(game=GAMES[-1].id)))
        assert isinstance(opened, Opened)
        match = opened.match
        for one in (client, other):
            assert isinstance(await one.send(Enter(request=1, match=match)), Snapshot)
        assert isinstance(await other.send(TakeSeat(request=1, match=match)), Done)
        assert isinstance(await other.send(Say(request=1, match=match, text="before")), Done)
        await client.close()
        assert server.table(match).seats[server.table(match).seats_of(client.who.user)[0]].away
        assert isinstance(await other.send(Say(request=1, match=match, text="after")), Done)
        await other.close()
        async with asyncio.timeout(TIMEOUT):
            heard = [frame async for frame in client.told()]
            others = [frame async for frame in other.told()]
        assert [frame.line.text for frame in heard if isinstance(frame, Chat)] == ["before"]
        lines = [frame.line.text for frame in others if isinstance(frame, Chat)]
        assert lines == ["before", "after"]
        assert client._told.empty(), "nothing follows the end"


def test_ids_are_long_and_bots_known() -> None:
    assert len({new_match_id() for _ in range(100)}) == 100
    assert knows_bot("greedy")
    assert knows_bot("mcts:200ms")
    assert not knows_bot("nobody")
