"""Limits by address, and room for newcomers."""

import asyncio
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludoteca.client.http import come_in
from ludoteca.server.settings import Limits
from ludoteca.server.tables.proxy import PASSED_ON
from ludoteca.server.transport import websocket
from ludoteca.server.transport.guard import MOST_HELD, ConnectionGuard
from tests.server.live import FAST, Running, running
from tests.server.raw_socket import RawSocket
from tests.server.server_process import ROOT, free_port


class Idle:
    """A connection that asks for nothing."""

    ended = False

    def make_room(self) -> None:
        """Note that it was ended."""
        self.ended = True


def test_one_address_can_hold_only_so_many_idle_connections() -> None:
    guard = ConnectionGuard(Limits(connections=3))
    idle = [Idle() for _ in range(3)]
    assert all(guard.wait(one, "a", trusted=False) for one in idle)
    assert not guard.wait(Idle(), "a", trusted=False)
    assert guard.wait(Idle(), "b", trusted=False)
    guard.stop_waiting(idle[0])
    assert guard.wait(Idle(), "a", trusted=False)


def test_the_oldest_idle_connection_makes_room_for_a_newcomer() -> None:
    guard = ConnectionGuard(Limits(waiting_connections=1000), files=16)
    idle = [Idle() for _ in range(6)]
    assert all(guard.wait(one, "proxy", trusted=True) for one in idle)
    assert [one.ended for one in idle] == [True, True, False, False, False, False]
    assert guard.waiting == 4


def test_sockets_and_handshakes_of_an_address_are_counted() -> None:
    now = [0.0]
    limits = Limits(address_sockets=2, handshake_burst=3, handshakes_a_second=1)
    guard = ConnectionGuard(limits, clock=lambda: now[0])
    for _ in range(2):
        assert guard.may_open("a")
        guard.opened("a")
    assert not guard.may_open("a")
    guard.closed("a")
    assert guard.may_open("a")
    guard.closed("a")
    assert not guard.may_open("a")  # too many in a short time
    assert guard.may_open("b")
    assert guard.addresses == 0
    now[0] += 1
    assert guard.may_open("a")


def test_an_address_whose_refused_sockets_wait_is_cut_at_once() -> None:
    guard = ConnectionGuard(Limits())
    assert all(guard.hold("a") for _ in range(MOST_HELD))
    assert not guard.hold("a")
    assert not guard.wait(Idle(), "a", trusted=False)
    assert guard.wait(Idle(), "a", trusted=True)  # a proxy speaks for others, too
    assert guard.wait(Idle(), "b", trusted=False)
    guard.let_go("a")
    assert guard.wait(Idle(), "a", trusted=False)


async def ask(line: socket.socket, request: bytes) -> bytes:
    """Send something; return all that comes until the server ends it."""
    loop = asyncio.get_running_loop()
    await loop.sock_sendall(line, request)
    heard = b""
    async with asyncio.timeout(20):
        while piece := await loop.sock_recv(line, 65536):
            heard += piece
    return heard


async def connect(server: Running) -> socket.socket:
    """Open a plain connection."""
    line = socket.socket()
    line.setblocking(False)
    await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", server.port))
    return line


BODY = b"POST /api/guest HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\n"


async def test_requests_that_do_not_come_are_given_up(tmp_path: Path) -> None:
    limits = Limits(header_seconds=0.3, body_seconds=0.4)
    async with running(tmp_path, limits=limits) as server:
        cases = {
            "idle": b"",
            "half a header": b"GET /health HTTP/1.1\r\nho",
            "half a body": BODY + b'content-length: 40\r\n\r\n{"na',
            "a second one": b"GET /health HTTP/1.1\r\nhost: h\r\n\r\nGET /he",
        }
        lines = [await connect(server) for _ in cases]
        began = time.perf_counter()
        heard = await asyncio.gather(*map(ask, lines, cases.values()))
        assert time.perf_counter() - began < 15
        idle, header, body, second = heard
        assert idle == b""
        assert header.startswith(b"HTTP/1.1 408 ")
        assert body.startswith(b"HTTP/1.1 408 ")
        assert second.startswith(b"HTTP/1.1 200 ")
        assert b"HTTP/1.1 408 " in second
        for line in lines:
            line.close()


