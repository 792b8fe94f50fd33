"""Patience: what must not be lost is tried until the database is there for it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from ludoteca.core.errors import StoreAway

if TYPE_CHECKING:
    from ludoteca.server.house import House

RETRY_EVERY = 0.5
"""Seconds between two tries."""

T = TypeVar("T")


async def patiently(
    house: "House", work: Callable[[], Awaitable[T]], *passing: type[Exception]
) -> T:
    """Do something as soon as that can be; errors that pass are named."""
    while True:
        try:
            return await work()
        except StoreAway as error:
            house.keepers.store_failed(error)
        except passing:
            pass
        await asyncio.sleep(RETRY_EVERY)
