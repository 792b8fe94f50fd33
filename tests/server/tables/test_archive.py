"""Final matches: kept though the database was away when they ended, and read while they are new."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest

from ludoteca import games
from ludoteca.core.errors import StoreAway
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Resign
from ludoteca.server.store import Store
from ludoteca.server.tables import retry
from tests.server.failing_store import FailingStore, open_failing
from tests.server.live import Running, arrive, pair, running

GAME = games.names()[-1]


async def test_a_match_is_kept_once_that_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry, "RETRY_EVERY", 0.01)
    async with running(tmp_path) as server:
        runtime, tries = server.runtime, []
        keep = runtime.results.keep

        async def away_twice(*given: Any) -> None:
            tries.append(given)
            if len(tries) <= 2:
                raise StoreAway("for a moment")
            await keep(*given)

        monkeypatch.setattr(runtime.results, "keep", away_twice)
        first, other = await pair(server)
        await first.client.send(Resign(request=1, match=first.match))
        async with asyncio.timeout(30):
            while await runtime.store.history.read_record(first.match) is None:
                await asyncio.sleep(0.01)
        assert len(tries) == 3
        assert games.load(games.names()[-1]).id in await runtime.archive.read_record(first.match)
        for person in (first, other):
            await person.close()


async def finish(server: Running) -> str:
    """Play a match that is over soon; give its id once it is kept."""
    ada = await arrive(server.address, "Ada")
    match = await ada.open_table(TableSetting(game=GAME, bots=("beginner",)))
    await ada.be_ready()
    await ada.start()
    await ada.wait(lambda me: me.position is not None)
    await ada.client.send(Resign(request=1, match=match))
    async with asyncio.timeout(30):
        while await server.runtime.store.history.read_record(match) is None:
            await asyncio.sleep(0.01)
    await ada.close()
    return match


async def test_one_log_that_cannot_be_read_keeps_no_other_match_from_being_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry, "RETRY_EVERY", 0.01)
    async with running(tmp_path) as server:
        matches = [await finish(server) for _ in range(3)]
    with closing(sqlite3.connect(tmp_path / "ludoteca.sqlite")) as database, database:
        database.execute("DELETE FROM records")  # as if it had died before they were kept
        database.execute("DELETE FROM results")
    store: FailingStore = await open_failing(tmp_path)
    damaged, *others = await store.history.unkept()
    assert {damaged, *others} == set(matches)
    with closing(sqlite3.connect(tmp_path / "ludoteca.sqlite")) as database, database:
        database.execute("UPDATE entries SET body = x'00' WHERE match = ?", [damaged])
    unkept, tries = store.history.unkept, []

    async def away_at_first() -> Any:
        tries.append(1)
        if len(tries) == 1:
            raise StoreAway("for a moment")
        return await unkept()

    monkeypatch.setattr(store.history, "unkept", away_at_first, raising=False)
    async with running(tmp_path, store=cast("Store", store)) as server, asyncio.timeout(30):
        while await unkept() != [damaged]:
            await asyncio.sleep(0.01)
        for match in others:
            assert GAME in await server.runtime.archive.read_record(match)
