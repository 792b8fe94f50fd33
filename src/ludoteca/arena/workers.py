"""Where a tournament runs: in this process, on a pool of processes, or on a Ray cluster.

All three play the same deals; only the order in which results come in differs.
"""

import atexit
import importlib
import importlib.util
import os
import signal
import socket
import traceback
import warnings
from collections import Counter, deque
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import ludoteca
from ludoteca.arena.runner import MatchRunner
from ludoteca.arena.tournament import Task, TournamentPlan
from ludoteca.client.process_pool import ProcessPool, WorkerGone
from ludoteca.core.errors import LudotecaError, UsageError

MOST_DEATHS = 3
"""Number of workers that may die during a deal before it is given up."""

GONE_SECONDS = 3.0
"""Seconds in which a cluster must take a connection."""

CLIENT_PORT = "10001"
"""Where Ray takes clients (ray://HOST) unless another port is given."""

PLACES = "local, pool, ray or ray://ADDRESS"


class TaskPlayer(Protocol):
    """What plays the tasks of a plan in one process."""

    def play(self, task: Task) -> Any:
        """Play one task; the answer must pickle."""

    def close(self) -> None:
        """Leave nothing behind."""


class OpenPlan(Protocol):
    """Work other than a tournament that can be cut into tasks, such as matches to learn from.

    It pickles, and equal plans have equal hashes.
    """

    def __hash__(self) -> int:
        """Return the same number for equal plans."""

    def open(self) -> TaskPlayer:
        """Make ready to play, in the process that will."""

    def name_of(self, task: Task) -> str:
        """Name a task for a person."""


Plan = TournamentPlan | OpenPlan


class Runner(Protocol):
    """Somewhere to play."""

    def play(self, plan: Plan, tasks: Iterable[Task]) -> Generator[Any, None, None]:
        """Play the tasks, each taken only when there is room for it; give results as they come.

        Closing the generator ends the work.
        """


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def choose_runner(place: str, jobs: int | None) -> Runner:
    """Read where to run.

    >>> choose_runner("local", None)
    Here()
    """
    if place == "local":
        return Here()
    if place == "pool":
        return WorkerPool(jobs or cores())
    if place == "ray" or (place.startswith("ray://") and place != "ray://"):
        if importlib.util.find_spec("ray") is None:  # an optional extra
            raise UsageError("a Ray cluster needs Ray: pip install 'ludoteca[ray]'")
        return Cluster(None if place == "ray" else place, jobs)
    raise UsageError(f"--on {place!r}: it can be {PLACES}")


class Here:
    """This process."""

    def __repr__(self) -> str:
        """Show what it is."""
        return "Here()"

    def play(self, plan: Plan, tasks: Iterable[Task]) -> Generator[Any, None, None]:
        """Play one deal after the other."""
        table = opened(plan)
        try:
            for task in tasks:
                yield table.play(task)
        finally:
            table.close()


