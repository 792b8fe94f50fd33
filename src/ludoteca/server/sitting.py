"""Sitting down: one thing after the other for each visitor, at whatever processes he asks."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from ludoteca.core.errors import StoreAway
from ludoteca.server.problem import Refusal

if TYPE_CHECKING:
    from ludoteca.server.house import House

LEASE = 30.0
"""Seconds until a process that does not say so is taken to be done with a visitor."""

PATIENCE = 10.0
RETRY_EVERY = 0.02
"""Seconds to wait for another process, and between two looks at whether it is done."""


class Sitting:
    """Lets nobody sit down twice at once, so that no limit is passed that way."""

    def __init__(self, house: "House") -> None:
        """Serve one house."""
        self._house = house
        self._busy: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def may_be_elsewhere(self) -> bool:
        """Whether other processes may work on the same database."""
        return bool(self._house.settings.database_url)

    @asynccontextmanager
    async def alone(self, visitor: str, everywhere: bool = True) -> AsyncIterator[None]:
        """Do what ends with somebody at a table; here, or everywhere, nothing else does meanwhile.

        A process that passes a message on leaves it to the table's owner to be the only one.
        """
        async with self._busy.setdefault(visitor, asyncio.Lock()):
            if not (everywhere and self.may_be_elsewhere):
                yield
                return
            await self._claim(visitor)
            try:
                yield
            finally:
                with suppress(StoreAway):  # then the lease ends by itself
                    await self._house.store.release_visitor(visitor, self._house.process)

    async def _claim(self, visitor: str) -> None:
        house = self._house
        try:
            async with asyncio.timeout(PATIENCE):
                while not await house.store.claim_visitor(
                    visitor, house.process, house.clock(), LEASE
                ):
                    await asyncio.sleep(RETRY_EVERY)
        except TimeoutError:
            raise Refusal("busy") from None
