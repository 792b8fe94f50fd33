"""The parts of a running server, together."""

from pathlib import Path

import pytest

from ludoteca.core.errors import StoreBroken
from ludoteca.server.runtime import process_name
from ludoteca.server.settings import Settings
from ludoteca.server.tables.own import name_of
from tests.server.live import arrive, running


def test_a_process_keeps_its_name_over_a_restart() -> None:
    assert process_name(Settings()) == process_name(Settings(port=1)) == "alone"
    several = Settings(database_url="postgresql://x", port=8001)
    assert process_name(several).endswith(":8001")


async def test_the_name_of_a_player(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await arrive(server.address, "Ada")
        assert await name_of(server.runtime.store, ada.user) == ("Ada", False)
        assert await name_of(server.runtime.store, "bot:hard") == ("hard", True)
        assert await name_of(server.runtime.store, "nobody") == ("?", False)
        await ada.close()


async def test_a_broken_store_stops_the_server_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(tmp_path) as server:
        stopped: list[int] = []
        server.runtime.stop = lambda: stopped.append(1)
        for _ in range(2):
            server.runtime.broken(StoreBroken("a sync failed"))
        assert stopped == [1]
        assert "store_broken" in capsys.readouterr().err
