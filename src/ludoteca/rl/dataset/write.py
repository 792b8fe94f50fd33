"""Writing a dataset: part by part, in one process or several, from wherever it was left."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from ludoteca.client.process_pool import ProcessPool
from ludoteca.rl.dataset.plan import DataPlan, Part
from ludoteca.rl.dataset.rows import Scribe
from ludoteca.rl.dataset.store import open_dataset, write_part


def write(
    plan: DataPlan, directory: Path, jobs: int, report: Callable[[int], None]
) -> tuple[int, bool]:
    """Write what is missing; return the rows written, and False if it was interrupted.

    `report` hears how many matches are there: at first those of an earlier run. Whatever is
    complete stays; the next call goes on. What is written does not depend on the number of jobs.
    """
    missing = open_dataset(directory, plan)
    done = plan.matches - sum(part.count for part in missing)
    rows = 0
    try:
        scribe = Scribe(plan)
        report(done)
        for part, count in _written(scribe, missing, directory, jobs):
            done += part.count
            rows += count
            report(done)
    except KeyboardInterrupt:
        return rows, False
    return rows, True


def _written(
    scribe: Scribe, parts: list[Part], directory: Path, jobs: int
) -> Iterator[tuple[Part, int]]:
    if jobs == 1 or len(parts) < 2:
        for part in parts:
            yield part, write_part(scribe, part, directory)
        return
    with ProcessPool(jobs, partial(_prepare, scribe.plan, directory)) as pool:
        yield from pool.results(_work, ((part,) for part in parts))


_worker: tuple[Scribe, Path] | None = None
"""What a process of the pool works with, loaded once."""


def _prepare(plan: DataPlan, directory: Path) -> None:
    global _worker  # a process of the pool has no other place
    _worker = Scribe(plan), directory


def _work(part: Part) -> tuple[Part, int]:
    assert _worker is not None
    scribe, directory = _worker
    return part, write_part(scribe, part, directory)
