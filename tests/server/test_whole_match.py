"""Whole matches over real sockets: people, bots, and a network that holds."""

import asyncio
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.client.http import ask
from ludoteca.protocol.common import TableSetting
from ludoteca.record.verify import verify
from tests.server.live import arrive, running


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
