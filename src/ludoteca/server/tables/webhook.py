"""Calls the host's webhook when a turn begins in a correspondence match."""

import asyncio
import time

import msgspec

from ludoteca.protocol.http_client import HttpStatus, fetch
from ludoteca.server.logs import log
from ludoteca.server.metrics import Metrics

TIMEOUT = 5.0
MOST_WAITING = 1000
TRIES = 3

AT_ONCE = 4
"""Notices under way at a time: one that meets trouble holds up no other."""

STALE = 600.0
"""Seconds after which a notice that still waits is left out: the turn may have passed."""


class Notice(msgspec.Struct, frozen=True):
    """What the address is told."""

    match: str
    game: str
    user: str
    name: str
    url: str
    event: str = "your_turn"


class Webhook:
    """Posts notices, a few at a time; the address is the host's, never a user's."""

    def __init__(self, url: str, metrics: Metrics) -> None:
        """Take the address; none: nothing is told."""
        self._url, self._metrics = url, metrics
        self._queue: asyncio.Queue[tuple[Notice, float]] = asyncio.Queue(MOST_WAITING)
        """What waits, and since when."""
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to post."""
        if self._url:
            self._tasks = [asyncio.create_task(self._run()) for _ in range(AT_ONCE)]

    def tell(self, notice: Notice) -> None:
        """Queue a notice; where too many wait, it is left out."""
        if not self._url:
            return
        try:
            self._queue.put_nowait((notice, time.monotonic()))
        except asyncio.QueueFull:
            self._leave_out(notice)

    def _leave_out(self, notice: Notice) -> None:
        log.warning("webhook_left_out", match=notice.match)
        self._metrics.webhooks.labels("left_out").inc()

    async def _run(self) -> None:
        while True:
            notice, since = await self._queue.get()
            if time.monotonic() - since > STALE:
                self._leave_out(notice)
            else:
                await self._send(notice)

    async def _send(self, notice: Notice) -> None:
        """Try to post a notice, a few times."""
        for attempt in range(TRIES):
            try:
                await asyncio.to_thread(self._post, msgspec.json.encode(notice))
            except Exception as error:  # whatever answers there, the next notice is posted
                log.warning("webhook_failed", match=notice.match, error=str(error))
                self._metrics.webhooks.labels("failed").inc()
                if attempt + 1 < TRIES:
                    await asyncio.sleep(2**attempt)
            else:
                self._metrics.webhooks.labels("sent").inc()
                return

    def _post(self, body: bytes) -> None:
        headers = {"content-type": "application/json", "user-agent": "ludoteca"}
        try:
            fetch(self._url, body, headers, timeout=TIMEOUT, by_proxy=True, most=1024)
        except HttpStatus as error:
            error.close()
            raise

    async def close(self) -> None:
        """Stop posting."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
