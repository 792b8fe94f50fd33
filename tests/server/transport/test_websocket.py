"""A socket from hello to goodbye; what it may not do is in test_bad_input."""

import asyncio
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from uvicorn.protocols.utils import ClientDisconnected

from ludoteca import __version__, games
from ludoteca.client.http import come_in
from ludoteca.protocol.common import TableSetting
from ludoteca.server.settings import Limits
from ludoteca.server.transport.uvicorn_protocol import WebSocketProtocol
from tests.server.live import arrive, running
from tests.server.raw_socket import RawSocket


async def test_the_welcome_says_who_one_is_and_where_one_sits(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game=games.names()[0]))
        raw = await RawSocket.open(server.address, ada.client_token)
        welcome = await raw.greet()
        assert welcome["server"] == f"ludoteca {__version__}"
        assert (welcome["name"], welcome["account"]) == ("Ada", False)
        assert welcome["user"] == ada.user
        assert welcome["seats"] == [match]
        await raw.close()
        await ada.close()


async def test_a_client_that_goes_before_it_is_answered_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server:
        gone, ended = asyncio.Event(), asyncio.Event()
        who = server.runtime.accounts.who

        async def slowly(token: str) -> object:
            await gone.wait()
            return await who(token)

        async def disconnected(self: WebSocketProtocol, message: object) -> None:
            ended.set()
            raise ClientDisconnected

        monkeypatch.setattr(server.runtime.accounts, "who", slowly)
        monkeypatch.setattr(WebSocketProtocol, "send", disconnected)
        opening = asyncio.create_task(RawSocket.open(server.address, "nobody"))
        with capture_logs() as logs:
            gone.set()
            async with asyncio.timeout(30):
                await ended.wait()
                await asyncio.gather(opening, return_exceptions=True)
        assert [entry for entry in logs if entry["log_level"] == "error"] == []


async def test_a_bucket_fills_again_with_time(tmp_path: Path) -> None:
    now = [1_000_000.0]
    limits = Limits(message_burst=3, messages_a_second=1)
    async with running(tmp_path, clock=lambda: now[0], limits=limits) as server:
        raw = await RawSocket.open(server.address, await come_in(server.address, "Ada"))
        await raw.greet()
        kinds = [(await raw.ask(type="leave_lobby", request=n))["type"] for n in range(2, 6)]
        assert kinds == ["done", "done", "refused", "refused"]
        now[0] += 1
        assert (await raw.ask(type="leave_lobby", request=9))["type"] == "done"
        await raw.close()
