"""Work in a process of its own: answers, errors, ends, and what is printed beside them."""

import asyncio
import math
import os
import time
from collections.abc import Iterator

import psutil
import pytest

from ludoteca.client.process_pool import ProcessPool, WorkerGone
from tests.client.killing import kill_and_wait


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPool]:
    """Open one for all tests: a process takes a moment to start."""
    opened = ProcessPool(1)
    yield opened
    opened.close()


async def test_it_works_in_another_process(pool: ProcessPool) -> None:
    assert await pool.call(math.hypot, 3, 4) == 5
    assert await pool.call(os.getpid) != os.getpid()


async def test_what_is_raised_there_is_raised_here(pool: ProcessPool) -> None:
    with pytest.raises(ZeroDivisionError):
        await pool.call(divmod, 1, 0)
    assert await pool.call(divmod, 7, 2) == (3, 1)


async def test_what_is_printed_does_not_come_between_the_answers(pool: ProcessPool) -> None:
    await pool.call(print, "not an answer")
    assert await pool.call(abs, -2) == 2


async def test_a_new_worker_follows_one_that_has_ended(pool: ProcessPool) -> None:
    first = await pool.call(os.getpid)
    with pytest.raises(WorkerGone):
        await pool.call(os._exit, 1)
    assert await pool.call(os.getpid) != first


async def test_a_worker_that_ended_between_two_calls_is_replaced_unnoticed(
    pool: ProcessPool,
) -> None:
    first = await pool.call(os.getpid)
    kill_and_wait(psutil.Process(first))
    assert await pool.call(os.getpid) != first


async def test_closing_does_not_wait_for_the_work() -> None:
    pool = ProcessPool(1)
    await pool.call(abs, 1)
    sleeping = asyncio.create_task(pool.call(time.sleep, 600))
    await asyncio.sleep(0)
    await asyncio.to_thread(pool.close)
    with pytest.raises(WorkerGone):
        await sleeping
    with pytest.raises(WorkerGone):
        ProcessPool._call(_closed(), abs, (1,))


def _closed() -> ProcessPool:
    pool = ProcessPool(1)
    pool.close()
    return pool
