"""The application put together: every part of the API is there."""

from pathlib import Path

import httpx

from ludoteca.client.http import ask
from tests.server.live import running


async def test_every_part_is_mounted_and_described(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        schema = await ask(server.address, "/api/schema/openapi.json")
        tags = {
            tag
            for path in schema["paths"].values()
            for operation in path.values()
            for tag in operation["tags"]
        }
        assert tags == {"people", "lobby", "matches", "care"}
        assert schema["openapi"].startswith("3.1")


async def test_an_address_names_all_its_methods(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        for path, methods in (
            ("/api/me", "GET, OPTIONS, PATCH"),
            ("/api/me/tokens", "GET, OPTIONS, POST"),
            ("/api/guest", "OPTIONS, POST"),
        ):
            answer = await browser.options(path)
            assert (answer.status_code, answer.headers["allow"]) == (204, methods)


async def test_a_number_is_not_taken_for_yes_or_no(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        for bearer, status in ((0, 400), (1, 400), ("no", 400), (False, 201), (True, 201)):
            answer = await browser.post("/api/guest", json={"name": "Ada", "bearer": bearer})
            assert answer.status_code == status, bearer


async def test_the_bounds_of_a_seat_are_described(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        schema = await ask(server.address, "/api/schema/openapi.json")
        asked = schema["paths"]["/api/matches/{match}/replay"]["get"]["parameters"]
        (seat,) = [one["schema"] for one in asked if one["name"] == "seat"]
        assert (seat["exclusiveMinimum"], seat["maximum"]) == (-1, 9)
