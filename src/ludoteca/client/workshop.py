"""Work in a process of its own: whatever bots think, the screen answers at once.

A thread would do, were it not that reading compiled kernels and interpreted search hold the
interpreter that has to answer the next key.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import LifoQueue
from typing import Any, TypeVar

T = TypeVar("T")

BEHIND = 5
"""By so much the workers stand back behind whoever shows the screen (`nice`)."""


class WorkerGone(RuntimeError):
    """The process that did the work has ended."""


class Workshop:
    """Some processes that call functions, one each at a time; they start when first needed.

    Whoever worked last is asked first: it has read already what the next call needs.
    """

    def __init__(self, workers: int) -> None:
        """Take how many may work at once."""
        self._free: LifoQueue[_Worker] = LifoQueue()
        self._workers = [_Worker() for _ in range(workers)]
        for worker in self._workers:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="workshop")

    async def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function of a module with what can be pickled; what it raises is raised here."""
        loop = asyncio.get_running_loop()
        found: T = await loop.run_in_executor(self._threads, self._call, function, arguments)
        return found

    def _call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        worker = self._free.get()
        try:
            return worker.call(function, arguments)
        finally:
            self._free.put(worker)

    def close(self) -> None:
        """End all processes, also in the middle of their work."""
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(wait=True, cancel_futures=True)


class _Worker:
    """One process; a new one follows if it has ended."""

    def __init__(self) -> None:
        self._line: Connection | None = None
        self._process: BaseProcess | None = None
        self._closed = False

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        line = self._line or self._start()
        try:
            line.send((function, arguments))
            worked, found = line.recv()
        except (EOFError, OSError) as error:
            self._line = None
            raise WorkerGone("the process that did the work has ended") from error
        if not worked:
            raise found
        return found

    def _start(self) -> Connection:
        if self._closed:
            raise WorkerGone("the workshop is closed")
        # Spawned: a fork of a process with threads may hang.
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        return self._line

    def end(self) -> None:
        self._closed = True
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            with suppress(OSError):
                self._line.close()


def _work(line: Connection) -> None:
    """Call what comes until nobody asks any more."""
    with suppress(AttributeError, OSError):
        os.nice(BEHIND)
    while True:
        try:
            function, arguments = line.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            answer = (True, function(*arguments))
        except Exception as error:  # whatever it is, the other side decides what to do
            answer = (False, error)
        line.send(answer)
