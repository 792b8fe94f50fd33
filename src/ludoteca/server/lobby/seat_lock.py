"""Serialises taking a seat per user, across processes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from weakref import WeakValueDictionary

from ludoteca.core.errors import StoreAway
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store

LEASE = 30.0
"""Seconds until a process that does not say so is taken to be done with a user."""

TIMEOUT = 10.0
RETRY_EVERY = 0.02
"""Seconds to wait for another process, and between two looks at whether it is done."""


class SeatLock:
    """Lets nobody sit down twice at once, so that no limit is passed that way."""

    def __init__(
        self, store: Store, process: str, clock: Callable[[], float], is_shared: bool
    ) -> None:
        """Take the store, and whether other processes may work on it too."""
        self._store, self._process, self._clock = store, process, clock
        self.is_shared = is_shared
        self._busy: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold(self, user: str, everywhere: bool = True) -> AsyncIterator[None]:
        """Do what ends with somebody at a table; here, or everywhere, nothing else does meanwhile.

        A process that passes a message on leaves it to the table's owner to be the only one.
        """
        async with self._busy.setdefault(user, asyncio.Lock()):
            if not (everywhere and self.is_shared):
                yield
                return
            await self._claim(user)
            try:
                yield
            finally:
                with suppress(StoreAway):  # then the lease ends by itself
                    await self._store.owners.release_user(user, self._process)

    async def _claim(self, user: str) -> None:
        try:
            async with asyncio.timeout(TIMEOUT):
                while not await self._store.owners.claim_user(
                    user, self._process, self._clock(), LEASE
                ):
                    await asyncio.sleep(RETRY_EVERY)
        except TimeoutError:
            raise ServerRefusal("busy") from None
