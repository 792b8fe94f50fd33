"""SQLite: one process, durable settings, a full disk, a failed write."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from textwrap import dedent

import pytest

from ludoteca.core.errors import StoreAway, StoreBroken, UsageError
from ludoteca.server.store import Store, open_store, reader, sqlite
from ludoteca.server.store.sqlite import SqliteDatabase, open_sqlite
from tests.server.store.samples import NOW, entry, opened
from tests.server.store.test_crash import ROOT


def writing_connection(store: Store) -> sqlite3.Connection:
    """Reach for the connection that writes."""
    connection = store.database._writer._connection  # type: ignore[attr-defined]
    assert isinstance(connection, sqlite3.Connection)
    return connection


async def test_a_second_process_is_refused(sqlite_path: Path) -> None:
    store = await open_store(sqlite_path)
    program = f"""
        import asyncio
        from pathlib import Path
        from ludoteca.server.store import open_store
        asyncio.run(open_store({str(sqlite_path)!r}))
    """
    for _ in range(2):  # the first refusal must not loosen the lock
        second = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-c", dedent(program)],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )
        assert "UsageError: Another process uses" in second.stderr
        with pytest.raises(UsageError, match="Another process uses"):
            await open_store(sqlite_path)
    await opened(store)
    await store.close()
    again = await open_store(sqlite_path)
    assert len(await again.tables.read_log("m1")) == 2
    await again.close()


async def test_commits_are_durable_and_readers_cannot_write(sqlite_path: Path) -> None:
    database = await open_sqlite(sqlite_path)
    connection = database._writer._connection
    for name, wanted in {"journal_mode": "wal", "synchronous": 2, "query_only": 0}.items():
        assert connection.execute(f"PRAGMA {name}").fetchone()[0] == wanted
    for _ in range(2 * reader.THREADS):
        assert await database.read("PRAGMA query_only") == [(1,)]
    await database.close()


async def test_a_setting_that_does_not_hold_stops_the_start(
    sqlite_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sqlite.SETTINGS, "page_count", 12345)  # it can't be set
    with pytest.raises(UsageError, match="not durable"):
        await open_store(sqlite_path)
    monkeypatch.delitem(sqlite.SETTINGS, "page_count")
    await (await open_store(sqlite_path)).close()  # nothing was left locked


async def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "garbage").write_bytes(b"no database" * 1000)
    with pytest.raises(UsageError, match=r"garbage can't be used as a database"):
        await open_store(tmp_path / "garbage")
    with pytest.raises(UsageError, match="can't be made"):
        await open_store(tmp_path / "garbage" / "ludoteca.sqlite")
    (tmp_path / "folder").mkdir()
    with pytest.raises(UsageError, match="folder can't be"):
        await open_store(tmp_path / "folder")


async def test_a_folder_is_made_where_there_is_none(tmp_path: Path) -> None:
    await (await open_store(tmp_path / "a" / "b" / "ludoteca.sqlite")).close()


async def test_owners_from_before_a_restart_are_dead(sqlite_path: Path) -> None:
    store = await open_store(sqlite_path)
    await opened(store, process="old")
    await store.close()
    store = await open_store(sqlite_path)
    assert await store.owners.owner_of("m1", NOW) is None
    assert await store.owners.list_processes(NOW) == []
    [old] = await store.owners.list_processes(0)
    assert (old.name, old.seen_at) == ("old", NOW)  # so that it is known since when none ran
    await store.owners.beat("new", "http://new", NOW, lease=10)
    assert await store.owners.claim("m1", "new", NOW) == 2
    await store.close()


async def append_for_ever(store: Store, match: str, epoch: int) -> None:
    """Append until an error comes; whatever was acknowledged must be there."""
    number = 2
    try:
        while True:
            await store.tables.append(match, epoch, number, [entry(number + 1)])
            number += 1
    finally:
        assert len(await store.tables.read_log(match)) == number


async def test_a_full_disk_refuses_clearly_and_heals_by_itself(sqlite_path: Path) -> None:
    store = await open_store(sqlite_path)
    epochs = {match: await opened(store, match) for match in ("m1", "m2", "m3")}
    connection = writing_connection(store)
    [pages] = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreAway, match="disk is full"):
        await append_for_ever(store, "m1", epochs["m1"])
    stored = len(await store.tables.read_log("m1"))
    assert stored > 2
    assert not store.is_up
    many = (store.tables.append(match, epochs[match], 2, [entry(3)]) for match in ("m2", "m3"))
    await asyncio.gather(*many, return_exceptions=True)  # small ones may still fit
    connection.execute("PRAGMA max_page_count = 100000")
    await store.tables.append("m1", epochs["m1"], stored, [entry(stored + 1)])
    assert store.is_up
    assert [it.number for it in await store.tables.read_log("m1")] == list(range(1, stored + 2))
    await store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits of this kind")
async def test_a_failed_write_stops_the_store_for_good(sqlite_path: Path) -> None:
    """The limit on the size of files stands for a disk that fails: an error of the I/O kind."""
    program = f"""
        import asyncio, resource
        from ludoteca.core.errors import StoreBroken
        from ludoteca.server.store import open_store
        from tests.server.store.samples import entry, opened

        async def main():
            store = await open_store({str(sqlite_path)!r})
            epoch = await opened(store)
            resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
            number = 2
            try:
                while True:
                    await store.tables.append("m1", epoch, number, [entry(number + 1)])
                    number += 1
            except StoreBroken as error:
                print(number, error.message)
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            more = store.tables.append("m1", epoch, number, [entry(number + 1)])
            for work in (more, store.ping()):
                try:
                    await work
                except StoreBroken:
                    print("still broken")

        asyncio.run(main())
    """
    child = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", dedent(program)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
    )
    told, *after = child.stdout.splitlines()
    assert "SQLITE_IOERR_WRITE" in told, child.stderr
    assert after == ["still broken"] * 2
    store = await open_store(sqlite_path)
    assert [it.number for it in await store.tables.read_log("m1")] == list(
        range(1, int(told.split()[0]) + 1)
    )
    await store.close()


async def test_a_damaged_file_breaks_the_store_and_not_the_process(sqlite_path: Path) -> None:
    store = await open_store(sqlite_path)
    await opened(store, length=2000)
    await store.close()
    data = bytearray(sqlite_path.read_bytes())
    with closing(sqlite3.connect(sqlite_path)) as file:
        [(page,)] = file.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'")
        [(size,)] = file.execute("PRAGMA page_size")
    data[(page - 1) * size : page * size] = b"\xff" * size
    sqlite_path.write_bytes(data)
    store = await open_store(sqlite_path)
    with pytest.raises(StoreBroken, match="SQLITE_CORRUPT"):
        await store.tables.read_log("m1")
    assert not store.is_up
    await store.close()


async def test_closing_finishes_what_was_asked(sqlite_path: Path) -> None:
    store = await open_store(sqlite_path)
    epoch = await opened(store)
    last = asyncio.create_task(store.tables.append("m1", epoch, 2, [entry(3)]))
    await asyncio.sleep(0)
    await store.close()
    await last
    assert isinstance(store.database, SqliteDatabase)
    again = await open_store(sqlite_path)
    assert len(await again.tables.read_log("m1")) == 3
    await again.close()


@pytest.mark.skipif(os.name == "nt", reason="it has other permissions")
async def test_only_this_user_can_read_the_database(tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.mkdir(mode=0o755)
    path = folder / "matches.sqlite"
    for _ in range(2):
        store = await open_store(path)
        await store.owners.beat("alone", "", 1.0, 1.0)
        assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
        await store.close()
        path.chmod(0o644)  # as an older version has left it
