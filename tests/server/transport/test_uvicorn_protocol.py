"""The socket below: a reader who takes nothing is cut off all the same."""

import asyncio
import time
from pathlib import Path

import pytest

from ludoteca.client.http import come_in
from ludoteca.server.settings import Limits
from ludoteca.server.transport import uvicorn_protocol as wire
from tests.server.live import TIMEOUT, running
from tests.server.raw_socket import RawSocket


async def test_a_stalled_reader_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "TIMEOUT", 0.3)
    async with running(tmp_path) as server:
        raw = await RawSocket.open(server.address, await come_in(server.address, "Stalled"))
        await raw.greet()
        raw.socket.transport.pause_reading()
        [connection] = server.runtime.hub
        for _ in range(30):  # far more than the buffers between take
            connection.put(b"x" * 200_000)
            await asyncio.sleep(0)
        connection.close(1008)
        began = time.perf_counter()
        async with asyncio.timeout(TIMEOUT):
            while server.server.server_state.connections or len(server.runtime.hub):
                await asyncio.sleep(0.01)
        assert time.perf_counter() - began > 0.1
        raw.socket.transport.abort()


async def test_who_answers_properly_is_not_cut(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        raw = await RawSocket.open(server.address, await come_in(server.address, "Polite"))
        await raw.greet()
        [connection] = server.runtime.hub
        connection.close(4010)
        assert await raw.close_code() == 4010


async def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        raw = await RawSocket.open(server.address, await come_in(server.address, "Ada"))
        await raw.greet()
    assert await raw.close_code() == 1012


async def test_frames_of_one_turn_go_out_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server:
        raw = await RawSocket.open(server.address, await come_in(server.address, "Listener"))
        await raw.greet()
        [connection] = server.runtime.hub
        flushed: list[int] = []
        flush = wire.WebSocketProtocol._flush

        def noting(self: wire.WebSocketProtocol) -> None:
            flushed.append(self._unsent)
            flush(self)

        monkeypatch.setattr(wire.WebSocketProtocol, "_flush", noting)
        for _ in range(3):
            connection.put(b'"one"')
        assert flushed == []
        assert [await raw.socket.recv() for _ in range(3)] == ['"one"'] * 3
        assert flushed == [15]
        connection.put(b"x" * (wire.AT_ONCE + 1))
        assert flushed[1:] == [wire.AT_ONCE + 1]  # that much does not wait
        raw.socket.transport.abort()


@pytest.mark.parametrize(
    ("frames", "code"),
    [(b"\x89\x80\0\0\0\0" * 60, 1008), (b"\x81\x81\0\0\0\0\xff", 1007)],
    ids=["pings", "no UTF-8"],
)
async def test_a_socket_that_is_closed_below_the_application_is_counted(
    tmp_path: Path, frames: bytes, code: int
) -> None:
    async with running(tmp_path, limits=Limits(frames_a_second=1, frame_burst=20)) as server:
        raw = await RawSocket.open(server.address, await come_in(server.address, "Flood"))
        await raw.greet()
        raw.socket.transport.write(frames)
        assert await raw.close_code() == code
        assert server.runtime.metrics.closes.labels(str(code))._value.get() == 1
