"""Whole matches over real sockets: people, bots, and a network that holds."""

import asyncio
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.client.http import ask
from ludoteca.protocol.common import TableSetting
from ludoteca.record.verify import verify
from tests.server.live import arrive, pair, running
from tests.server.raw_socket import RawSocket


@pytest.mark.parametrize("game", games.names())
async def test_two_people_and_a_bot_play_a_whole_match(game: str, tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await arrive(server.address, "Ada", 1)
        bo = await arrive(server.address, "Bo", 2)
        match = await ada.open_table(TableSetting(game=game, seats=3, bots=("easy",)))
        await bo.join(match)
        await ada.be_ready()
        await bo.be_ready()
        await ada.start()
        await asyncio.gather(ada.play(), bo.play())
        assert ada.table is not None
        assert ada.table.status == "final"
        replay = await ask(server.address, f"/api/matches/{match}/replay")
        *plies, result = replay["lines"]
        assert result["kind"] == "result"
        stood = [seat["points"]["total"] for seat in plies[-1]["standing"]]
        assert stood == [parts["total"] for parts in result["scores"]]
        record = await server.runtime.store.history.read_record(match)
        assert record is not None
        assert verify(record.encode()).rolls_checked
        await ada.close()
        await bo.close()


async def test_a_move_is_accepted_before_anybody_sees_it(tmp_path: Path) -> None:
    """On one socket, `accepted` comes before the `update` with that ply, move after move."""
    async with running(tmp_path) as server:
        first, other = await pair(server)
        raws = {
            person: await RawSocket.open(server.address, person.client_token)
            for person in (first, other)
        }
        for raw in raws.values():
            await raw.greet()
            await raw.ask(type="enter", request=2, match=first.match)
        mover = first
        for request in range(3, 9, 2):
            raw = raws[mover]
            asked = await raw.ask(type="ask_moves", request=request, match=first.match, partial={})
            move = {"ply": asked["ply"], "move": asked["continuations"][0]["text"]}
            before = len(raw.heard)
            answer = await raw.ask(
                type="play_move",
                request=request + 1,
                match=first.match,
                move_id=f"{request:032}",
                **move,
            )
            assert answer["type"] == "accepted"
            assert not [frame for frame in raw.heard[before:] if frame["type"] == "update"]
            while (update := await raw.hear())["type"] != "update":
                pass
            assert update["position"]["ply"] >= answer["ply"]
            if mover.seat not in update["position"]["movers"]:
                mover = other if mover is first else first
        for raw in raws.values():
            await raw.close()
        for person in (first, other):
            await person.close()
