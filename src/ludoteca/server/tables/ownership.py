"""Leases on tables: claim them, take over from a dead process, check them after a stall."""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ludoteca.core.errors import StaleOwner
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.store.values import LogEntry, Status
from ludoteca.server.tables.proxy import OwnedElsewhere

LIVE: tuple[Status, ...] = ("open", "playing", "paused", "over")
RETRY_EVERY = 0.1


class ClaimedLog(NamedTuple):
    """The log of a table that was claimed."""

    epoch: int
    entries: list[LogEntry]
    """Its first page."""
    last: int
    """Where it ends, as the table's row says."""


class Ownership:
    """One process among others; the store decides who owns what."""

    def __init__(
        self,
        store: Store,
        process: str,
        address: Callable[[], str],
        lease: float,
        clock: Callable[[], float],
    ) -> None:
        self._store, self.process, self._address = store, process, address
        self.lease, self._clock = lease, clock
        self._beaten: float | None = None

    async def beat(self) -> bool:
        """Renew our lease; False if it had ended meanwhile."""
        last = self._beaten
        began = self._clock()
        await self._store.owners.beat(self.process, self._address(), began, self.lease)
        self._beaten = began
        return last is None or began - last <= self.lease

    @property
    def is_beat_due(self) -> bool:
        """Return whether the lease should be renewed."""
        age = self._clock() - (self._beaten or 0.0)
        return not 0 <= age <= self.lease / 3

    async def claim(self, match: str) -> int:
        """Take a table; raises `OwnedElsewhere` if another process has it."""
        while True:
            epoch = await self._store.owners.claim(match, self.process, self._clock())
            if epoch is not None:
                return epoch
            owner = await self._store.owners.owner_of(match, self._clock())
            if owner is not None:
                raise OwnedElsewhere(owner)
            if await self._store.tables.find_table(match) is None:
                raise ServerRefusal("no_such_table")
            await asyncio.sleep(RETRY_EVERY)  # it has just become free

    async def take_all(self, matches: Sequence[str]) -> dict[str, ClaimedLog]:
        """Take those of these tables that are free, with the first pages of their logs."""
        epochs = await self._store.owners.claim_all(matches, self.process, self._clock())
        logs = await self._store.tables.read_first_pages(list(epochs))
        last = await self._store.tables.last_numbers(list(epochs))
        return {
            match: ClaimedLog(epoch, logs[match], last[match]) for match, epoch in epochs.items()
        }

    async def doubt(self, match: str, epoch: int) -> None:
        """Raise `StaleOwner` if a table is not ours any more."""
        owner = await self._store.owners.owner_of(match, self._clock())
        if owner is None or (owner.process, owner.epoch) != (self.process, epoch):
            raise StaleOwner(f"Table {match} has another owner.")

    async def stood(self) -> dict[str, float]:
        """Find tables nobody looked after, and since when: ours, or all if no other process ran."""
        now = self._clock()
        known = await self._store.owners.list_processes(0.0)
        last = {one.name: min(now, one.seen_at) for one in known}
        others_run = any(one.until > now for one in known if one.name != self.process)
        if not known or (others_run and self.process not in last):
            return {}
        rows = await self._store.tables.list_tables(statuses=LIVE, limit=1_000_000)
        waiting = [row.match for row in rows if row.summary.wake_at is not None]
        if not others_run:
            return dict.fromkeys(waiting, max(last.values()))
        owners = {match: await self._store.owners.owner_of(match, 0.0) for match in waiting}
        ours = [match for match, one in owners.items() if one and one.process == self.process]
        return dict.fromkeys(ours, last[self.process])

    async def stood_since(self, match: str) -> float | None:
        """Return since when nobody looked after a table whose owner is gone."""
        now = self._clock()
        owner = await self._store.owners.owner_of(match, 0.0)
        if owner is None or owner.process == self.process or owner.until > now:
            return None
        known = await self._store.owners.list_processes(0.0)
        return next((one.seen_at for one in known if one.name == owner.process), None)
