"""Matches of a device are added to an account: checked, once, never rated."""

from pathlib import Path
from typing import Any

import httpx

from tests.device.test_service import Page, Texts
from tests.server.live import running


async def played_on_a_device() -> str:
    """Play a match without a server; return its record."""
    page = Page(Texts())
    await page.come()
    match = await page.open(game="my_shelfie", bots=["greedy"])
    await page.play(match)
    _, saved = await page.request("GET", f"/matches/{match}/record")
    await page.leave()
    return str(saved["record"])


async def test_a_match_of_a_device_joins_the_history_and_is_never_rated(tmp_path: Path) -> None:
    record = await played_on_a_device()
    async with running(tmp_path) as server, httpx.AsyncClient(base_url=server.address) as client:

        async def send(text: str, seats: list[int]) -> tuple[int, Any]:
            answer = await client.post("/api/me/uploads", json={"record": text, "seats": seats})
            return answer.status_code, answer.json()

        assert (await send(record, [0]))[0] == 401
        await client.post("/api/guest", json={"name": "Ada"})
        assert (await send(record, [0]))[1]["code"] == "account_needed"
        made = await client.post("/api/account", json={"name": "Ada", "password": "long and odd 7"})
        assert made.status_code == 201, made.text
        status, kept = await send(record, [0])
        assert status == 201
        assert await send(record, [0]) == (201, kept)
        match = kept["match"]
        [past] = (await client.get("/api/me/matches")).json()["matches"]
        assert (past["match"], past["status"], past["seat"]) == (match, "final", 0)
        assert past["rank"] in (1, 2)
        assert (await client.get(f"/api/matches/{match}/record")).text == record
        replay = (await client.get(f"/api/matches/{match}/replay")).json()
        assert replay["lines"][-1]["kind"] == "result"
        assert (await client.get("/api/people/Ada")).json()["ratings"] == []
        # no table ran it, and nobody can wake one
        assert (await client.get("/api/me/tables")).json() == {"matches": [], "more": False}
        for text, seats in (
            (record, [7]),
            (record.replace("match: device-", "match: another-"), [0]),
            ("nonsense", [0]),
        ):
            assert (await send(text, seats))[0] in (400, 409)
