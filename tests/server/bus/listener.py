"""An ear for tests: what was heard, and a way to wait for it without sleeping."""

import asyncio

TIMEOUT = 60.0
"""Seconds until a test gives up on what should come at once."""


class Ear:
    """Collects hints."""

    def __init__(self) -> None:
        self.hints: list[tuple[str, int]] = []
        self._new = asyncio.Event()

    def __call__(self, topic: str, number: int) -> None:
        """Hear a hint."""
        self.hints.append((topic, number))
        self._new.set()

    async def wait_for(self, topic: str, number: int) -> None:
        """Wait until a hint was heard."""
        async with asyncio.timeout(TIMEOUT):
            while (topic, number) not in self.hints:
                self._new.clear()
                await self._new.wait()
