"""Work beside the requests: tasks that are logged when they fail, and one thread for long work."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ludoteca.server.logs import log

T = TypeVar("T")


class Background:
    """Runs tasks until it is closed."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="background")
        self.is_ended = False
        """Whether nothing more shall be started, because the server stops."""

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Start a task; a fault in it is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task_failed", exc_info=error)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Do long work beside the event loop; one after the other."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def cancel(self) -> None:
        """Cancel all tasks."""
        self.is_ended = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def close(self) -> None:
        """End the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)
