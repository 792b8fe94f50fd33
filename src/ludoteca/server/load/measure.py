"""Measures our server at human pace and then faster, with a bare echo server beside it."""

import asyncio
import http.client
import json
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from ludoteca import games
from ludoteca.server.load.plan import COMPARED, PAGE, LoadPlan, Times, check, times_of
from ludoteca.server.load.player import TIMEOUT
from ludoteca.server.load.players import Beat, TablePlayers
from ludoteca.server.load.processes import ServerProcess, run_echo, running, several
from ludoteca.server.memory import short_pauses
from ludoteca.server.serve import event_loop
from ludoteca.server.transport.guard import raise_file_limit

T = TypeVar("T")

GOAL = 100.0
"""Milliseconds from move to acknowledgement that 99 of 100 moves keep to."""

TURNS = 3
"""How often each kind of client has its turn in a comparison."""

HINTS_THERE, HINTS_HERE = 2, 300
"""Hints for which the server's work is measured: where it thinks, and where the page does."""

FASTER = 1.5
MOST_STEPS = 16
AT_ONCE = 20
"""Tables that are opened at once."""

MESSAGE = json.dumps({"type": "play_move", "request": 123456, "match": "k" * 12, "ply": 40}) * 2


class Knee(Struct, frozen=True, kw_only=True):
    """Where 99 of 100 moves are not acknowledged in time any more."""

    good: float
    """The most moves a second that were measured with all in time; 0: none."""
    bad: float | None
    """The first rate with too many late; None: not reached."""


class Report(Struct, frozen=True, kw_only=True):
    """What was measured."""

    plan: LoadPlan
    moves: Times
    refused: int
    echo: Times
    ratio: float
    """p99 of moves over p99 of the echo."""
    bytes_a_table: int
    bytes_a_server: int
    """Memory of the server, all its processes, with all tables."""
    server_ms: float
    load_ms: float
    """Milliseconds that a processor worked for one move at human pace: the server with all that a
    move brings along (choices shown before, frames to everybody after it), and those who play."""
    compared: dict[str, float] | None
    """The same work of the server by what clients ask: those of `COMPARED`, in turns."""
    hints_ms: tuple[float, float] | None
    """The same for one hint: where the server thinks, and where it hands the view to the page."""
    knee: Knee | None


Say = Callable[[str], None]


