"""Something asked of a keeper by somebody who waits for what comes of it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from ludoteca.core.errors import StaleOwner
from ludoteca.table import Refusal

T = TypeVar("T")


class Errand(Generic[T]):
    """Work in a keeper's queue; whether it is done, fails or is dropped, `done` says so."""

    def __init__(self, work: Callable[[], Awaitable[T]]) -> None:
        """Take what is to be done."""
        self._work = work
        self.done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    async def __call__(self) -> None:
        """Do it, unless nobody waits any more; pass on what went wrong, also to the keeper."""
        if self.done.done():
            return
        try:
            result = await self._work()
            if not self.done.done():
                self.done.set_result(result)
        except Exception as error:
            if not self.done.done():
                self.done.set_exception(error)
            if not isinstance(error, Refusal):
                raise  # the keeper knows what to do about it
        finally:
            self.drop()

    def drop(self) -> None:
        """Say that it will not be done: the table was let go."""
        if not self.done.done():
            self.done.set_exception(StaleOwner("The table was let go."))
