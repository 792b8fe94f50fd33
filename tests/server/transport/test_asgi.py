"""The front door: sockets do not wait for the web application, which is built once, and in time."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from ludoteca.client.http import ask
from ludoteca.core.errors import LudotecaError
from ludoteca.server import serve
from ludoteca.server.transport import asgi
from tests.server.live import Running, running
from tests.server.raw_socket import RawSocket


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Note every building of the application."""
    found: list[Any] = []
    build = serve.build_application

    def note(runtime: Any, origins: Any) -> Any:
        found.append(runtime)
        return build(runtime, origins)

    monkeypatch.setattr(serve, "build_application", note)
    return found


@pytest.fixture
async def server(tmp_path: Path, built: list[Any]) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        yield server


async def test_sockets_do_not_wait_for_the_application(server: Running, built: list[Any]) -> None:
    _, token = await server.runtime.accounts.come_in("Ada")
    raw = await RawSocket.open(server.address, token)
    assert (await raw.greet())["type"] == "welcome"
    assert not built
    await raw.close()


async def test_requests_that_come_together_find_one_application(
    server: Running, built: list[Any]
) -> None:
    answers = await asyncio.gather(
        *(ask(server.address, "/api/schema/openapi.json") for _ in range(5))
    )
    assert all(answers)
    assert built == [server.runtime]


async def test_it_is_built_after_a_while_though_nobody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, built: list[Any]
) -> None:
    monkeypatch.setattr(asgi, "BUILD_AFTER", 0.0)
    async with running(tmp_path) as server, asyncio.timeout(30):
        while not built:
            await asyncio.sleep(0.01)
        assert await ask(server.address, "/api/schema/openapi.json")
    assert len(built) == 1


async def test_what_could_not_be_built_is_logged_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    build, tries = serve.build_application, []

    def fail_once(runtime: Any, origins: Any) -> Any:
        tries.append(runtime)
        if len(tries) == 1:
            raise OSError("a file of the page is not to be read")
        return build(runtime, origins)

    monkeypatch.setattr(serve, "build_application", fail_once)
    async with running(tmp_path) as server:
        with pytest.raises(LudotecaError):
            await ask(server.address, "/api/games")
        assert await ask(server.address, "/api/games")
    said = capsys.readouterr().err
    assert "application_not_built" in said
    assert "a file of the page is not to be read" in said


async def test_a_server_that_does_not_open_is_never_said_to_be_ready() -> None:
    """Then uvicorn stops."""

    async def start() -> None:
        raise OSError("no disk")

    async def nothing(*_: Any) -> None:
        pass

    async def receive() -> dict[str, Any]:
        return {"type": "lifespan.startup"}

    sent: list[Any] = []

    async def send(event: Any) -> None:
        sent.append(event)

    app = asgi.AsgiApp(nothing, lambda: nothing, start, nothing)
    with pytest.raises(OSError, match="no disk"):
        await app({"type": "lifespan"}, receive, send)
    assert not sent
