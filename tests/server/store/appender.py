"""A process that appends to several tables at once and tells each number once it is stored.

`python appender.py PLACE [early]`: with `early` it tells before it stores, which must be noticed.
"""

import asyncio
import sys
import time

from ludoteca.server.store import Store, open_store
from ludoteca.server.store.values import LogEntry, TableSummary

TABLES = 6

SUMMARY = TableSummary("playing", "chess", True, b"[]")


async def play(store: Store, match: str, early: bool) -> None:
    """Append for ever."""
    now = time.time()
    if await store.tables.find_table(match) is None:
        await store.tables.open_table(match, "appender", now, [], SUMMARY)
    epoch = await store.owners.claim(match, "appender", now)
    assert epoch
    number = len(await store.tables.read_log(match))
    while True:
        number += 1
        if early:
            print(match, number, flush=True)
            await asyncio.sleep(0.05)
        body = b'{"number":%d}' % number
        entries = [LogEntry(number, "move", body, now, number, f"id{number}")]
        await store.tables.append(match, epoch, number - 1, entries, SUMMARY)
        if not early:
            print(match, number, flush=True)


async def main(place: str, early: bool) -> None:
    """Play at all tables."""
    store = await open_store(place)
    await store.owners.beat("appender", "nowhere", time.time(), 60)
    await asyncio.gather(*(play(store, f"m{number}", early) for number in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], "early" in sys.argv))
