"""A site of plain files: opened from any host, the page plays at once, without asking a server."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ludoteca.device.site import write_site
from tests.page.players import PLAYERS
from tests.page.ways import play_now


class Host(SimpleHTTPRequestHandler):
    """Serves files and nothing else, and says nothing."""

    def log_message(self, *_: object) -> None:
        """Be quiet."""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[str]:
    folder = tmp_path / "site"
    write_site(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_match_is_played(browser: Browser, host: str) -> None:
    context = browser.new_context(
        locale="en-GB", base_url=host, reduced_motion="reduce", service_workers="block"
    )
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    play_now(page, "my_shelfie")
    assert PLAYERS["my_shelfie"](page).play(moves=2) == 2
    expect(page.get_by_role("button", name="Back to the server")).to_have_count(0)
    assert not [url for url in asked if "/api/" in url or not url.startswith(host)]
    context.close()
