"""Bad clients in a process of their own, so that only the server can pass their harm on.

    python -m tests.server.bad_clients ADDRESS MATCH

Each comes back as soon as the server has had enough of it. They say "here" on standard output when
all of them are at it, and go when standard input ends.
"""

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from websockets.exceptions import WebSocketException

from ludoteca.client.http import come_in
from tests.server.raw_socket import RawSocket

STALLED, FLOODING = 4, 4


async def stall(address: str, token: str, match: str) -> RawSocket:
    """Watch a table, but read nothing any more; the network buffers hold little."""
    raw = await RawSocket.open(address, token)
    await raw.greet()
    await raw.ask(type="enter", request=2, match=match)
    raw.socket.transport.pause_reading()
    inner = raw.socket.transport.get_extra_info("socket")
    inner.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    return raw


async def stall_and_ask(address: str, token: str, match: str) -> None:
    """Ask for the table again and again on top, and read no answer."""
    raw = await stall(address, token, match)
    number = 3
    while not raw.socket.transport.is_closing():
        await raw.say(type="enter", request=number, match=match)
        number += 1
        await asyncio.sleep(0.1)


async def flood(address: str, token: str) -> int:
    """Send as much as one can, until the server has had enough; give its close code."""
    raw = await RawSocket.open(address, token)
    await raw.greet()
    code = asyncio.create_task(raw.close_code())
    number = 2
    with suppress(WebSocketException):
        while True:
            await raw.say(type="watch_lobby", request=number)
            number += 1
            await asyncio.sleep(0)
    return await code


async def for_ever(work: Callable[[], Awaitable[object]]) -> None:
    """Do it again and again, whatever comes of it."""
    while True:
        with suppress(WebSocketException, OSError, TimeoutError):
            await work()
        await asyncio.sleep(0.1)


async def main(address: str, match: str) -> None:
    """Be bad until standard input ends."""
    tokens = [await come_in(address, f"Bad {n}") for n in range(STALLED + FLOODING)]
    stalling = [partial(stall_and_ask, address, token, match) for token in tokens[:STALLED]]
    flooding = [partial(flood, address, token) for token in tokens[STALLED:]]
    works: list[Callable[[], Awaitable[object]]] = [*stalling, *flooding]
    tasks = [asyncio.create_task(for_ever(work)) for work in works]
    print("here", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
