"""Your-turn calls to the host's own address."""

import asyncio
import json
import threading
from pathlib import Path
from types import MethodType

import pytest

from ludoteca import games
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.server.metrics import Metrics
from ludoteca.server.tables import webhook as webhooks
from ludoteca.server.tables.webhook import MOST_WAITING, Notice, Webhook
from tests.server.live import TIMEOUT, pair, running

GAME = games.names()[-1]


class Listener:
    """A small HTTP server that notes what it is told."""

    def __init__(self) -> None:
        self.heard: list[dict[str, str]] = []
        self.news = asyncio.Event()

    async def open(self) -> str:
        """Listen; give the address."""
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/hook"

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        self.heard.append(json.loads(await reader.readexactly(length)))
        writer.write(b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()
        self.news.set()

    def close(self) -> None:
        """Stop."""
        self._server.close()


def count(metrics: Metrics, result: str) -> float:
    """Return how many notices had a result."""
    name = "ludoteca_webhooks_total"
    return metrics.registry.get_sample_value(name, {"result": result}) or 0.0


async def test_somebody_who_is_not_here_is_called(tmp_path: Path) -> None:
    listener = Listener()
    url = await listener.open()
    async with running(tmp_path, webhook_url=url, public_url="https://x.example") as server:
        first, other = await pair(server, TableSetting(game=GAME, clock=DaysClock(days=2)))
        await other.close()
        while len(server.runtime.hub) > 1:
            await asyncio.sleep(0.01)
        await first.move()
        async with asyncio.timeout(TIMEOUT):
            await listener.news.wait()
        [notice] = listener.heard
        assert notice["event"] == "your_turn"
        assert (notice["name"], notice["match"]) == (other.name, first.match)
        assert notice["url"] == f"https://x.example/t/{first.match}"
        await first.close()
    listener.close()


async def test_without_an_address_nobody_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(webhooks, "fetch", lambda *given, **_: calls.append(given))
    metrics = Metrics()
    without, with_address = Webhook("", metrics), Webhook("http://127.0.0.1:9/", metrics)
    for webhook in (without, with_address):
        webhook.start()
        webhook.tell(Notice("m", "g", "v", "n", "u"))
    assert without._queue.empty()
    async with asyncio.timeout(TIMEOUT):
        while not count(metrics, "sent"):
            await asyncio.sleep(0.01)
    await without.close()
    await with_address.close()
    assert [url for url, *_ in calls] == ["http://127.0.0.1:9/"]
    assert count(metrics, "sent") == 1


async def test_a_redirect_is_not_followed() -> None:
    """The host has named one address; where that leads is not for us to find out."""
    asked: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readline()).split()[1])
        writer.write(b"HTTP/1.1 302 Found\r\nLocation: /inside\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    metrics = Metrics()
    webhook = Webhook(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook", metrics)
    webhook.start()
    webhook.tell(Notice("m", "g", "v", "n", "u"))
    async with asyncio.timeout(TIMEOUT):
        while not count(metrics, "failed"):
            await asyncio.sleep(0.01)
    assert set(asked) == {b"/hook"}
    await webhook.close()
    server.close()


async def test_an_address_that_does_not_answer_harms_nobody() -> None:
    metrics = Metrics()
    webhook = Webhook("http://127.0.0.1:9/", metrics)
    webhook.start()
    for _ in range(MOST_WAITING + 10):
        webhook.tell(Notice("m", "g", "v", "n", "u"))
    assert count(metrics, "left_out") >= 10
    async with asyncio.timeout(TIMEOUT):
        while not count(metrics, "failed"):
            await asyncio.sleep(0.01)
    await webhook.close()


async def test_an_answer_that_is_not_http_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "AT_ONCE", 1)
    answers = [b"SSH-2.0-OpenSSH_9\r\n", b"HTTP/1.1 204 No Content\r\n\r\n"]

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answers.pop(0))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    metrics = Metrics()
    webhook = Webhook(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/hook", metrics)
    webhook.start()
    webhook.tell(Notice("m", "g", "v", "n", "u"))
    async with asyncio.timeout(TIMEOUT):
        while not count(metrics, "sent"):
            await asyncio.sleep(0.01)
    assert count(metrics, "failed") == 1
    await webhook.close()
    server.close()


async def test_a_notice_that_meets_trouble_holds_up_no_other() -> None:
    listener = Listener()
    url = await listener.open()
    webhook, posted = Webhook(url, Metrics()), Webhook._post
    held = threading.Event()

    def post(self: Webhook, body: bytes) -> None:
        if b"stuck" in body:
            held.wait(TIMEOUT)
        posted(self, body)

    webhook._post = MethodType(post, webhook)  # type: ignore[method-assign]
    webhook.start()
    for match in ("stuck", "free"):
        webhook.tell(Notice(match, "g", "v", "n", "u"))
    async with asyncio.timeout(TIMEOUT):
        await listener.news.wait()
    assert [notice["match"] for notice in listener.heard] == ["free"]
    held.set()
    async with asyncio.timeout(TIMEOUT):
        while len(listener.heard) < 2:
            await asyncio.sleep(0.01)
    await webhook.close()
    listener.close()


async def test_what_is_left_out_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    metrics = Metrics()
    webhook = Webhook("http://127.0.0.1:9/", metrics)
    for _ in range(MOST_WAITING + 10):
        webhook.tell(Notice("m", "g", "v", "n", "u"))
    assert count(metrics, "left_out") == 10
    monkeypatch.setattr(webhooks, "STALE", -1.0)
    webhook.start()
    async with asyncio.timeout(TIMEOUT):
        while count(metrics, "left_out") < MOST_WAITING + 10:
            await asyncio.sleep(0.01)
    assert not count(metrics, "failed")
    await webhook.close()
