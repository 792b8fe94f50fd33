"""SeatLock down, once at a time."""

import asyncio
from pathlib import Path

import pytest

from ludoteca.server.lobby import seat_lock
from ludoteca.server.problem import ServerRefusal
from tests.server.live import running


async def test_who_is_being_seated_elsewhere_waits_but_not_for_ever(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, database_url=postgres_url) as server:
        runtime = server.runtime
        await runtime.store.owners.claim_user("ada", "elsewhere", runtime.clock(), lease=60)
        with monkeypatch.context() as patch:
            patch.setattr(seat_lock, "TIMEOUT", 0.1)
            with pytest.raises(ServerRefusal) as refused:
                async with runtime.seat_lock.hold("ada"):
                    pass
            assert refused.value.code == "busy"
        async with runtime.seat_lock.hold("ada", everywhere=False):
            pass  # the owner of the table sees to it

        async def seat() -> None:
            async with runtime.seat_lock.hold("ada"):
                pass

        waiting = asyncio.create_task(seat())
        await asyncio.sleep(0.1)
        assert not waiting.done()
        await runtime.store.owners.release_user("ada", "elsewhere")
        await waiting
        assert await runtime.store.owners.claim_user("ada", "elsewhere", runtime.clock(), lease=60)
