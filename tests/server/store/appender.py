"""A process that appends to several tables at once and tells each number once it is stored.

`python appender.py PLACE [early]`: with `early` it tells before it stores, which must be noticed.
"""

import asyncio
import sys
import time

from ludoteca.server.store import Store, open_store
from ludoteca.server.store.values import Entry, Summary

TABLES = 6

SUMMARY = Summary("playing", "chess", True, b"[]")


async def play(store: Store, match: str, early: bool) -> None:
    """Append for ever."""
    now = time.time()
    if await store.find_table(match) is None:
        await store.open_table(match, "appender", now, [], SUMMARY)
    epoch = await store.claim(match, "appender", now)
    assert epoch
    number = len(await store.read_log(match))
    while True:
        number += 1
        if early:
            print(match, number, flush=True)
            await asyncio.sleep(0.05)
        body = b'{"number":%d}' % number
        entries = [Entry(number, "move", body, now, number, f"id{number}")]
        await store.append(match, epoch, number - 1, entries, SUMMARY)
        if not early:
            print(match, number, flush=True)


async def main(place: str, early: bool) -> None:
    """Play at all tables."""
    store = await open_store(place)
    await store.beat("appender", "nowhere", time.time(), 60)
    await asyncio.gather(*(play(store, f"m{number}", early) for number in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], "early" in sys.argv))
