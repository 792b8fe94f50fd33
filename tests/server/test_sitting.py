"""Sitting down, once at a time."""

import asyncio
from pathlib import Path

import pytest

from ludoteca.server import sitting
from ludoteca.server.problem import Refusal
from tests.server.live import running


async def test_who_is_being_seated_elsewhere_waits_but_not_for_ever(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path, database_url=postgres_url) as server:
        house = server.house
        await house.store.claim_visitor("ada", "elsewhere", house.clock(), lease=60)
        with monkeypatch.context() as patch:
            patch.setattr(sitting, "PATIENCE", 0.1)
            with pytest.raises(Refusal) as refused:
                async with house.sitting.alone("ada"):
                    pass
            assert refused.value.code == "busy"
        async with house.sitting.alone("ada", everywhere=False):
            pass  # whoever owns the table sees to it

        async def seat() -> None:
            async with house.sitting.alone("ada"):
                pass

        waiting = asyncio.create_task(seat())
        await asyncio.sleep(0.1)
        assert not waiting.done()
        await house.store.release_visitor("ada", "elsewhere")
        await waiting
        assert await house.store.claim_visitor("ada", "elsewhere", house.clock(), lease=60)
