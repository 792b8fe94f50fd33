"""The servers under load, each in its own process: ours, and a bare echo on the same stack."""

import multiprocessing
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import uvicorn

from ludoteca.core.errors import UsageError
from ludoteca.protocol import MOST_BYTES
from ludoteca.server.serve import event_loop, serve
from ludoteca.server.settings import Limits, Settings
from ludoteca.server.transport.guard import ConnectionGuard, raise_file_limit
from ludoteca.server.transport.uvicorn_protocol import GuardedConfig
from ludoteca.server.transport.websocket import Receive, Scope, Send, Socket

LOOPBACK = "127.0.0.1"
START = 60.0
PLENTY = 1e9

UNLIMITED = Limits(
    messages_a_second=PLENTY,
    message_burst=int(PLENTY),
    requests_a_second=PLENTY,
    request_burst=int(PLENTY),
    guests_a_minute=PLENTY,
    guest_burst=int(PLENTY),
    frames_a_second=PLENTY,
    frame_burst=int(PLENTY),
    bytes_a_second=PLENTY,
    byte_burst=int(PLENTY),
    address_frames_a_second=PLENTY,
    address_frame_burst=int(PLENTY),
    address_sockets=int(PLENTY),
    handshakes_a_second=PLENTY,
    handshake_burst=int(PLENTY),
    waiting_connections=int(PLENTY),
)
"""All sockets come from one address here, and at the knee faster than people."""


def _listen() -> socket.socket:
    listener = socket.socket()
    listener.bind((LOOPBACK, 0))
    listener.listen(4096)
    return listener


def run_server(
    data: Path, started: Connection, database: str = "", redis: str = "", process: str = ""
) -> None:
    """Serve tables, on this machine only; one of several processes if it has a name."""
    raise_file_limit()
    settings = Settings(
        host=LOOPBACK,
        port=0,
        data=data,
        database_url=database,
        redis_url=redis,
        process=process,
        limits=UNLIMITED,
        log="error",
    )
    with event_loop() as loop:
        loop.run(serve(settings, _listen(), started.send))


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Echo everything."""
    socket = Socket(scope, receive, send)
    await socket.accept()
    while (event := await socket.receive())["type"] == "websocket.receive":
        await socket.say(event["text"])


def run_echo(_: Path, started: Connection) -> None:
    """Serve an echo over the same sockets, with the same settings."""
    raise_file_limit()
    config = GuardedConfig(
        echo,
        ConnectionGuard(UNLIMITED),
        lifespan="off",
        log_config=None,
        access_log=False,
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
    )
    listener = _listen()
    started.send(listener.getsockname()[1])
    uvicorn.Server(config).run([listener])


@contextmanager
def several(
    data: Path, database: str = "", redis: str = "", processes: int = 1
) -> Iterator[list["ServerProcess"]]:
    """Run processes of one server while the block lasts."""
    with ExitStack() as stack:
        names = [f"load-{number}" if processes > 1 else "" for number in range(processes)]
        yield [
            stack.enter_context(
                running(partial(run_server, database=database, redis=redis, process=name), data)
            )
            for name in names
        ]


class ServerProcess:
    """A server that runs in another process."""

    def __init__(self, process: int, port: int) -> None:
        """Note where it is."""
        self.process, self.port = process, port
        self.address = f"{LOOPBACK}:{port}"

    def memory(self) -> int:
        """Return the bytes of memory it has."""
        status = Path(f"/proc/{self.process}/status")
        if status.exists():
            lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
            return 1024 * int(lines["VmRSS"].split()[0])
        if sys.platform == "win32":
            return 0  # nothing at hand tells
        return 1024 * int(self._ask_ps("rss"))

    def processor_time(self) -> float:
        """Return the seconds for which it has worked."""
        stat = Path(f"/proc/{self.process}/stat")
        if stat.exists():
            fields = stat.read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        if sys.platform == "win32":
            return 0.0  # nothing at hand tells
        return seconds_of(self._ask_ps("time"))

    def _ask_ps(self, column: str) -> str:
        asked = ["ps", "-o", f"{column}=", "-p", str(self.process)]
        return subprocess.run(asked, capture_output=True, check=True, text=True).stdout.strip()


def seconds_of(clock: str) -> float:
    """Read a time as `ps` writes it.

    >>> seconds_of("1:02.50"), seconds_of("1:00:01")
    (62.5, 3601.0)
    """
    seconds = 0.0
    for part in clock.split(":"):
        seconds = 60 * seconds + float(part)
    return seconds


@contextmanager
def running(target: Any, data: Path) -> Iterator[ServerProcess]:
    """Run a server while the block lasts."""
    context = multiprocessing.get_context("spawn")
    hears, says = context.Pipe(duplex=False)
    process = context.Process(target=target, args=(data, says), daemon=True)
    process.start()
    says.close()
    try:
        try:
            port = hears.recv() if hears.poll(START) else None
        except EOFError:
            port = None
        if port is None or process.pid is None:
            raise UsageError("the server to measure did not start")
        yield ServerProcess(process.pid, port)
    finally:
        process.terminate()
        process.join(20)
        if process.is_alive():
            process.kill()
