"""Final matches: kept though the database was away when they ended, and read while they are new."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ludoteca import games
from ludoteca.core.errors import StoreAway
from ludoteca.protocol.from_client import Resign
from ludoteca.server.keeping import finals
from tests.server.live import pair, running


async def test_a_match_is_kept_once_that_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finals, "RETRY_EVERY", 0.01)
    async with running(tmp_path) as server:
        house, tries = server.house, []
        keep = house.clerk.keep

        async def away_twice(*given: Any) -> None:
            tries.append(given)
            if len(tries) <= 2:
                raise StoreAway("for a moment")
            await keep(*given)

        monkeypatch.setattr(house.clerk, "keep", away_twice)
        first, other = await pair(server)
        await first.client.send(Resign(request=1, match=first.match))
        async with asyncio.timeout(30):
            while await house.store.read_record(first.match) is None:
                await asyncio.sleep(0.01)
        assert len(tries) == 3
        assert games.load(games.names()[-1]).id in await house.keepers.finals.read_record(
            first.match
        )
        for person in (first, other):
            await person.close()