class WorkerPool:
    """Processes on this machine; one that dies is replaced, and its deal is played again."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def play(self, plan: Plan, tasks: Iterable[Task]) -> Generator[Any, None, None]:
        """Play on all processes."""
        again, source = deque[Task](), iter(tasks)
        deaths: Counter[Task] = Counter()
        busy: dict[Future[Any], Task] = {}
        with ProcessPool(self.jobs, partial(_prepare, plan)) as pool:
            while True:
                while len(busy) < self.jobs:
                    task = again.popleft() if again else next(source, None)
                    if task is None:
                        break
                    busy[pool.submit(attempt, plan, task)] = task
                if not busy:
                    return
                for future in wait(busy, return_when=FIRST_COMPLETED).done:
                    task = busy.pop(future)
                    try:
                        answer = future.result()
                    except WorkerGone:
                        again.append(task)
                        deaths[task] += 1
                        _refuse_hopeless(plan, task, deaths[task])
                        continue
                    yield _unwrapped(answer)


def _prepare(plan: Plan) -> None:
    """End external bots with this process, also when it is told to stop in the middle of a deal."""
    signal.signal(signal.SIGTERM, _leave)
    atexit.register(_close_table, plan)


def _close_table(plan: Plan) -> None:
    if _table.cache_info().currsize:
        _table(plan).close()


def _leave(*_: object) -> None:
    raise SystemExit


def opened(plan: Plan) -> TaskPlayer:
    """Make ready to play a plan in this process."""
    return MatchRunner(plan) if isinstance(plan, TournamentPlan) else plan.open()


@cache
def _table(plan: Plan) -> TaskPlayer:
    """Return the table of this process."""
    return opened(plan)


def attempt(plan: Plan, task: Task) -> Any:
    """Play a deal, in a worker; what goes wrong is handed back."""
    try:
        return _table(plan).play(task)
    except LudotecaError as error:
        return error
    except Exception:
        return RuntimeError(traceback.format_exc())


def _unwrapped(answer: Any) -> Any:
    if isinstance(answer, Exception):
        raise answer
    return answer


def _refuse_hopeless(plan: Plan, task: Task, deaths: int) -> None:
    if deaths >= MOST_DEATHS:
        raise LudotecaError(
            f"{plan.name_of(task)}: {deaths} workers died while playing it", "worker"
        )


def refuse_if_gone(address: str) -> None:
    """Refuse a cluster at whose address nobody listens: Ray itself would try for minutes."""
    place = address.removeprefix("ray://").partition("/")[0]
    host, colon, port = place.rpartition(":")
    if not colon or not port.isdecimal():
        if not address.startswith("ray://"):
            return  # auto, local: Ray finds out at once
        host, port = place.removesuffix(":"), CLIENT_PORT
    try:
        socket.create_connection((host.strip("[]"), int(port)), GONE_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise UsageError(f"no Ray cluster answers at {address}: {error}") from error


class Cluster:
    """A Ray cluster: at an address, at the one in RAY_ADDRESS, or else one of our own, here."""

    def __init__(self, address: str | None, jobs: int | None) -> None:
        """Take where it is, and how many deals may be under way there at once."""
        self.address = address
        self.jobs = jobs

    def play(self, plan: Plan, tasks: Iterable[Task]) -> Generator[Any, None, None]:
        """Play on all the cluster's processors; Ray itself repeats what a dead worker had."""
        refuse_if_gone(self.address or os.environ.get("RAY_ADDRESS", ""))
        ray: Any = importlib.import_module("ray")  # takes seconds, so only where a cluster answers
        self._connect(ray)
        try:
            play = ray.remote(num_cpus=1, max_retries=MOST_DEATHS)(attempt)
            room = self.jobs or 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            source, busy = iter(tasks), dict[Any, Task]()
            while True:
                for task in islice(source, room - len(busy)):
                    busy[play.remote(plan, task)] = task
                if not busy:
                    return
                for reference in ray.wait(list(busy))[0]:
                    task = busy.pop(reference)
                    try:
                        answer = ray.get(reference)
                    except ray.exceptions.RayError as error:
                        name = plan.name_of(task)
                        raise LudotecaError(f"{name} failed on Ray: {error}") from error
                    yield _unwrapped(answer)
        finally:
            ray.shutdown()

    def _connect(self, ray: Any) -> None:
        """Start or find the cluster; one that is elsewhere gets our code with the work."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        quiet: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
        if self.address is None:
            own = {"address": "local", "num_cpus": self.jobs, "include_dashboard": False}
            ray.init(**quiet, **({} if "RAY_ADDRESS" in os.environ else own))
            return
        code = {"py_modules": [str(Path(ludoteca.__file__).parent)]}
        try:
            with warnings.catch_warnings(action="ignore"):  # the error says the same
                ray.init(self.address, runtime_env=code, **quiet)
        except (ConnectionError, ImportError, ValueError) as error:
            reason = str(error).splitlines()[0]
            raise UsageError(
                f"no Ray cluster can be used at {self.address}: {reason}"
                " (one that wants a token finds it in RAY_AUTH_TOKEN)"
            ) from error
