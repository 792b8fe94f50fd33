"""Final matches that all their players agreed to show."""

from pathlib import Path

import httpx

from ludoteca import games
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Resign
from tests.server.live import arrive, pair, running

GAME = games.names()[-1]


async def test_a_match_is_listed_once_both_players_agreed_and_until_one_takes_it_back(
    tmp_path: Path,
) -> None:
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        ada, bo = await pair(server, TableSetting(game=GAME))
        match = ada.match
        address = f"/api/matches/{match}/showing"
        heads = [{"authorization": f"Bearer {one.client_token}"} for one in (ada, bo)]
        early = await browser.put(address, json={"agree": True}, headers=heads[0])
        assert (early.status_code, early.json()["code"]) == (409, "not_final")
        await bo.client.send(Resign(request=1, match=match))
        await ada.wait(lambda me: me.is_over)

        first = (await browser.put(address, json={"agree": True}, headers=heads[0])).json()
        assert first == {"match": match, "shown": False, "agreed": True, "waiting": 1, "mine": True}
        assert (await browser.get("/api/gallery")).json() == {"matches": [], "before": None}
        second = (await browser.put(address, json={"agree": True}, headers=heads[1])).json()
        assert second["shown"]
        [shown] = (await browser.get(f"/api/gallery?game={GAME}")).json()["matches"]
        assert shown["match"] == match
        assert sorted(shown["players"]) == ["Ada", "Bo"]
        assert len(shown["totals"]) == 2

        cleo = await arrive(server.address, "Cleo")
        stranger = {"authorization": f"Bearer {cleo.client_token}"}
        refused = await browser.put(address, json={"agree": False}, headers=stranger)
        assert (refused.status_code, refused.json()["code"]) == (403, "not_seated")
        assert not (await browser.get(address, headers=stranger)).json()["mine"]
        assert (await browser.put(address, json={"agree": False})).status_code == 401

        await browser.put(address, json={"agree": False}, headers=heads[0])
        assert (await browser.get("/api/gallery")).json()["matches"] == []
        for one in (ada, bo, cleo):
            await one.close()
