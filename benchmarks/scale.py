"""How far one machine goes: `python -m benchmarks.scale [PART …]`, all parts in about 12 minutes.

load     `ludoteca load` against 1, 2 and 4 processes on PostgreSQL and Valkey
asleep   memory of a server with 10,000 tables in the middle of correspondence matches
waking   how long others wait while a table with 200,000 log entries is loaded
experts  how long people wait for their bot when 8 experts think at once

PostgreSQL and Valkey come from the packages that the tests use. `--processes`, `--tables`,
`--seconds` and `--moves` make it smaller. Nothing else should run
meanwhile: clients and servers share the machine.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
import urllib.request
from contextlib import closing
from pathlib import Path

from ludoteca import games
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import AskMoves, Ready
from ludoteca.server.load.measure import measure
from ludoteca.server.load.plan import LoadPlan
from ludoteca.server.load.processes import ServerProcess, several
from ludoteca.server.serve import DATABASE
from tests.server.live import Person, arrive, running
from tests.server.services import PostgresService, ValkeyService
from tests.server.sleepers import put_to_sleep

PROCESSES = (1, 2, 4)
SLEEPING = 10_000
EXPERTS = 8
LONG_LOG = 200_000


def say(text: str) -> None:
    """Tell how it goes."""
    print(text, file=sys.stderr, flush=True)


def load(tables: int, seconds: float, several_processes: list[int]) -> None:
    """Print a row for each number of processes."""
    postgres, valkey = PostgresService(), ValkeyService()
    print("| processes | tables | moves/s | p50 | p99 | server's work a move | kept | passed at |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    try:
        for processes in several_processes:
            plan = LoadPlan(
                tables=tables,
                sockets=3 * tables,
                seconds=seconds,
                processes=processes,
                database=postgres.make_database(),
                redis=valkey.url,
            )
            found = measure(plan, say)
            assert found.knee is not None
            good = f"{found.knee.good:,.0f}"
            bad = "not reached" if found.knee.bad is None else f"{found.knee.bad:,.0f}"
            print(
                f"| {processes} | {tables:,} | {found.moves.a_second:,.0f} | {found.moves.p50} ms"
                f" | {found.moves.p99} ms | {found.server_ms} ms | {good} | {bad} |",
                flush=True,
            )
    finally:
        valkey.close()
        postgres.close()


def asleep(tables: int) -> None:
    """Print the memory of a server all of whose tables sleep."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-asleep-") as name:
        folder = Path(name)
        say(f"{tables:,} tables are put to sleep")
        asyncio.run(put_to_sleep(folder, tables))
        began = time.perf_counter()
        with several(folder) as (server,):
            while _awake(server) or not _taken(folder):
                time.sleep(0.2)
            took = time.perf_counter() - began
            room = (folder / DATABASE).stat().st_size / tables / 1024
            print(
                f"{tables:,} tables asleep: {server.memory() / 2**20:.0f} MB, after {took:.1f} s;"
                f" {room:.1f} KiB of disk a table"
            )


def _awake(server: ServerProcess) -> int:
    with urllib.request.urlopen(f"http://{server.address}/metrics") as answer:
        text = answer.read().decode()
    return int(float(text.partition("\nludoteca_tables ")[2].split()[0]))


def _taken(folder: Path) -> bool:
    """Return whether the server has looked at every table."""
    with closing(sqlite3.connect(folder / DATABASE)) as data:
        [(lowest,)] = data.execute("SELECT min(epoch) FROM tables")
        return int(lowest) > 1


def waking(entries: int) -> None:
    """Print how long others wait while a table with a very long log is loaded."""
    with tempfile.TemporaryDirectory(prefix="ludoteca-waking-") as name:
        folder = Path(name)
        match = asyncio.run(_write_long_log(folder, entries))
        with several(folder) as (server,):
            took, waits = asyncio.run(_wake(f"http://{server.address}", match))
    late = waits[int(0.99 * len(waits))]
    print(
        f"a table with {entries:,} entries took {took:.1f} s to load; meanwhile others waited for"
        f" {len(waits)} answers, 99 of 100 within {1000 * late:.0f} ms, {1000 * waits[-1]:.0f} ms"
        " at most"
    )


