"""Backups: one file for both databases, made and restored while others work."""

import asyncio
import os
import sqlite3
import stat
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from ludoteca.core.errors import StaleOwner, UsageError
from ludoteca.server.store import Store, backup, open_store
from tests.server.services import PostgresService
from tests.server.store.full import contents, fill
from tests.server.store.samples import NOW, entry, opened
from tests.server.store.versions import make_old


@pytest.fixture(params=["sqlite", "postgres"])
async def other(
    request: pytest.FixtureRequest, tmp_path: Path, postgres: PostgresService
) -> AsyncIterator[Store]:
    """Open another store, of each kind, with something in it."""
    sqlite = request.param == "sqlite"
    store = await open_store(tmp_path / "other.sqlite" if sqlite else postgres.make_database())
    await opened(store, "gone")
    yield store
    await store.close()


async def test_a_backup_of_either_database_restores_into_either(
    store: Store, other: Store, tmp_path: Path
) -> None:
    await fill(store)
    await store.back_up(tmp_path / "backup")
    assert sorted(path.name for path in tmp_path.glob("backup*")) == ["backup"]
    await other.restore(tmp_path / "backup")
    assert await contents(other) == await contents(store)
    assert await other.tables.find_table("gone") is None
    assert await other.owners.list_processes(NOW) != []  # who is there now, not who was


async def test_a_backup_is_for_its_owner_alone_from_the_first_byte_on(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(store)
    modes: list[int] = []
    connect = sqlite3.connect

    def noted(path: str | Path, *given: Any, **more: Any) -> sqlite3.Connection:
        connection = connect(path, *given, **more)
        if str(path).endswith(".part"):
            connection.execute("CREATE TABLE IF NOT EXISTS passing (x)")
            modes.append(stat.S_IMODE(Path(path).stat().st_mode))
            connection.execute("DROP TABLE passing")
        return connection

    monkeypatch.setattr(sqlite3, "connect", noted)
    before = os.umask(0)
    try:
        await store.back_up(tmp_path / "backup")
    finally:
        os.umask(before)
    assert modes == [0o600]
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o600


async def test_a_backup_is_brought_up_to_date_beside_the_event_loop(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(store)
    await store.back_up(tmp_path / "backup")
    threads: list[threading.Thread] = []
    migrate = backup.migrate

    def noted(connection: sqlite3.Connection) -> None:
        threads.append(threading.current_thread())
        migrate(connection)

    monkeypatch.setattr(backup, "migrate", noted)
    await store.restore(tmp_path / "backup")
    assert threads
    assert threading.current_thread() not in threads


async def test_every_owner_is_stale_after_a_restore(store: Store, tmp_path: Path) -> None:
    await fill(store)
    await store.back_up(tmp_path / "backup")
    for _ in range(3):
        epoch = await store.owners.claim("m2", "here", NOW)
    assert epoch == 5
    await store.restore(tmp_path / "backup")
    assert await store.owners.owner_of("m2", NOW) is None
    for old in range(epoch + 1):
        with pytest.raises(StaleOwner):
            await store.tables.append("m2", old, 2, [entry(3)])
    new = await store.owners.claim("m2", "here", NOW)
    assert new
    assert new > epoch
    await store.tables.append("m2", new, 2, [entry(3)])


async def test_a_backup_is_one_moment_though_moves_go_on(store: Store, tmp_path: Path) -> None:
    matches = [f"m{number}" for number in range(8)]
    epochs = [await opened(store, match) for match in matches]
    done = asyncio.Event()

    async def play(match: str, epoch: int) -> None:
        number = 2
        while not done.is_set():
            number += 1
            await store.tables.append(match, epoch, number - 1, [entry(number)])

    playing = [asyncio.create_task(play(*it)) for it in zip(matches, epochs, strict=True)]
    await store.back_up(tmp_path / "backup")
    done.set()
    await asyncio.gather(*playing)
    copy = await open_store(tmp_path / "backup")
    for match in matches:
        row = await copy.tables.find_table(match)
        assert row
        entries = await copy.tables.read_log(match)
        assert [it.number for it in entries] == list(range(1, row.last + 1))
    await copy.close()


async def test_a_backup_of_an_earlier_version_is_restored(store: Store, tmp_path: Path) -> None:
    await make_old(str(tmp_path / "old"), version=1)
    before = (tmp_path / "old").read_bytes()
    await store.restore(tmp_path / "old")
    assert await store.history.read_record("m1") == "the record\n"
    assert (tmp_path / "old").read_bytes() == before


async def test_what_is_no_backup_is_refused_and_nothing_changes(
    store: Store, tmp_path: Path
) -> None:
    await fill(store)
    before = await contents(store)
    (tmp_path / "garbage").write_bytes(b"no database" * 100)
    (tmp_path / "empty").touch()
    for name, reason in {"garbage": "no backup", "empty": "no backup", "none": "There is"}.items():
        with pytest.raises(UsageError, match=reason):
            await store.restore(tmp_path / name)
    with pytest.raises(UsageError, match="replaces nothing"):
        await store.back_up(tmp_path / "garbage")
    with pytest.raises(UsageError, match="can't be written"):
        await store.back_up(tmp_path / "no" / "folder")
    assert await contents(store) == before
    await store.back_up(tmp_path / "backup")


async def test_a_damaged_backup_changes_nothing(store: Store, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        source = await open_store(tmp_path / "source.sqlite")
        stack.push_async_callback(source.close)
        await fill(source)
        await source.back_up(tmp_path / "backup")
    data = bytearray((tmp_path / "backup").read_bytes())
    data[5000:] = b"\xff" * (len(data) - 5000)
    (tmp_path / "backup").write_bytes(data)
    await opened(store, "here")
    with pytest.raises(UsageError):
        await store.restore(tmp_path / "backup")
    assert len(await store.tables.read_log("here")) == 2
    epoch = await store.owners.claim("here", "here", NOW)
    assert epoch
    await store.tables.append("here", epoch, 2, [entry(3)])
