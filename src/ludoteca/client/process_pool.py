"""Work in processes of their own: a bot's thought beside the screen, a tournament on all cores.

A thread would do for a thought, were it not that reading compiled kernels and interpreted search
hold the interpreter that has to answer the next key.
"""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from queue import LifoQueue
from typing import IO, Any, Self, TypeVar

T = TypeVar("T")

TIMEOUT = 5
"""Seconds that a worker has to leave by itself."""


class WorkerGone(RuntimeError):
    """The process that did the work has ended."""


class ProcessPool:
    """Some processes that call functions, one each at a time; they start when first needed.

    The worker used last is asked first: it has read already what the next call needs.
    """

    def __init__(
        self, workers: int, prepare: Callable[[], object] | None = None, nice: int = 0
    ) -> None:
        """Take how many may work at once, what each does first, and how far they yield to us."""
        self._free: LifoQueue[_PoolWorker] = LifoQueue()
        self._workers = [_PoolWorker(prepare, nice) for _ in range(workers)]
        for worker in self._workers:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="pool")

    def __enter__(self) -> Self:
        """Use it for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Call a function of a module with what can be pickled, when a worker is free."""
        return self._threads.submit(self._call, function, arguments)

    def results(self, function: Callable[..., T], calls: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """Call a function again and again; results come as they are ready, calls are taken late."""
        waiting: set[Future[T]] = set()
        for arguments in calls:
            waiting.add(self.submit(function, *arguments))
            if len(waiting) >= 2 * len(self._workers):
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        yield from (future.result() for future in waiting)

    async def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function and wait for it; what it raises is raised here."""
        task = asyncio.current_task()
        try:
            return await asyncio.wrap_future(self.submit(function, *arguments))
        except asyncio.CancelledError:
            if task is None or task.cancelling():
                raise
            raise WorkerGone("the pool was closed") from None  # before its turn came

    def _call(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
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

    def __init__(self, prepare: Callable[[], object] | None, nice: int) -> None:
        self._first = pickle.dumps(sys.path) + pickle.dumps((nice, prepare))
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def call(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        asked = pickle.dumps((function, arguments))
        if self._process is not None and self._process.poll() is not None:
            self.stop()  # it ended between two calls, which is no fault of this one
        if self._process is None:
            self._process = self._start()
            asked = self._first + asked
        process = self._process
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
        return subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import work; work()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # keys and signals of the terminal are not for it
        )

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.terminate()
            try:
                process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
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
            process.terminate()


def work() -> None:
    """Call what comes in until nobody asks any more: what a worker runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not come between the answers
    sys.path[:] = pickle.load(questions)  # before anything that has to be found there
    nice, prepare = pickle.load(questions)
    with suppress(AttributeError, OSError):
        os.nice(nice)
    _answer(questions, answers, prepare)


def _answer(questions: IO[bytes], answers: IO[bytes], prepare: Callable[[], object] | None) -> None:
    while True:
        try:
            function, arguments = pickle.load(questions)
        except EOFError:
            return
        try:
            if prepare is not None:
                prepare()
                prepare = None
            answer = pickle.dumps((True, function(*arguments)))
        except Exception as error:  # whatever it is, the other side decides what to do
            answer = pickle.dumps((False, error))
        answers.write(answer)
        answers.flush()
