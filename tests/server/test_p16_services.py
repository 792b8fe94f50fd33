"""P16 with several processes: Redis away, matches go on; PostgreSQL away, moves are refused."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from ludoteca import games
from ludoteca.client.entrance import ask
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.to_client import Accepted, Refused
from tests.server.live import PATIENCE, Running, running
from tests.server.services import PostgresService, ValkeyService
from tests.server.test_p16_outage import prepare_move, until_up
from tests.server.test_several_processes import leave, sit_together

SETTING = TableSetting(game=games.names()[-1], leaving="wait")


@asynccontextmanager
async def two(folder: Path, database: str, redis: str, **more: Any) -> AsyncIterator[list[Running]]:
    """Run two servers of one house here."""
    more |= {"database_url": database, "redis_url": redis}
    async with (
        running(folder, process="one", **more) as one,
        running(folder, process="two", **more) as other,
    ):
        yield [one, other]


async def test_p16_without_redis_running_matches_go_on(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    async with two(tmp_path, postgres_url, valkey.url) as servers:
        people = await sit_together([server.address for server in servers], SETTING)
        valkey.kill()
        try:
            await asyncio.gather(*(person.play() for person in people))
            match = await people[0].open_table(TableSetting(game=games.names()[0]))
            async with asyncio.timeout(PATIENCE):  # the other process reads it from the store
                while not any(t["match"] == match for t in await hall(servers[1])):
                    await asyncio.sleep(0.1)
        finally:
            valkey.start()
        await leave(people)


async def hall(server: Running) -> list[dict[str, object]]:
    """List the open tables."""
    found: list[dict[str, object]] = (await ask(server.address, "/api/hall"))["tables"]
    return found


async def test_p16_without_postgresql_moves_are_refused_until_it_is_back(
    tmp_path: Path, postgres: PostgresService, postgres_url: str, valkey: ValkeyService
) -> None:
    async with two(tmp_path, postgres_url, valkey.url) as servers:
        people = await sit_together([server.address for server in servers], SETTING)
        for person in people:
            await person.wait(lambda me: me.position is not None)
        mover = next(person for person in people if person.may_move)
        move = await prepare_move(mover)
        postgres.kill()
        try:
            refused = await mover.client.send(move)
        finally:
            await asyncio.to_thread(postgres.start)
        assert isinstance(refused, Refused)
        assert refused.code == "store_away"
        await until_up(mover)
        assert isinstance(await mover.client.send(move), Accepted)
        await asyncio.gather(*(person.play() for person in people))
        await leave(people)
