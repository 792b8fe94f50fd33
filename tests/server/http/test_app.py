"""The application put together: every part of the API is there."""

from pathlib import Path

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
