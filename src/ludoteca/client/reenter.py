"""The way back to one's tables after a lost connection: each is entered again, until one is in."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator, Sequence

from ludoteca.protocol.to_client import Answer, Refused

PASSING = frozenset({"store_away", "busy", "too_fast", "fault"})
"""Codes of refusals that are not about the table: a little later the same may be taken."""

AT_ONCE = 5
"""Number of tables entered in one batch."""

A_SECOND = 4.0
"""Tables entered per second after that: the server takes a few messages a second from one user."""

RETRY = 0.5
"""Seconds until a table is tried again that can't be entered now."""


class Return:
    """The tables one wants to be at, and is not yet, over one connection."""

    def __init__(
        self, numbers: Iterator[int], enter: Callable[[str, int], Awaitable[None]]
    ) -> None:
        """Take numbers for requests, and what asks to enter a table with one of them."""
        self._numbers, self._enter = numbers, enter
        self._outside: set[str] = set()
        self._asked: dict[int, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_over(self) -> bool:
        """Return whether every table was entered again."""
        return not self._outside

    async def begin(self, matches: Sequence[str]) -> None:
        """Enter tables again: some at once, the others little by little."""
        self._outside.update(matches)
        for match in matches[:AT_ONCE]:
            await self._ask(match)
        for number, match in enumerate(matches[AT_ONCE:], 1):
            self._later(match, number / A_SECOND)

    def again(self, matches: Sequence[str]) -> None:
        """Enter tables again in which something was missed."""
        self._outside.update(matches)
        for number, match in enumerate(matches):
            self._later(match, max(0, number - AT_ONCE) / A_SECOND)

    def hear(self, answer: Answer) -> str | None:
        """Take an answer; give the table that can't be entered any more, if it says so."""
        match = self._asked.pop(answer.request, None)
        if match is None or match not in self._outside:
            return None
        if isinstance(answer, Refused) and answer.code in PASSING:
            pause = max(RETRY, len(self._outside) / A_SECOND)
            self._later(match, pause * random.uniform(1.0, 1.5))
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
