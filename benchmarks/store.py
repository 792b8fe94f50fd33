"""How many moves a second the store takes, each durable: `python benchmarks/store.py [URL]`.

Two hundred tables append one entry with its summary at a time and wait for it, as the server does.
SQLite is measured on a file in the folder where this runs, PostgreSQL if its address is given.
"""

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from ludoteca.server.store import Store, open_store
from ludoteca.server.store.values import LogEntry, TableSummary

TABLES = 200

SECONDS = 5.0

BODY = b'{"type":"moved","seat":1,"move":"take b3 b4 place 2","clock":[182.5,164.0]}'


async def play(store: Store, match: str, until: float, waits: list[float]) -> None:
    """Append to one table until the time is over; note how long each took."""
    summary = TableSummary("playing", "game", True, b'[{"name":"Ada"},{"name":"Bo"}]')
    number = 0
    while (began := time.perf_counter()) < until:
        number += 1
        entry = LogEntry(number, "moved", BODY, time.time(), number, f"{match}-{number}")
        await store.tables.append(match, 1, number - 1, [entry], summary)
        waits.append(time.perf_counter() - began)


async def measure(name: str, place: str, tables: int) -> None:
    """Print one line for a database."""
    store = await open_store(place)
    await store.owners.beat("here", "nowhere", time.time(), 3600)
    names = [f"{name}{tables}-{number}" for number in range(tables)]
    for match in names:
        summary = TableSummary("open", "game", True, b"[]")
        await store.tables.open_table(match, "here", time.time(), [], summary)
    waits: list[float] = []
    began = time.perf_counter()
    await asyncio.gather(*(play(store, match, began + SECONDS, waits) for match in names))
    taken = time.perf_counter() - began
    await store.close()
    waits.sort()
    line = {
        "database": name,
        "tables": tables,
        "appends_per_s": round(len(waits) / taken),
        "p50_ms": round(1000 * waits[len(waits) // 2], 2),
        "p99_ms": round(1000 * waits[len(waits) * 99 // 100], 2),
    }
    print(json.dumps(line), flush=True)


async def main() -> None:
    """Measure one table, then many, on both databases."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        for tables in (1, TABLES):
            await measure("sqlite", str(Path(folder) / "bench.sqlite"), tables)
    for tables in (1, TABLES) if len(sys.argv) > 1 else ():
        await measure("postgresql", sys.argv[1], tables)


if __name__ == "__main__":
    asyncio.run(main())
