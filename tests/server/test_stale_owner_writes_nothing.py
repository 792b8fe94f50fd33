"""A actor whose table was taken over by another process writes nothing any more."""

import asyncio
from pathlib import Path

from ludoteca import games
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.to_client import Accepted, Refused
from tests.server.live import TIMEOUT, arrive, log_of, running


async def test_a_stale_owner_saves_nothing_and_lets_go(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        store, own = server.runtime.store, server.runtime.process
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game=games.names()[-1], bots=("beginner",)))
        await ada.be_ready()
        await ada.start()
        await ada.wait(lambda me: me.may_move)
        now = server.runtime.clock()
        await store.owners.beat("other", "127.0.0.1:1", now, 600)
        await store.owners.release(match, own, log_of(await server.runtime.tables.of(match)).epoch)
        assert await store.owners.claim(match, "other", now) is not None
        before = len(await store.tables.read_log(match))
        refused = await ada.move()
        assert isinstance(refused, Refused)
        assert refused.code == "busy"
        assert len(await store.tables.read_log(match)) == before
        assert match not in server.runtime.tables
        await store.owners.leave("other")
        await ada.enter(match)
        async with asyncio.timeout(TIMEOUT):
            while not isinstance(await ada.move(), Accepted):
                await asyncio.sleep(0.05)
        assert len(await store.tables.read_log(match)) > before
        await ada.close()
