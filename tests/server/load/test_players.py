"""A table under load plays whole matches, one after the other."""

import asyncio
from pathlib import Path

from ludoteca import games
from ludoteca.client.http import come_in
from ludoteca.server.load.players import Beat, TablePlayers
from tests.server.live import running


async def test_a_company_plays_match_after_match(tmp_path: Path) -> None:
    beat = Beat(0.0)
    async with running(tmp_path) as server:
        table = TablePlayers(games.names()[-1], beat, seed=1)
        tokens = [await come_in(server.address, f"LoadPlayer {number}") for number in range(2)]
        await table.gather([server.address.removeprefix("http://")], tokens)
        await table.begin()
        playing = asyncio.create_task(table.play())
        async with asyncio.timeout(60):
            while len(await server.runtime.store.tables.list_tables()) < 2:
                assert not playing.done()
                await asyncio.sleep(0.02)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await table.leave()
    assert len(beat.times) > 20
    assert beat.refused == 0
