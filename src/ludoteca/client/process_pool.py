"""Work in a process of its own: whatever bots think, the screen answers at once.

A thread would do, were it not that reading compiled kernels and interpreted search hold the
interpreter that has to answer the next key.
"""

import asyncio
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import LifoQueue
from typing import IO, Any, TypeVar

T = TypeVar("T")

BEHIND = 5
"""How far the workers yield to the process that draws the screen (`nice`)."""


class WorkerGone(RuntimeError):
    """The process that did the work has ended."""


class ProcessPool:
    """Some processes that call functions, one each at a time; they start when first needed.

    The worker used last is asked first: it has read already what the next call needs.
    """

    def __init__(self, workers: int) -> None:
        """Take how many may work at once."""
        self._free: LifoQueue[_PoolWorker] = LifoQueue()
        self._workers = [_PoolWorker() for _ in range(workers)]
        for worker in self._workers:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="pool")

    async def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function of a module with what can be pickled; what it raises is raised here."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        try:
            found: T = await loop.run_in_executor(self._threads, self._call, function, arguments)
        except asyncio.CancelledError:
            if task is None or task.cancelling():
                raise
            raise WorkerGone("the pool was closed") from None  # before its turn came
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
        for worker in self._workers:
            worker.stop()


class _PoolWorker:
    """One process; a new one follows if it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        asked = pickle.dumps((function, arguments))
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(asked)
            process.stdin.flush()
            worked, found = pickle.load(process.stdout)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError) as error:
            self.stop()
            raise WorkerGone("the process that did the work has ended") from error
        if not worked:
            raise found
        return found

    def _start(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise WorkerGone("the pool is closed")
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import work; work()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # keys and signals of the terminal are not for it
        )
        return self._process

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for line in (process.stdin, process.stdout):
                with suppress(OSError):
                    line.close()  # type: ignore[union-attr]  # both are pipes

    def end(self) -> None:
        """End the wait of everyone who waits for an answer."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()


def work() -> None:
    """Call what comes in until nobody asks any more: what a worker runs."""
    with suppress(AttributeError, OSError):
        os.nice(BEHIND)
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not come between the answers
    _answer(questions, answers)


def _answer(questions: IO[bytes], answers: IO[bytes]) -> None:
    while True:
        try:
            function, arguments = pickle.load(questions)
        except (EOFError, KeyboardInterrupt):
            return
        try:
            answer = pickle.dumps((True, function(*arguments)))
        except Exception as error:  # whatever it is, the other side decides what to do
            answer = pickle.dumps((False, error))
        answers.write(answer)
        answers.flush()
