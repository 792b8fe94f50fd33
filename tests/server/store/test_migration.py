"""Migrations: from every earlier version to the latest, all or nothing."""

from pathlib import Path
from typing import Any

import pytest

from ludoteca.core.errors import DataError, LudotecaError, UsageError
from ludoteca.server.store import migration, open_store
from ludoteca.server.store.migration import latest, migrations
from ludoteca.server.store.values import NoticeChoices
from tests.server.store import versions
from tests.server.store.full import contents, fill, version_of

LATER: dict[int, dict[str, Any]] = {
    3: {"factor": None, "recovery_codes": 0},
    8: {"notices": NoticeChoices("ada"), "browsers": [], "key": b"another"},
    9: {"agreed": [], "gallery": []},
}
"""What is kept since a version, and how it looks where nobody had it before."""


@pytest.mark.parametrize("version", range(1, latest() + 1))
async def test_a_database_of_every_version_is_brought_up_to_date(
    place: str, version: int, tmp_path: Path
) -> None:
    await versions.make_old(place, version)
    store = await open_store(place)
    fresh = await open_store(tmp_path / "fresh.sqlite")
    await fill(fresh)
    assert await version_of(store) == await version_of(fresh) == latest()
    expected = await contents(fresh)
    for since, empty in LATER.items():
        expected |= empty if version < since else {}
    assert await contents(store) == expected
    await store.close()
    await fresh.close()


@pytest.mark.parametrize("version", range(1, latest() + 1))
def test_a_migration_stays_as_its_dump_knows_it(version: int) -> None:
    """A released one must not change; for one that is not, write the dump again."""
    assert versions.read(version)["migration"] == versions.fingerprint(version)


async def test_a_dump_holds_something_of_every_kind() -> None:
    assert all(versions.read(latest())["tables"].values())


async def test_opening_again_changes_nothing(place: str) -> None:
    for _ in range(2):
        store = await open_store(place)
        assert await version_of(store) == latest()
        await store.close()


async def test_a_migration_that_fails_leaves_the_version_before_it(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(place)
    await fill(store)
    before = await contents(store)
    await store.close()
    bad = (*migrations(), "DELETE FROM users;\nINSERT INTO nowhere VALUES (1);\n")
    with monkeypatch.context() as patch:
        patch.setattr(migration, "migrations", lambda: bad)
        with pytest.raises(LudotecaError, match="nowhere"):
            await open_store(place)
    store = await open_store(place)
    assert await version_of(store) == latest()
    assert await contents(store) == before
    await store.close()


async def test_a_database_from_the_future_is_refused(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = latest()
    with monkeypatch.context() as patch:
        patch.setattr(migration, "migrations", lambda: (*migrations(), "SELECT 1;\n"))
        store = await open_store(place)
        assert await version_of(store) == newest + 1
        await store.close()
    with pytest.raises(UsageError, match="used by a newer one"):
        await open_store(place)


def test_a_gap_in_the_numbers_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "migrations"
    folder.mkdir()
    for name in ("0001_one.sql", "0003_three.sql"):
        (folder / name).write_text("SELECT 1;\n")
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    with pytest.raises(DataError, match=r"\[1, 3\]"):
        migrations.__wrapped__()
