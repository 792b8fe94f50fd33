"""Several processes: Redis away, matches go on; PostgreSQL away, moves are refused."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from ludoteca import games
from ludoteca.client.http import ask
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.to_client import Accepted, Refused
from ludoteca.server import runtime as runtime
from ludoteca.table import actor
from tests.server.live import TIMEOUT, Running, arrive, pair, running
from tests.server.services import PostgresService, ValkeyService
from tests.server.test_several_processes import leave, sit_together
from tests.server.test_store_outage import outages, prepare_move, until_up

SETTING = TableSetting(game=games.names()[-1], leaving="wait")


@asynccontextmanager
async def two(folder: Path, database: str, redis: str, **more: Any) -> AsyncIterator[list[Running]]:
    """Run two processes of one server here."""
    more |= {"database_url": database, "redis_url": redis}
    async with (
        running(folder, process="one", **more) as one,
        running(folder, process="two", **more) as other,
    ):
        yield [one, other]


async def test_without_redis_running_matches_go_on(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    async with two(tmp_path, postgres_url, valkey.url) as servers:
        people = await sit_together([server.address for server in servers], SETTING)
        valkey.kill()
        try:
            await asyncio.gather(*(person.play() for person in people))
            match = await people[0].open_table(TableSetting(game=games.names()[0]))
            async with asyncio.timeout(TIMEOUT):  # the other process reads it from the store
                while not any(t["match"] == match for t in await lobby(servers[1])):
                    await asyncio.sleep(0.1)
        finally:
            valkey.start()
        await leave(people)


async def lobby(server: Running) -> list[dict[str, object]]:
    """List the open tables."""
    found: list[dict[str, object]] = (await ask(server.address, "/api/lobby"))["tables"]
    return found


async def test_without_postgresql_moves_are_refused_until_it_is_back(
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


async def test_people_are_told_soon_that_postgresql_hangs(
    tmp_path: Path, postgres: PostgresService, postgres_url: str
) -> None:
    """A database that answers nothing is no reason to leave people without a word."""
    async with running(tmp_path, database_url=postgres_url) as server:
        first, other = await pair(server, SETTING)
        move = await prepare_move(first)
        with postgres.frozen():
            began = time.perf_counter()
            answer = asyncio.create_task(first.client.send(move))
            for person in (first, other):
                await person.hear(lambda me: outages(me) == [False])
            assert time.perf_counter() - began < 3 * actor.SLOW  # this machine may be busy
            assert not answer.done()
        if isinstance(await answer, Refused):
            await until_up(first)
            assert isinstance(await first.client.send(move), Accepted)
        await until_up(other)
        await leave([first, other])


async def test_without_redis_whose_session_has_ended_is_out_soon_however_many_there_are(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after an error nobody has thought of, and before anybody has a turn."""
    monkeypatch.setattr(runtime, "HEAL_EVERY", 0.05)
    monkeypatch.setattr(runtime, "HEAL_AT_ONCE", 0)
    more: dict[str, Any] = {"database_url": postgres_url}
    async with (
        running(tmp_path, process="one", **more) as one,
        running(tmp_path, process="two", **more) as other,
    ):
        store, failed = other.runtime.store, asyncio.Event()
        with monkeypatch.context() as patch:

            async def fail(_: float) -> None:
                failed.set()
                raise RuntimeError

            patch.setattr(store.owners, "list_processes", fail)
            await asyncio.wait_for(failed.wait(), TIMEOUT)
        ada, bo = await arrive(other.address, "Ada"), await arrive(other.address, "Bo")
        await ask(one.address, "/api/logout", {}, ada.client_token)
        await ada.ended()
        assert ada.gone is not None
        assert ada.gone.close_code == 4001
        assert bo.gone is None
        await leave([ada, bo])


async def lock_out(postgres: PostgresService, url: str) -> str:
    """Let PostgreSQL end all connections to a database and take no new ones; give its name."""
    connection = await asyncpg.connect(url)
    name: str = await connection.fetchval("SELECT current_database()")
    await connection.close()
    await tell_postgres(
        postgres,
        f"ALTER DATABASE {name} ALLOW_CONNECTIONS false",
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
    )
    return name


async def tell_postgres(postgres: PostgresService, *orders: str) -> None:
    """Send something to PostgreSQL as its administrator."""
    connection = await asyncpg.connect(postgres.url())
    for order in orders:
        await connection.execute(order)
    await connection.close()


async def test_a_database_that_lets_nobody_in_for_a_while_is_away(
    tmp_path: Path, postgres: PostgresService, postgres_url: str
) -> None:
    """It can be reached, but refuses connections: as while it is looked after, or moved."""
    async with running(tmp_path, database_url=postgres_url, lease=1.0) as server:
        first, other = await pair(server, SETTING)
        move = await prepare_move(first)
        name = await lock_out(postgres, postgres_url)
        refused = await first.client.send(move)
        assert isinstance(refused, Refused)
        assert refused.code == "store_away"
        assert server.runtime.tables.is_down
        await asyncio.sleep(2)  # meanwhile it is tried again, and refused again
        await tell_postgres(postgres, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        await until_up(first)
        assert isinstance(await first.client.send(move), Accepted)
        async with asyncio.timeout(TIMEOUT):  # the lease is renewed as before
            for _ in range(2):
                began = server.runtime.clock()
                while not await was_seen(server, began):
                    await asyncio.sleep(0.05)
        await leave([first, other])


async def was_seen(server: Running, since: float) -> bool:
    """Return whether a process has renewed its lease since then."""
    known = await server.runtime.store.owners.list_processes(0.0)
    return any(one.seen_at > since for one in known)
