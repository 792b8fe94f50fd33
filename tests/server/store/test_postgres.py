"""PostgreSQL: several processes, groups, away and back."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from ludoteca.core.errors import LudotecaError, NumberTaken, StoreAway, UsageError
from ludoteca.server.store import Store, open_store, postgres
from ludoteca.server.store.migration import latest
from tests.server.services import PostgresService
from tests.server.store.full import version_of
from tests.server.store.samples import NOW, entry, opened


async def test_processes_that_start_at_once_migrate_once(postgres_url: str) -> None:
    stores = await asyncio.gather(*(open_store(postgres_url) for _ in range(4)))
    assert {await version_of(store) for store in stores} == {latest()}
    await opened(stores[0])
    assert len(await stores[1].tables.read_log("m1")) == 2
    for store in stores:
        await store.close()


async def test_commits_are_durable_whatever_the_database_was_set_to(postgres_url: str) -> None:
    connection = await asyncpg.connect(postgres_url)
    name = await connection.fetchval("SELECT current_database()")
    await connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    await connection.close()
    store = await open_store(postgres_url)
    for get in (store.database._pool.acquire, store.database._connect):  # type: ignore[attr-defined]
        found = await get()
        assert await found.fetchval("SHOW synchronous_commit") == "on"
        await found.close()
    await store.close()


async def test_a_server_that_is_not_durable_is_refused(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres.DURABLE, "fsync", {"twice"})
    with pytest.raises(UsageError, match="fsync at on: commits would not be durable"):
        await open_store(postgres_url)


async def test_a_wrong_address_is_named(postgres: PostgresService) -> None:
    with pytest.raises(UsageError, match='"nowhere" does not exist'):
        await open_store(postgres.url("nowhere"))
    with pytest.raises(StoreAway, match="can't be reached"):
        await open_store("postgresql://nobody@127.0.0.1:1/nothing")


async def test_appends_that_wait_together_are_one_statement(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(postgres_url)
    epochs = {f"m{it}": await opened(store, f"m{it}") for it in range(50)}
    sizes: list[int] = []
    group = store.database._group  # type: ignore[attr-defined]
    take = group._take

    def counted() -> list[object]:
        taken: list[object] = take()
        sizes.append(len(taken))
        return taken

    monkeypatch.setattr(group, "_take", counted)
    appends = (store.tables.append(match, epoch, 2, [entry(3)]) for match, epoch in epochs.items())
    await asyncio.gather(*appends)
    assert sum(sizes) == 50
    assert len(sizes) < 5
    await store.close()


async def test_a_mistake_of_ours_is_not_taken_for_an_outage(postgres_url: str) -> None:
    store = await open_store(postgres_url)
    with pytest.raises(Exception, match="expected str") as raised:
        await store.users.find_user(7)  # type: ignore[arg-type]
    assert not isinstance(raised.value, LudotecaError)
    assert store.is_up
    await store.close()


async def test_a_restore_may_take_longer_than_other_requests(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "TIMEOUT", 0.3)
    store = await open_store(postgres_url)
    await opened(store)
    await store.back_up(tmp_path / "backup.sqlite")
    other = await asyncpg.connect(postgres_url)
    blocking = other.transaction()
    await blocking.start()
    await other.execute("LOCK TABLE entries IN SHARE MODE")
    restoring = asyncio.create_task(store.restore(tmp_path / "backup.sqlite"))
    done, _ = await asyncio.wait([restoring], timeout=1.0)
    assert not done
    await blocking.rollback()
    await restoring
    assert len(await store.tables.read_log("m1")) == 2
    await other.close()
    await store.close()


async def test_a_server_that_is_not_durable_any_more_is_away(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is a mistake at the start may pass later: another server stands in for a while."""
    store = await open_store(postgres_url)
    epoch = await opened(store)
    with monkeypatch.context() as patch:
        patch.setitem(postgres.DURABLE, "fsync", {"twice"})
        await end_connections(postgres_url)
        for refused in (
            store.tables.append("m1", epoch, 2, [entry(3)]),
            store.tables.read_log("m1"),
            store.back_up(tmp_path / "backup.sqlite"),
        ):
            with pytest.raises(StoreAway):
                await refused
        assert not store.is_up
    await store.tables.append("m1", epoch, 2, [entry(3)])
    assert len(await store.tables.read_log("m1")) == 3
    assert store.is_up
    await store.close()


async def end_connections(url: str) -> None:
    """End all connections to a database, as its administrator may."""
    other = await asyncpg.connect(url)
    await other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid != pg_backend_pid()"
    )
    await other.close()


async def play(store: Store, match: str, epoch: int, told: dict[str, int]) -> None:
    """Append until the database goes away; note every number that was acknowledged."""
    number = 2
    while True:
        try:
            await store.tables.append(match, epoch, number, [entry(number + 1)])
        except StoreAway:
            return
        number += 1
        told[match] = number


async def test_the_database_dies_and_comes_back(
    postgres: PostgresService, postgres_url: str
) -> None:
    """Refuse clearly while it is away, lose nothing acknowledged, resume by itself."""
    store = await open_store(postgres_url)
    told: dict[str, int] = {}
    epochs = {f"m{it}": await opened(store, f"m{it}") for it in range(5)}
    playing = [asyncio.create_task(play(store, *it, told)) for it in epochs.items()]
    while len(told) < 5 or min(told.values()) < 20:
        await asyncio.sleep(0.001)
    try:
        await asyncio.to_thread(postgres.kill)
        await asyncio.gather(*playing)
        assert not store.is_up
        for refused in (
            store.tables.append("m1", 1, told["m1"], [entry(told["m1"] + 1)]),
            store.tables.read_log("m1"),
            store.owners.beat("here", "http://here", NOW, 10),
            store.ping(),
        ):
            with pytest.raises(StoreAway):
                await refused
    finally:
        await asyncio.to_thread(postgres.start)
    await store.ping()
    for match, number in told.items():
        last = len(await store.tables.read_log(match))
        assert last in (number, number + 1)  # one may have been stored and not acknowledged
        if last > number:
            with pytest.raises(NumberTaken):
                await store.tables.append(match, 1, number, [entry(number + 1)])
        await store.tables.append(match, 1, last, [entry(last + 1)])
    assert store.is_up
    await store.close()
