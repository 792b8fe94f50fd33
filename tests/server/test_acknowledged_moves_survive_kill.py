"""An acknowledged move is never lost, at kill -9 of the server under load.

At the size of the soak the lines of all people fail, too. `KILLS` sets another number of
kills: `LUDOTECA_SOAK=1 KILLS=100 python -m pytest` with this file kills 100 times for each
database.
"""

import asyncio
import os
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.protocol import reconnect
from ludoteca.protocol.common import TableSetting
from ludoteca.server.store import open_store
from ludoteca.table import fold
from ludoteca.table.events import decode
from tests.server.faults import Link
from tests.server.live import Person, arrive
from tests.server.server_process import ForkedServer
from tests.server.services import PostgresService
from tests.sizes import SOAK, size

TABLES = 4
KILLS = int(os.environ.get("KILLS", "0")) or size(20, 1000)
"""For each database: many in one round, each on the data that the last one left."""

GAMES = games.names()


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clients try again soon: the server is killed often, but starts fast."""
    monkeypatch.setattr(reconnect, "LONGEST_PAUSE", 0.2)


async def seat_two(server: ForkedServer, number: int, line: Link | None) -> list[Person]:
    """Let two people begin a match."""
    game, via = GAMES[number % len(GAMES)], None if line is None else await line.open()
    ada = await arrive(server.address, f"Ada {number}", seed=2 * number, via=via)
    bo = await arrive(server.address, f"Bo {number}", seed=2 * number + 1, via=via)
    match = await ada.open_table(TableSetting(game=game, leaving="wait"))
    await bo.join(match)
    await ada.be_ready()
    await bo.be_ready()
    await ada.start()
    return [ada, bo]


@asynccontextmanager
async def company(server: ForkedServer) -> AsyncIterator[list[Person]]:
    """Let people play at some tables while the block runs."""
    lines = [Link(server.port) if SOAK else None for _ in range(TABLES)]
    people = [one for n, line in enumerate(lines) for one in await seat_two(server, n, line)]
    playing = [asyncio.create_task(person.play()) for person in people]
    playing += [asyncio.create_task(trouble(n, line)) for n, line in enumerate(lines) if line]
    try:
        yield people
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for person in people:
            await person.close()
        for line in lines:
            if line is not None:
                await line.close()


async def trouble(seed: int, line: Link) -> None:
    """Let a line fail in one way after the other."""
    chance = random.Random(seed)
    while True:
        await asyncio.sleep(chance.uniform(0.2, 2.0))
        await line.misbehave(chance)


async def play_and_kill(server: ForkedServer, people: list[Person], moves: int) -> bool:
    """Let people play on for a number of acknowledged moves, then kill; False if all is played."""
    before = sum(len(person.accepted) for person in people)
    async with asyncio.timeout(60):
        while sum(len(person.accepted) for person in people) < before + moves:
            if all(person.is_over for person in people):
                return False
            await asyncio.sleep(0.002)
    server.kill()
    return True


async def lost(place: Path | str, people: list[Person]) -> int:
    """Count the acknowledged moves that are not in the log; check that every log folds."""
    store = await open_store(place)
    missing = 0
    for match in {person.match for person in people}:
        log = await store.tables.read_log(match)
        fold(decode(entry.body) for entry in log)
        plies = {entry.ply for entry in log if entry.kind == "moved"}
        told = [answer.ply for one in people if one.match == match for answer in one.accepted]
        missing += sum(ply not in plies for ply in told)
        ids = [entry.move_id for entry in log if entry.move_id]
        assert len(ids) == len(set(ids))
    await store.close()
    return missing


@pytest.mark.parametrize("backend", ["sqlite", "postgres"])
async def test_no_acknowledged_move_is_lost(
    backend: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    chance, kills, turn = random.Random(1), 0, 0
    while kills < KILLS:
        folder, url, turn = tmp_path / str(turn), "", turn + 1
        folder.mkdir()
        if backend == "postgres":
            service: PostgresService = request.getfixturevalue("postgres")
            url = service.make_database()
        server = ForkedServer(folder, database_url=url)
        server.start()
        async with company(server) as people:
            while kills < KILLS and await play_and_kill(server, people, chance.randrange(1, 15)):
                kills += 1
                assert await lost(url or folder / "ludoteca.sqlite", people) == 0
                server.start()
        server.stop()


async def test_an_acknowledgement_before_the_commit_would_be_noticed(tmp_path: Path) -> None:
    server = ForkedServer(tmp_path, early=True)
    server.start()
    async with company(server) as people:
        missing = 0
        for _ in range(10):
            await play_and_kill(server, people, 5)
            missing += await lost(tmp_path / "ludoteca.sqlite", people)
            if missing:
                break
            server.start()
    assert missing > 0
