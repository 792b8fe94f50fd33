"""Which bus an address opens."""

import sys

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.server.bus import open_bus
from tests.server.bus.listener import Ear


async def test_without_its_driver_redis_is_refused_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "ludoteca.server.bus.redis", raising=False)
    monkeypatch.setitem(sys.modules, "redis", None)
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    with pytest.raises(UsageError, match=r"redis: pip install 'ludoteca\[scale\]'"):
        await open_bus("redis://localhost", Ear())
