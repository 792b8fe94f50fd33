"""Retries while the store is down."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from ludoteca.core.errors import StoreAway

RETRY_EVERY = 0.5
"""Seconds between two tries."""

T = TypeVar("T")


async def retry_until_up(
    failed: Callable[[StoreAway], None],
    work: Callable[[], Awaitable[T]],
    *transient: type[Exception],
) -> T:
    """Retry until the store is up; `transient` lists other errors to retry."""
    while True:
        try:
            return await work()
        except StoreAway as error:
            failed(error)
        except transient:
            pass
        await asyncio.sleep(RETRY_EVERY)
