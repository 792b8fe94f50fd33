"""Flooders in a process of their own: they say as much as they can, are closed, and come again."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from ludoteca.client.entrance import come_in
from tests.server.raw import Raw

ROOT = Path(__file__).parents[2]


async def flood(address: str) -> int:
    """Say as much as one can, until the server has had enough; give its close code."""
    raw = await Raw.open(address, await come_in(address, "Flooding"))
    await raw.greet()
    code = asyncio.create_task(raw.close_code())
    number = 2
    with suppress(ConnectionClosed):
        while True:
            await raw.say(type="watch_hall", request=number)
            number += 1
            await asyncio.sleep(0)
    return await code


async def main(address: str, flooders: int) -> None:
    """Flood until standard input ends; then print every close code."""
    enough = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    codes = [await flood(address)]
    print("flooding", flush=True)

    async def again() -> None:
        while not enough.done():
            codes.append(await flood(address))

    await asyncio.gather(*(again() for _ in range(flooders)))
    print(*codes, flush=True)


@asynccontextmanager
async def flooded(address: str, flooders: int) -> AsyncIterator[list[int]]:
    """Let a server be flooded while the block lasts; the list has all close codes after it."""
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.server.flooding", address, str(flooders)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))},
        cwd=ROOT,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    codes: list[int] = []
    try:
        assert await child.stdout.readline() == b"flooding\n"
        yield codes
    finally:
        child.stdin.close()
        rest = await child.stdout.read()
        await child.wait()
    codes += map(int, rest.split())


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