def measure(plan: LoadPlan, say: Say = lambda _: None) -> Report:
    """Carry out a plan; `say` hears how it goes."""
    check(plan)
    raise_file_limit()
    with tempfile.TemporaryDirectory(prefix="ludoteca-load-") as folder:
        with running(run_echo, Path(folder)) as server:
            say("the bare echo")
            echo = _run(_time_echo(plan, server))
        with several(Path(folder), plan.database, plan.redis, plan.processes) as servers:
            say(f"{plan.sockets} guests come in")
            tokens = come_in(servers[0], plan.sockets)
            return _run(_time_server(plan, servers, tokens, echo, say))


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Run as the server runs: what is timed must not be our own pauses."""
    with event_loop() as loop, short_pauses():
        return loop.run(work)


def come_in(server: ServerProcess, count: int) -> list[str]:
    """Let guests come in; give their tokens."""

    def some(numbers: range) -> list[str]:
        connection = http.client.HTTPConnection(server.address, timeout=60)
        tokens = []
        for number in numbers:
            body = json.dumps({"name": f"LoadPlayer {number}", "bearer": True})
            connection.request("POST", "/api/guest", body, {"content-type": "application/json"})
            tokens.append(str(json.load(connection.getresponse())["token"]))
        connection.close()
        return tokens

    workers = 4
    with ThreadPoolExecutor(workers) as pool:
        parts = pool.map(some, [range(start, count, workers) for start in range(workers)])
        return [token for part in parts for token in part]


async def _time_echo(plan: LoadPlan, server: ServerProcess) -> Times:
    """Send as many messages over as many sockets, at the same pace."""
    sockets: list[ClientConnection] = []
    for _ in range(plan.sockets):
        sockets.append(
            await connect(
                f"ws://{server.address}/socket", compression=None, proxy=None, ping_interval=None
            )
        )
    times: list[float] = []

    async def talk(socket: ClientConnection, start: float) -> None:
        await asyncio.sleep(start)
        while True:
            began = time.perf_counter()
            await socket.send(MESSAGE)
            await socket.recv()
            times.append(time.perf_counter() - began)
            await asyncio.sleep(plan.pace)

    speakers = sockets[: plan.tables]  # one speaks at each table; the others are there
    tasks = [
        asyncio.create_task(talk(socket, plan.pace * number / plan.tables))
        for number, socket in enumerate(speakers)
    ]
    lasted = await _wait(plan.seconds, tasks, times)
    await _stop(tasks)
    for socket in sockets:
        socket.transport.abort()
    return times_of(times, lasted)


async def _time_server(
    plan: LoadPlan, servers: list[ServerProcess], tokens: list[str], echo: Times, say: Say
) -> Report:
    beat, names = Beat(plan.pace), games.names()
    addresses = [server.address for server in servers]
    tables: list[TablePlayers] = []
    for number, people in enumerate(plan.people()):
        table = TablePlayers(names[number % len(names)], beat, plan.seed + number)
        first = number % len(addresses)
        near = [*addresses[first:], *addresses[:first]]
        await table.gather(near, [tokens.pop() for _ in range(people)])
        tables.append(table)
    empty = _memory(servers)
    say(f"{plan.tables} tables begin")
    for first in range(0, len(tables), AT_ONCE):
        await asyncio.gather(*(one.begin() for one in tables[first : first + AT_ONCE]))
    tasks = [asyncio.create_task(table.play()) for table in tables]
    try:
        await _wait(min(plan.pace, plan.seconds), tasks)  # until they are in step
        worked = _processor_time(servers), time.process_time()
        moves = await _time(beat, plan.seconds, tasks)
        server_ms = 1000 * (_processor_time(servers) - worked[0]) / moves.count
        load_ms = 1000 * (time.process_time() - worked[1]) / moves.count
        full, refused = _memory(servers), beat.refused
        say(f"at human pace: {moves.a_second:.0f} moves/s, p99 {moves.p99:.1f} ms")
        compared = await _compare(plan, beat, servers, tables, tasks) if plan.compare else None
        knee = await _find_knee(plan, beat, moves, tasks, say) if plan.step else None
        hints_ms = None
        if plan.compare:
            beat.is_last = True
            async with asyncio.timeout(TIMEOUT):
                await asyncio.gather(*tasks)
                hints_ms = await _time_hints(servers, tables)
    finally:
        await _stop(tasks)
        for table in tables:
            await table.leave()
    return Report(
        plan=plan,
        moves=moves,
        refused=refused,
        echo=echo,
        ratio=round(moves.p99 / echo.p99, 2),
        bytes_a_table=max(0, full - empty) // plan.tables,
        bytes_a_server=full,
        server_ms=round(server_ms, 2),
        load_ms=round(load_ms, 2),
        compared=compared,
        hints_ms=hints_ms,
        knee=knee,
    )


async def _stop(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _memory(servers: Sequence[ServerProcess]) -> int:
    return sum(server.memory() for server in servers)


def _processor_time(servers: Sequence[ServerProcess]) -> float:
    return sum(server.processor_time() for server in servers)


async def _wait(
    seconds: float, tasks: list[asyncio.Task[None]], times: Sequence[float] = (0.0,)
) -> float:
    """Wait while all go on, until something was timed; give how long.

    One that fails ends the run with its own words.
    """
    began, lasted = time.perf_counter(), 0.0
    while not lasted or (not times and lasted < TIMEOUT):
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        lasted = time.perf_counter() - began
    return lasted


async def _time(beat: Beat, seconds: float, tasks: list[asyncio.Task[None]]) -> Times:
    beat.times, beat.refused = [], 0
    lasted = await _wait(seconds, tasks, beat.times)
    return times_of(beat.times, lasted)


async def _compare(
    plan: LoadPlan,
    beat: Beat,
    servers: list[ServerProcess],
    tables: list[TablePlayers],
    tasks: list[asyncio.Task[None]],
) -> dict[str, float]:
    """Measure the server's work a move for several kinds of clients, in turns: machines vary."""
    worked, made = dict.fromkeys(COMPARED, 0.0), dict.fromkeys(COMPARED, 0)
    for _ in range(TURNS):
        for name, asks in COMPARED.items():
            beat.asks = asks
            for table in tables:
                await table.enter()
            await _wait(min(plan.pace, plan.seconds / TURNS), tasks)  # until all go about it so
            before = _processor_time(servers)
            made[name] += (await _time(beat, plan.seconds / TURNS, tasks)).count
            worked[name] += _processor_time(servers) - before
    beat.asks = PAGE
    for table in tables:
        await table.enter()
    return {name: round(1000 * worked[name] / made[name], 2) for name in COMPARED}


async def _time_hints(
    servers: list[ServerProcess], tables: list[TablePlayers]
) -> tuple[float, float]:
    """Measure the server's work for a hint where it thinks, and where the page does.

    Nothing else happens meanwhile.
    """
    work = []
    for view, count in ((False, HINTS_THERE), (True, HINTS_HERE)):
        before = _processor_time(servers)
        for number in range(count):
            await tables[number % len(tables)].ask_hint(view=view)
        work.append(round(1000 * (_processor_time(servers) - before) / count, 2))
    return work[0], work[1]


async def _find_knee(
    plan: LoadPlan, beat: Beat, times: Times, tasks: list[asyncio.Task[None]], say: Say
) -> Knee:
    good, late = 0.0, False
    for _ in range(MOST_STEPS):
        if times.p99 > GOAL and late:
            return Knee(good=good, bad=times.a_second)
        late = times.p99 > GOAL  # measured once more: the machine may have done something else
        if not late:
            good = max(good, times.a_second)
            beat.pace /= FASTER
        await _wait(min(plan.step, 1.0), tasks)
        times = await _time(beat, plan.step, tasks)
        say(f"faster: {times.a_second:.0f} moves/s, p99 {times.p99:.1f} ms")
    return Knee(good=good, bad=None)
