"""What systemd is told by a server that starts and stops."""

import asyncio
import socket
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.core.errors import StoreBroken
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Say
from ludoteca.server.serve import listen, serve
from ludoteca.server.systemd import SETTING, notify
from tests.server.failing_store import open_failing
from tests.server.live import arrive, settings_for


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> socket.socket:
    channel = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    channel.bind(str(tmp_path / "notify"))
    channel.settimeout(10)
    monkeypatch.setenv(SETTING, str(tmp_path / "notify"))
    return channel


async def test_systemd_hears_that_the_server_is_ready_and_that_it_stops(
    systemd: socket.socket, tmp_path: Path
) -> None:
    settings, store = settings_for(tmp_path), await open_failing(tmp_path)
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    with systemd, listen(settings) as listener:
        serving = asyncio.create_task(serve(settings, listener, port.set_result, store))
        host = await arrive(f"http://127.0.0.1:{await port}", "Host")
        assert systemd.recv(100) == b"READY=1"
        match = await host.open_table(TableSetting(game=games.names()[0]))
        store.broken = True  # the server ends by itself at the next thing to save
        await host.client.send(Say(request=1, match=match, text="hello"))
        with pytest.raises(StoreBroken):
            await serving
        assert systemd.recv(100) == b"STOPPING=1"
        await host.close()


def test_without_systemd_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SETTING, raising=False)
    assert not notify("READY=1")


def test_a_socket_that_is_gone_harms_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(SETTING, str(tmp_path / "gone"))
    assert not notify("READY=1")
