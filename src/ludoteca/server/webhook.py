"""Telling the host's own address whose turn it is in matches of days."""

import asyncio
import urllib.error
import urllib.request
from contextlib import suppress

import msgspec

from ludoteca.server.logs import log
from ludoteca.server.metrics import Metrics

TIMEOUT = 5.0
MOST_WAITING = 1000
TRIES = 3


class Notice(msgspec.Struct, frozen=True):
    """What the address is told."""

    match: str
    game: str
    visitor: str
    name: str
    url: str
    event: str = "your_turn"


class _Straight(urllib.request.HTTPRedirectHandler):
    """Goes where the host has said, and nowhere else."""

    def redirect_request(self, *_: object) -> None:
        """Follow no redirect: it counts as a failure."""


class Webhook:
    """Posts notices one after the other; the address is the host's, never a user's."""

    def __init__(self, url: str, metrics: Metrics) -> None:
        """Take the address; none: nothing is told."""
        self._url, self._metrics = url, metrics
        self._queue: asyncio.Queue[Notice] = asyncio.Queue(MOST_WAITING)
        self._task: asyncio.Task[None] | None = None
        self._opener = urllib.request.build_opener(_Straight)

    def start(self) -> None:
        """Begin to post."""
        if self._url:
            self._task = asyncio.create_task(self._run())

    def tell(self, notice: Notice) -> None:
        """Queue a notice; where too many wait, it is left out."""
        if self._url:
            with suppress(asyncio.QueueFull):
                self._queue.put_nowait(notice)

    async def _run(self) -> None:
        while True:
            notice = await self._queue.get()
            for attempt in range(TRIES):
                try:
                    await asyncio.to_thread(self._post, msgspec.json.encode(notice))
                except (OSError, ValueError) as error:
                    log.warning("webhook_failed", match=notice.match, error=str(error))
                    self._metrics.webhooks.labels("failed").inc()
                    await asyncio.sleep(2**attempt)
                else:
                    self._metrics.webhooks.labels("sent").inc()
                    break

    def _post(self, body: bytes) -> None:
        request = urllib.request.Request(
            self._url, body, {"content-type": "application/json", "user-agent": "ludoteca"}
        )
        try:
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                answer.read(1024)
        except urllib.error.HTTPError as error:
            error.close()
            raise

    async def close(self) -> None:
        """Stop posting."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
