"""Health and metrics."""

from pathlib import Path

import httpx

from ludoteca import __version__, games
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Say
from ludoteca.protocol.to_client import Refused
from tests.server.failing_store import open_failing
from tests.server.live import arrive, running


async def test_health_and_metrics_tell_what_goes_on(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        ada = await arrive(server.address, "Ada")
        health = (await browser.get("/health")).json()
        assert health == {
            "status": "up",
            "store": True,
            "bus": True,
            "tables": 0,
            "sockets": 1,
            "version": __version__,
        }
        metrics = (await browser.get("/metrics")).text
        assert "ludoteca_sockets 1.0" in metrics
        assert 'ludoteca_messages_total{type="Hello"} 1.0' in metrics
        assert "Ada" not in metrics
        await ada.close()


async def test_a_disk_that_takes_only_small_things_is_told_to_monitoring(tmp_path: Path) -> None:
    store = await open_failing(tmp_path)
    async with (
        running(tmp_path, store=store) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game=games.names()[-1]))
        assert "ludoteca_store_up 1.0" in (await browser.get("/metrics")).text
        store.full = True
        refused = await ada.client.send(Say(request=1, match=match, text="hello"))
        assert isinstance(refused, Refused)
        assert store.is_up  # small things can be saved
        assert "ludoteca_store_up 0.0" in (await browser.get("/metrics")).text
        store.full = False
        await ada.close()


async def test_metrics_can_be_hidden(tmp_path: Path) -> None:
    async with (
        running(tmp_path, metrics=False) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        assert (await browser.get("/metrics")).status_code == 404
