"""Which tables are ours: claims, what an owner that is gone left, and doubts after a stall."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteca.core.errors import StaleOwner
from ludoteca.server.couriers import Elsewhere
from ludoteca.server.problem import Refusal
from ludoteca.server.store.values import Entry, Status

if TYPE_CHECKING:
    from ludoteca.server.house import House

LIVE: tuple[Status, ...] = ("open", "playing", "paused", "over")
RETRY_EVERY = 0.1


class Owning:
    """One process among others; the store decides who owns what."""

    def __init__(self, house: "House") -> None:
        """Work for one house."""
        self._house = house
        self._beaten: float | None = None

    async def beat(self) -> bool:
        """Say that we are there; False if our lease had ended meanwhile."""
        house, last = self._house, self._beaten
        began = house.clock()
        await house.store.beat(house.process, house.address, began, house.settings.lease)
        self._beaten = began
        return last is None or began - last <= house.settings.lease

    @property
    def is_beat_due(self) -> bool:
        """Say whether the lease should be renewed."""
        age = self._house.clock() - (self._beaten or 0.0)
        return not 0 <= age <= self._house.settings.lease / 3

    async def claim(self, match: str) -> int:
        """Take a table; raises `Elsewhere` if another process has it."""
        house = self._house
        while True:
            epoch = await house.store.claim(match, house.process, house.clock())
            if epoch is not None:
                return epoch
            owner = await house.store.owner_of(match, house.clock())
            if owner is not None:
                raise Elsewhere(owner)
            if await house.store.find_table(match) is None:
                raise Refusal("no_such_table")
            await asyncio.sleep(RETRY_EVERY)  # it has just become free

    async def take_all(self, matches: Sequence[str]) -> dict[str, tuple[int, list[Entry]]]:
        """Take those of these tables that are free, with their logs."""
        house = self._house
        epochs = await house.store.claim_all(matches, house.process, house.clock())
        logs = await house.store.read_logs(list(epochs))
        return {match: (epoch, logs[match]) for match, epoch in epochs.items()}

    async def doubt(self, match: str, epoch: int) -> None:
        """Raise `StaleOwner` if a table is not ours any more."""
        house = self._house
        owner = await house.store.owner_of(match, house.clock())
        if owner is None or (owner.process, owner.epoch) != (house.process, epoch):
            raise StaleOwner(f"Table {match} has another owner.")

    async def stood(self) -> dict[str, float]:
        """Find tables nobody looked after, and since when: ours, or all if no other process ran."""
        house, now = self._house, self._house.clock()
        known = await house.store.list_processes(0.0)
        last = {one.name: min(now, one.seen_at) for one in known}
        others_run = any(one.until > now for one in known if one.name != house.process)
        if not known or (others_run and house.process not in last):
            return {}
        rows = await house.store.list_tables(statuses=LIVE, limit=1_000_000)
        waiting = [row.match for row in rows if row.summary.wake_at is not None]
        if not others_run:
            return dict.fromkeys(waiting, max(last.values()))
        owners = {match: await house.store.owner_of(match, 0.0) for match in waiting}
        ours = [match for match, one in owners.items() if one and one.process == house.process]
        return dict.fromkeys(ours, last[house.process])

    async def stood_since(self, match: str) -> float | None:
        """Say since when nobody looked after a table whose owner is gone."""
        house, now = self._house, self._house.clock()
        owner = await house.store.owner_of(match, 0.0)
        if owner is None or owner.process == house.process or owner.until > now:
            return None
        known = await house.store.list_processes(0.0)
        return next((one.seen_at for one in known if one.name == owner.process), None)
