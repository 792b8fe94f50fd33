"""Notices that the whole process stood still: a laptop slept, a machine was held or moved.

That is our fault, not that of anybody who plays; so the time of it counts for nobody.
"""

import asyncio
import time
from collections.abc import Callable

from ludoteca.server.logs import log

EVERY = 1.0
"""Seconds between two beats."""

STILL = 5.0
"""Seconds without a beat after which the process did not just have much to do: it stood still."""


class Pulse:
    """Beats as long as the process runs."""

    def __init__(self, clock: Callable[[], float], wall: Callable[[], float] = time.time) -> None:
        """Take the clock of the house, and the one on the wall, which nobody sets in a test."""
        self._clock, self._wall = clock, wall
        self._at = wall()
        self.stood = (0.0, 0.0)
        """Since when and until when it stood still, the last time."""

    def beat(self) -> None:
        """Look at the clock; if too much has passed since the last look, nobody could look."""
        now = self._wall()
        gap, self._at = now - self._at, now
        if gap > STILL:
            until = self._clock()
            self.stood = (until - gap, until)
            log.warning("stood_still", seconds=round(gap, 1))

    async def run(self) -> None:
        """Beat for ever."""
        while True:
            await asyncio.sleep(EVERY)
            self.beat()
