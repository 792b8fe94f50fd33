"""The clock of tables; it notices that the whole process stood still: a laptop slept, say.

That is not the fault of any player, so the time of it counts for nobody.
"""

import asyncio
import time
from collections.abc import Callable

from ludoteca.server.logs import log

EVERY = 1.0
"""Seconds between two beats."""

STILL = 5.0
"""Seconds without a beat after which the process did not just have much to do: it stood still."""


class StallDetector:
    """Tells the time, and when the process last stood still."""

    def __init__(self, clock: Callable[[], float], wall: Callable[[], float] = time.time) -> None:
        """`clock` drives deadlines; `wall` is real time, used to detect stalls."""
        self._clock, self._wall = clock, wall
        self._at = wall()
        self.stood = (0.0, 0.0)
        """Since when and until when it stood still, the last time."""

    def now(self) -> float:
        """Return the time that deadlines go by."""
        return self._clock()

    def last_stall(self) -> tuple[float, float]:
        """Look at the clock; return since when and until when the process last stood still."""
        self.beat()
        return self.stood

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
