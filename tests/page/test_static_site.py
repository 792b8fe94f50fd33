"""A site of plain files: opened from any host, the page plays at once, without asking a server."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ludoteca.device.site import write_site
from tests.page.players import PLAYERS, wait_for_turn
from tests.page.test_lessons import take_lessons
from tests.page.ways import move_on, play_now


class Host(SimpleHTTPRequestHandler):
    """Serves files and nothing else, and 404.html for what is not there, as such hosts do."""

    def log_message(self, *_: object) -> None:
        """Be quiet."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the page of the site."""
        content = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("host") / "site"
    write_site(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser: Browser, host: str) -> Iterator[Page]:
    """Open a page on the site; at the end it must have asked nobody but the host for files."""
    context = browser.new_context(
        locale="en-GB",
        base_url=host,
        reduced_motion="reduce",
        has_touch=True,
        service_workers="block",
    )
    opened = context.new_page()
    asked: list[str] = []
    faults: list[str] = []
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert faults == []
    assert not [url for url in asked if "/api/" in url or not url.startswith((host, "blob:"))]


def test_both_games_are_played(page: Page) -> None:
    page.goto("/")
    play_now(page, "my_shelfie")
    assert PLAYERS["my_shelfie"](page).play(moves=2) == 2
    expect(page.get_by_role("button", name="Back to the server")).to_have_count(0)
    move_on(page, "/")
    play_now(page, "codex_naturalis")
    assert PLAYERS["codex_naturalis"](page).play(moves=3) == 3
    page.reload()  # a link into the site, which the host does not have
    assert wait_for_turn(page)


def test_links_into_the_site_lead_to_lessons_rules_and_the_calculator(page: Page) -> None:
    answer = page.goto("/learn/my_shelfie")
    assert answer is not None
    assert answer.status == 404, "the host has no such file: 404.html is the page, too"
    take_lessons(page, "my_shelfie")
    page.goto("/rules/codex_naturalis")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    pictures = page.locator("main img")
    expect(pictures.first).to_be_visible()
    assert pictures.first.evaluate("one => one.decode().then(() => one.naturalWidth)")
    page.goto("/score/my_shelfie")
    page.get_by_role("group", name="Tiles in place").get_by_role("radio", name="3").check()
    expect(page.locator("[data-total]")).to_have_text("4")