async def test_a_large_body_that_keeps_coming_is_not_given_up(tmp_path: Path) -> None:
    limits = Limits(header_seconds=5, body_seconds=0.1)
    async with running(tmp_path, limits=limits) as server:
        line = await connect(server)
        loop = asyncio.get_running_loop()
        order = b"POST /api/admin/restore HTTP/1.1\r\nhost: h\r\ncontent-length: 1000000\r\n"
        token = server.runtime.admin_token.encode()
        await loop.sock_sendall(line, order + b"authorization: Bearer " + token + b"\r\n\r\n")
        for _ in range(10):
            await loop.sock_sendall(line, b"x" * 100_000)
            await asyncio.sleep(0.05)
        assert b"400" in await loop.sock_recv(line, 100)  # it is no backup
        line.close()


async def test_a_socket_is_no_request_whose_body_does_not_come(tmp_path: Path) -> None:
    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    async with running(tmp_path, limits=Limits(header_seconds=0.2, body_seconds=0.2)) as server:
        raw = await RawSocket.open(server.address, await come_in(server.address, "Ada"))
        await raw.greet()
        await asyncio.sleep(0.5)
        assert (await raw.ask(type="watch_lobby", request=2))["type"] == "lobby_list"
        await raw.close()
    assert faults == []


async def test_an_address_with_too_many_sockets_is_told_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "HELD_SECONDS", 0.25)
    async with running(tmp_path, limits=Limits(address_sockets=2)) as server:
        token = await come_in(server.address, "Ada")
        sockets = [await RawSocket.open(server.address, token) for _ in range(2)]
        began = time.perf_counter()
        with pytest.raises(Exception, match="429") as refused:
            await RawSocket.open(server.address, token)
        assert time.perf_counter() - began > 0.2  # nobody can make it refuse all the time
        assert refused.value.response.headers["Retry-After"] == "10"  # type: ignore[attr-defined]
        other = await RawSocket.open(
            server.address, token, headers={"X-Forwarded-For": "192.0.2.7"}
        )
        for raw in [*sockets, other]:
            await raw.greet()
            await raw.close()


async def test_whoever_claims_to_be_another_process_is_counted_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name of a server on the embedded database is no secret."""
    monkeypatch.setattr(websocket, "HELD_SECONDS", 0.01)
    async with running(tmp_path, limits=Limits(address_sockets=2)) as server:
        token = await come_in(server.address, "Ada")
        claim = {PASSED_ON: server.runtime.process}
        sockets = [await RawSocket.open(server.address, token, headers=claim) for _ in range(2)]
        assert not any(one.passed_on for one in server.runtime.hub)
        with pytest.raises(Exception, match="429"):
            await RawSocket.open(server.address, token, headers=claim)
        for raw in sockets:
            await raw.close()


async def test_nothing_is_read_before_a_session_is_known(tmp_path: Path) -> None:
    async with running(tmp_path, limits=FAST) as server:
        asked, go_on = asyncio.Event(), asyncio.Event()
        who = server.runtime.accounts.who

        async def slowly(token: str) -> object:
            asked.set()
            await go_on.wait()
            return await who(token)

        server.runtime.accounts.who = slowly  # type: ignore[method-assign,assignment]
        opening = asyncio.create_task(RawSocket.open(server.address, "nobody"))
        await asked.wait()
        [connection] = server.server.server_state.connections
        assert connection.read_paused  # type: ignore[union-attr]
        assert not connection.handshake_complete  # type: ignore[union-attr]
        go_on.set()
        assert await (await opening).close_code() == 4001


SERVE_FEW = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
from ludoteca.cli import main
sys.exit(main(["serve", "--port", sys.argv[1], "--data", sys.argv[2], "--no-open"]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
async def test_500_idle_connections_lock_nobody_out(tmp_path: Path) -> None:
    """With the 256 descriptors of a small system."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    port = free_port()
    server = subprocess.Popen([sys.executable, "-c", SERVE_FEW, str(port), str(tmp_path)], cwd=ROOT)
    address = f"http://127.0.0.1:{port}"
    lines = []
    try:
        token = await _come_in_when_up(address)
        raw = await RawSocket.open(address, token)
        await raw.greet()
        for number in range(500):
            line = socket.create_connection(("127.0.0.1", port))
            line.sendall(b"GET / HTTP/1.1\r\n" if number % 2 else b"")
            lines.append(line)
        assert await come_in(address, "Bo")
        assert (await raw.ask(type="leave_lobby", request=2))["type"] == "done"
        await raw.close()
    finally:
        server.terminate()
        server.wait(20)
        for line in lines:
            line.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def _come_in_when_up(address: str) -> str:
    async with asyncio.timeout(60):
        while True:
            try:
                return await come_in(address, "Ada")
            except Exception:  # it is not there yet
                await asyncio.sleep(0.1)
