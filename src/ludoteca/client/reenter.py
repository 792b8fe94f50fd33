"""Re-enters tables after a reconnect, by the policy of `protocol.reconnect`."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence

from ludoteca.protocol.reconnect import MARGIN, pause_after
from ludoteca.protocol.to_client import Answer, Pace, Refused

ENTERING = 0.25
"""The share of the server's burst for entering tables; the rest is for other messages."""


class Return:
    """The tables one wants to be at, and is not yet, over one connection."""

    def __init__(
        self, numbers: Iterator[int], enter: Callable[[str, int], Awaitable[None]]
    ) -> None:
        """Take numbers for requests, and what asks to enter a table with one of them."""
        self._numbers, self._enter = numbers, enter
        self._pace: Pace | None = None
        self._outside: set[str] = set()
        self._asked: dict[int, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_over(self) -> bool:
        """Return whether every table was entered again."""
        return not self._outside

    async def begin(self, matches: Sequence[str], pace: Pace | None) -> None:
        """Enter tables again: some at once, the others at the pace that the server has named."""
        self._pace = pace
        self._outside.update(matches)
        for number, match in enumerate(matches):
            if pause := self._pause_for(number):
                self._later(match, pause)
            else:
                await self._ask(match)

    def again(self, matches: Sequence[str]) -> None:
        """Enter tables again in which something was missed."""
        self._outside.update(matches)
        for number, match in enumerate(matches):
            self._later(match, self._pause_for(number))

    def hear(self, answer: Answer) -> str | None:
        """Take an answer; give the table that can't be entered any more, if it says so."""
        match = self._asked.pop(answer.request, None)
        if match is None or match not in self._outside:
            return None
        if isinstance(answer, Refused) and answer.retry_after is not None:
            pause = max(answer.retry_after, self._pause_for(len(self._outside)))
            self._later(match, pause_after(pause, random.random()))
            return None
        self._outside.discard(match)
        return match if isinstance(answer, Refused) else None

    def drop(self, match: str) -> None:
        """Drop a table, or note that it was entered in another way."""
        self._outside.discard(match)

    def end(self) -> None:
        """Stop: the connection is lost."""
        self._outside.clear()
        self._asked.clear()
        for task in self._tasks:
            task.cancel()

    def _pause_for(self, number: int) -> float:
        """Return the seconds before the table with a number, from 0, may be entered."""
        if self._pace is None:
            return 0.0
        too_many = number + 1 - ENTERING * self._pace.burst
        return max(0.0, too_many / (MARGIN * self._pace.a_second))

    def _later(self, match: str, pause: float) -> None:
        task = asyncio.create_task(self._ask_after(match, pause))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask_after(self, match: str, pause: float) -> None:
        await asyncio.sleep(pause)
        await self._ask(match)

    async def _ask(self, match: str) -> None:
        if match in self._outside:
            number = next(self._numbers)
            self._asked[number] = match
            await self._enter(match, number)
