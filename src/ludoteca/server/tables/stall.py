"""The clock of tables, which notices that the whole process was suspended.

That is not the fault of any player, so the time of it counts for nobody. It also notices that the
system's clock was set back: then all deadlines move back with it.
"""

import asyncio
import time
from collections.abc import Callable

from ludoteca.server.logs import log

EVERY = 1.0
"""Seconds between two beats."""

STILL = 5.0
"""Seconds without a beat after which the process did not just have much to do: it stood still."""


LAG_EVERY = 0.02
"""Seconds between two looks at how late the event loop is."""

SET_BACK = 1.0
"""Seconds by which the system's clock must be behind for that to be noticed."""


class StallDetector:
    """Tells the time, and when the process last stood still."""

    def __init__(
        self,
        clock: Callable[[], float],
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """`clock` drives deadlines; `wall` is real time, used to detect stalls."""
        self._clock, self._wall, self._steady = clock, wall, steady
        self._at, self._steady_at = wall(), steady()
        self.stood = (0.0, 0.0)
        """Since when and until when it stood still, the last time; the first is later than the
        second where the clock was set back."""

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
        steady = self._steady()
        gap, passed = now - self._at, steady - self._steady_at
        self._at, self._steady_at = now, steady
        if gap < passed - SET_BACK:
            until = self._clock()
            self.stood = (until + passed - gap, until)
            log.warning("clock_set_back", seconds=round(passed - gap, 1))
        elif gap > STILL:
            until = self._clock()
            self.stood = (until - gap, until)
            log.warning("stood_still", seconds=round(gap, 1))

    async def run(self) -> None:
        """Beat without end."""
        while True:
            await asyncio.sleep(EVERY)
            self.beat()


async def watch_lag(note: Callable[[float], None]) -> None:
    """Note again and again by how many seconds the event loop is late: others wait for as long."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_EVERY
        await asyncio.sleep(LAG_EVERY)
        note(max(0.0, loop.time() - due))
