"""Threads that serve the event loop, taking and answering requests in batches.

To wake a thread costs more than most queries: what is asked within one turn of the event loop is
handed over at its end, all of it at once.
"""

import asyncio
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

W = TypeVar("W")


class Job(NamedTuple):
    """What somebody waits for."""

    work: Any
    future: asyncio.Future[Any]


class Worker(ABC, Generic[W]):
    """One or more threads with one queue; made in the event loop that will ask it."""

    def __init__(self, name: str, most: int, threads: int = 1) -> None:
        self._most = most
        self._loop = asyncio.get_running_loop()
        self._asked: list[Job] = []
        """What was asked in this turn of the loop."""
        self._jobs: queue.SimpleQueue[list[Job]] = queue.SimpleQueue()
        """What was handed over; an empty list ends a thread."""
        self._threads = [
            threading.Thread(target=self._run, name=name, daemon=True) for _ in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    @abstractmethod
    def _do(self, works: Sequence[W]) -> list[Any]:
        """Do works; give for each what it gave or the error it met. It runs in a thread."""

    async def do(self, work: W) -> Any:
        """Have work done, and give what it gave."""
        future = self._loop.create_future()
        if not self._asked:
            self._loop.call_soon(self._hand_over)
        self._asked.append(Job(work, future))
        return await future

    def _hand_over(self) -> None:
        asked, self._asked = self._asked, []
        for first in range(0, len(asked), self._most):
            self._jobs.put(asked[first : first + self._most])

    async def close(self) -> None:
        """Finish what waits, then end the threads."""
        self._hand_over()
        for _ in self._threads:
            self._jobs.put([])
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    def _run(self) -> None:
        goes_on = True
        while goes_on:
            jobs: list[Job] = []
            goes_on = self._take_into(jobs)
            if jobs:
                outcomes = self._do([job.work for job in jobs])
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    self._loop.call_soon_threadsafe(_tell, jobs, outcomes)

    def _take_into(self, jobs: list[Job]) -> bool:
        """Wait for a job and take all that are there by then; False after the last."""
        some = self._jobs.get()
        while some:
            jobs += some
            if len(jobs) >= self._most:
                return True
            try:
                some = self._jobs.get_nowait()
            except queue.Empty:
                return True
        return False


def _tell(jobs: Sequence[Job], outcomes: Sequence[Any]) -> None:
    for job, outcome in zip(jobs, outcomes, strict=True):
        if job.future.done():  # the waiter has gone
            continue
        if isinstance(outcome, Exception):
            job.future.set_exception(outcome)
        else:
            job.future.set_result(outcome)
