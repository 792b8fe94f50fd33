"""Restoring a backup: into either database, never under a server, and there is a way back."""

import stat
import time
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.core.errors import UsageError
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.server.admin.restore import restore
from ludoteca.server.settings import Settings
from ludoteca.server.store import open_store
from ludoteca.server.store.values import User
from ludoteca.table import events
from tests.server.live import pair, running, settled


def settings_for(place: str) -> Settings:
    """Point to a store of either kind."""
    if "://" in place:
        return Settings(database_url=place)
    return Settings(data=Path(place).parent)


async def backup_with(name: str, folder: Path) -> Path:
    """Make a backup that knows one guest."""
    store = await open_store(folder / f"{name}.source")
    await store.users.add_user(User(name, name, "guest", 1.0))
    await store.back_up(folder / f"{name}.backup")
    await store.close()
    return folder / f"{name}.backup"


async def names_in(place: str | Path) -> list[str]:
    """List who is known to a store."""
    store = await open_store(place)
    found = [user.name for user in await store.users.list_users()]
    await store.close()
    return found


async def test_everything_is_replaced_and_what_was_there_is_kept(
    place: str, tmp_path: Path
) -> None:
    ada, bo = await backup_with("Ada", tmp_path), await backup_with("Bo", tmp_path)
    await restore(settings_for(place), ada)
    assert await names_in(place) == ["Ada"]
    before = await restore(settings_for(place), bo)
    assert await names_in(place) == ["Bo"]
    assert stat.S_IMODE(before.stat().st_mode) == 0o600
    await restore(settings_for(place), before)
    assert await names_in(place) == ["Ada"]


async def test_the_time_since_the_backup_counts_for_nobody(tmp_path: Path) -> None:
    now, file = [1_000_000.0], tmp_path / "backup.sqlite"
    setting = TableSetting(game=games.names()[-1], clock=DaysClock(days=1))
    async with running(tmp_path, clock=lambda: now[0]) as server:
        first, other = await pair(server, setting)
        match = first.match
        await server.runtime.store.back_up(file)
        for person in (first, other):
            await person.close()
        now[0] += 3 * 86_400
    await restore(Settings(data=tmp_path), file)
    async with running(tmp_path, clock=lambda: now[0]) as server:
        actor = await settled(server, match)
        assert not any(seat.overdue for seat in actor.table.seats)
        log = [
            events.decode(entry.body) for entry in await server.runtime.store.tables.read_log(match)
        ]
        assert [event.since for event in log if isinstance(event, events.Stood)] == [1_000_000.0]


async def test_nothing_is_restored_under_a_server(place: str, tmp_path: Path) -> None:
    ada = await backup_with("Ada", tmp_path)
    server = await open_store(place)
    await server.owners.beat("games:8001", "games:8001", time.time(), 60.0)
    with pytest.raises(UsageError, match="stop it first"):
        await restore(settings_for(place), ada)
    await server.owners.beat("games:8001", "", time.time(), 0.0)  # it says goodbye
    await server.close()
    await restore(settings_for(place), ada)
    assert await names_in(place) == ["Ada"]


async def test_what_is_no_backup_leaves_everything_as_it_is(place: str, tmp_path: Path) -> None:
    await restore(settings_for(place), await backup_with("Ada", tmp_path))
    known = set(tmp_path.glob("before-restore-*"))
    (tmp_path / "no.sqlite").write_bytes(b"hello" * 500)
    with pytest.raises(UsageError, match=r"no\.sqlite is no backup of ludoteca"):
        await restore(settings_for(place), tmp_path / "no.sqlite")
    assert await names_in(place) == ["Ada"]
    assert set(tmp_path.glob("before-restore-*")) == known