async def _write_long_log(folder: Path, entries: int) -> str:
    """Leave a folder with one table, somebody at which was ready and not ready all the time."""
    async with running(folder) as server:
        person = await arrive(server.address, "Ada")
        match = await person.open_table(TableSetting(game=games.names()[0]))
        for ready in (True, False):
            await person.client.send(Ready(request=1, match=match, ready=ready))
        await person.close()
    with closing(sqlite3.connect(folder / DATABASE)) as data, data:
        names = "kind, body, at, ply, move_id"
        sql = f"SELECT {names} FROM entries WHERE match = ? ORDER BY number"
        rows = data.execute(sql, [match]).fetchall()
        pair = [row for row in rows if row[0] == "readied"][-2:]
        data.executemany(
            f"INSERT INTO entries (match, number, {names}) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                (match, number, *pair[number % len(pair)])
                for number in range(len(rows) + 1, entries + 1)
            ),
        )
        data.execute("UPDATE tables SET last = ?, wake_at = NULL", [entries])
    return match


async def _wake(address: str, match: str) -> tuple[float, list[float]]:
    """Load a table; return how long that takes, and how long others wait meanwhile."""
    comes, other = [await arrive(address, name) for name in ("Bo", "Cy")]
    await other.open_table(TableSetting(game=games.names()[-1], bots=("random",)))
    await other.be_ready()
    await other.start()
    await other.wait(lambda me: me.may_move)
    began, waits = time.perf_counter(), list[float]()
    entering = asyncio.create_task(comes.enter(match))
    while not entering.done():
        asked = time.perf_counter()
        await other.client.send(AskMoves(request=1, match=other.match, partial={}, most=1))
        waits.append(time.perf_counter() - asked)
        await asyncio.sleep(0.005)
    await entering
    took = time.perf_counter() - began
    for person in (comes, other):
        await person.close()
    return took, sorted(waits)


def experts(moves: int) -> None:
    """Print how long people wait for experts that think at the same time."""
    with (
        tempfile.TemporaryDirectory(prefix="ludoteca-experts-") as name,
        several(Path(name)) as (server,),
    ):
        waits = sorted(asyncio.run(_play_experts(f"http://{server.address}", moves)))
    middle, late = waits[len(waits) // 2], waits[int(0.9 * len(waits))]
    print(
        f"{EXPERTS} experts at once, {len(waits)} moves: p50 {middle:.2f} s, p90 {late:.2f} s,"
        f" most {waits[-1]:.2f} s"
    )


async def _play_experts(address: str, moves: int) -> list[float]:
    people = [await arrive(address, f"Guest {n}", seed=n) for n in range(EXPERTS)]
    waits: list[float] = []
    await asyncio.gather(*(_against_expert(person, moves, waits) for person in people))
    for person in people:
        await person.close()
    return waits


async def _against_expert(person: Person, moves: int, waits: list[float]) -> None:
    """Move as soon as the expert has, and note how long that took."""
    await person.open_table(TableSetting(game=games.names()[-1], bots=("expert",)))
    await person.be_ready()
    await person.start()
    await person.wait(lambda me: me.may_move or me.is_over)
    for _ in range(moves):
        if person.is_over:
            return
        await person.move()
        began = time.perf_counter()
        await person.wait(lambda me: me.may_move or me.is_over)
        waits.append(time.perf_counter() - began)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", help="load, asleep, waking, experts; none: all")
    parser.add_argument("--processes", type=int, nargs="+", default=list(PROCESSES))
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--moves", type=int, default=10)
    given = parser.parse_args()
    parts = given.parts or ["load", "asleep", "waking", "experts"]
    if "load" in parts:
        load(given.tables, given.seconds, given.processes)
    if "asleep" in parts:
        asleep(SLEEPING)
    if "waking" in parts:
        waking(LONG_LOG)
    if "experts" in parts:
        experts(given.moves)


if __name__ == "__main__":
    main()
