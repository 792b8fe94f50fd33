"""Threads that work for the event loop: together, in order, to the end."""

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

from ludoteca.server.store.worker import Worker


class Doubler(Worker[int]):
    """Doubles numbers, and notes which it was given together."""

    def __init__(self, most: int) -> None:
        self.groups: list[list[int]] = []
        self.gate = threading.Event()
        self.gate.set()
        super().__init__("doubler", most)

    def _do(self, works: Sequence[int]) -> list[Any]:
        self.gate.wait(10)
        self.groups.append(list(works))
        return [ValueError("no") if it < 0 else 2 * it for it in works]


async def test_what_is_asked_in_one_turn_is_done_together() -> None:
    worker = Doubler(most=4)
    given = await asyncio.gather(*(worker.do(it) for it in range(10)))
    assert given == [2 * it for it in range(10)]
    assert [len(group) for group in worker.groups] == [4, 4, 2]
    await worker.close()


async def test_a_fault_belongs_to_one_alone() -> None:
    worker = Doubler(most=4)
    given = await asyncio.gather(*(worker.do(it) for it in (1, -1, 2)), return_exceptions=True)
    assert [str(it) for it in given] == ["2", "no", "4"]
    await worker.close()


async def test_who_has_gone_is_not_told_and_the_rest_is_finished() -> None:
    worker = Doubler(most=4)
    worker.gate.clear()
    gone = asyncio.create_task(worker.do(1))
    stays = asyncio.create_task(worker.do(2))
    await asyncio.sleep(0)
    gone.cancel()
    closing = asyncio.create_task(worker.close())
    await asyncio.sleep(0)
    worker.gate.set()
    await closing
    assert await stays == 4
    assert gone.cancelled()
