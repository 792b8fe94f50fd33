"""Listening, headers, the folder of the database, and how it ends when that breaks."""

import asyncio
import importlib.util
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import uvicorn

from ludoteca import games
from ludoteca.core.errors import StoreBroken, UsageError
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Say
from ludoteca.protocol.to_client import Refused
from ludoteca.server.serve import (
    DrainingServer,
    database_file,
    event_loop,
    listen,
    security_headers,
    serve,
)
from ludoteca.server.settings import Settings
from tests.server.failing_store import open_failing
from tests.server.live import arrive, settings_for
from tests.server.server_process import ROOT


def test_a_port_is_taken_once() -> None:
    listener = listen(Settings(host="127.0.0.1", port=0))
    listener.listen()
    port = listener.getsockname()[1]
    with pytest.raises(UsageError, match="--port"):
        listen(Settings(host="127.0.0.1", port=port))
    listener.close()


def test_https_is_kept_to_only_where_it_is_used() -> None:
    names = dict(security_headers(Settings(public_url="https://x.example")))
    assert "strict-transport-security" in names
    assert "strict-transport-security" not in dict(security_headers(Settings()))


def test_the_folder_of_the_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = database_file(Settings(data=tmp_path / "a" / "b"))
    assert path.parent.is_dir()
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


FIRST_REQUEST = """
import asyncio, sys
from pathlib import Path
from ludoteca.server.serve import build_application, open_runtime
from tests.server.live import settings_for

async def receive():
    return {"type": "http.request", "body": b"", "more_body": False}

async def ask(application):
    async def send(message):
        if message["type"] == "http.response.start":
            print(message["status"])
    headers = [(b"host", b"127.0.0.1")]
    where = {"client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2), "scheme": "http"}
    asked = {"method": "GET", "path": "/health", "raw_path": b"/health", "query_string": b""}
    asgi = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "root_path": ""}
    await application({**asgi, **asked, **where, "headers": headers}, receive, send)

async def run():
    runtime = await open_runtime(settings_for(Path(sys.argv[1])), 0)
    await runtime.open()
    application = await asyncio.to_thread(build_application, runtime, frozenset())
    before = set(sys.modules)
    await ask(application)
    print(*(set(sys.modules) - before))
    await runtime.close()

asyncio.run(run())
"""


def test_the_first_request_imports_nothing_while_others_wait(tmp_path: Path) -> None:
    order = [sys.executable, "-c", FIRST_REQUEST, str(tmp_path)]
    done = subprocess.run(order, check=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.split() == ["200"]


def test_the_server_runs_on_uvloop_where_there_is_one() -> None:
    async def kind() -> str:
        return type(asyncio.get_running_loop()).__module__

    with event_loop() as loop:
        found = loop.run(kind())
    wanted = "uvloop" if importlib.util.find_spec("uvloop") else "asyncio"
    assert found.startswith(wanted)


async def test_tables_are_handed_on_before_connections_are_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other way round, people would be noted as gone, and come back to nobody's table."""
    done: list[str] = []

    async def drain() -> None:
        await asyncio.sleep(0)
        done.append("tables")

    async def shutdown(*_: object) -> None:
        done.append("connections")

    monkeypatch.setattr(uvicorn.Server, "shutdown", shutdown)
    await DrainingServer(uvicorn.Config("", log_config=None), drain).shutdown()
    assert done == ["tables", "connections"]


async def test_after_a_failed_sync_it_ends_with_what_was_wrong(tmp_path: Path) -> None:
    settings, store = settings_for(tmp_path), await open_failing(tmp_path)
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(settings, listen(settings), port.set_result, store))
    host = await arrive(f"http://127.0.0.1:{await port}", "Host")
    match = await host.open_table(TableSetting(game=games.names()[0]))
    store.broken = True
    answer = await host.client.send(Say(request=1, match=match, text="hello"))
    assert isinstance(answer, Refused)
    with pytest.raises(StoreBroken, match="a sync failed"):
        await serving
    await host.close()
