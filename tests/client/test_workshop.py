"""Work in a process of its own: answers, errors, ends, and what is printed beside them."""

import asyncio
import math
import os
import time
from collections.abc import Iterator

import pytest

from ludoteca.client.workshop import WorkerGone, Workshop


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    """Open one for all tests: a process takes a moment to start."""
    opened = Workshop(1)
    yield opened
    opened.close()


async def test_it_works_in_another_process(workshop: Workshop) -> None:
    assert await workshop.call(math.hypot, 3, 4) == 5
    assert await workshop.call(os.getpid) != os.getpid()


async def test_what_is_raised_there_is_raised_here(workshop: Workshop) -> None:
    with pytest.raises(ZeroDivisionError):
        await workshop.call(divmod, 1, 0)
    assert await workshop.call(divmod, 7, 2) == (3, 1)


async def test_what_is_printed_does_not_come_between_the_answers(workshop: Workshop) -> None:
    await workshop.call(print, "not an answer")
    assert await workshop.call(abs, -2) == 2


async def test_a_new_worker_follows_one_that_has_ended(workshop: Workshop) -> None:
    first = await workshop.call(os.getpid)
    with pytest.raises(WorkerGone):
        await workshop.call(os._exit, 1)
    assert await workshop.call(os.getpid) != first


async def test_closing_does_not_wait_for_the_work() -> None:
    workshop = Workshop(1)
    await workshop.call(abs, 1)
    sleeping = asyncio.create_task(workshop.call(time.sleep, 600))
    await asyncio.sleep(0)
    await asyncio.to_thread(workshop.close)
    with pytest.raises(WorkerGone):
        await sleeping
    with pytest.raises(WorkerGone):
        Workshop._call(_closed(), abs, (1,))


def _closed() -> Workshop:
    workshop = Workshop(1)
    workshop.close()
    return workshop
