"""Replaces all data by a backup, while no server runs or by the one that runs."""

import time
from datetime import UTC, datetime
from pathlib import Path

from ludoteca.core.errors import UsageError
from ludoteca.server.serve import database_file
from ludoteca.server.settings import Settings
from ludoteca.server.store import Store, open_store
from ludoteca.server.store.sqlite import IN_USE

LAST_RUN = "backup"
"""The process that is remembered as the last one that ran."""


async def restore(settings: Settings, path: Path) -> Path:
    """Restore a backup, of either database; give the file that keeps what was there before."""
    store = await _open(settings)
    try:
        await _check_unused(store)
        folder = path.absolute().parent if settings.database_url else settings.data
        before = folder / f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.sqlite"
        await store.back_up(before)
        try:
            await store.restore(path)
            await _note_when(store)
        except BaseException:
            before.unlink()  # nothing has changed
            raise
    finally:
        await store.close()
    return before


async def _open(settings: Settings) -> Store:
    place = settings.database_url or database_file(settings)
    try:
        return await open_store(place)
    except UsageError as error:
        if error.code != IN_USE:
            raise
        raise UsageError(f"a server uses {place}: stop it first, or restore with --live") from None


async def _note_when(store: Store) -> None:
    """Let the next start take the time since the backup out of all clocks: nobody could play."""
    for process in await store.owners.list_processes(0.0):
        await store.owners.leave(process.name)
    await store.owners.beat(LAST_RUN, "", await store.tables.latest_change(), 0.0)


async def _check_unused(store: Store) -> None:
    """Refuse while processes work on the same PostgreSQL."""
    running = ", ".join(process.name for process in await store.owners.list_processes(time.time()))
    if running:
        raise UsageError(
            f"a server uses this database ({running}): stop it first, or restore with --live"
        )
