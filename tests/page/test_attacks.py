"""Two hundred attack strings as names and in chat: shown as they are, and nothing else happens.

They come in frames of the socket, so that also those are shown which the server would refuse.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.attacks import ATTACKS
from tests.page.conftest import Visit
from tests.page.ways import open_table, play_now, settled

Frame = dict[str, Any]

SAID = [
    "<script>window.hurt = 1</script>",
    "<img src=x onerror=window.hurt=1>",
    "<svg/onload=window.hurt=1>",
    "{{constructor.constructor('window.hurt=1')()}}",
    "${window.hurt=1}",
]
"""As many as may be said in ten seconds; these go through the server."""

WATCH = """
window.alert = window.confirm = window.prompt = () => { window.hurt = "a dialog" };
document.addEventListener("securitypolicyviolation", (event) => {
  window.hurt = `${event.violatedDirective}: ${event.blockedURI}`;
});
"""

MISSING = """([selector, texts]) => {
  const seen = new Set([...document.querySelectorAll(selector)].map((one) => one.textContent));
  return JSON.parse(texts).filter((text) => !seen.has(text));
}"""
"""Compared in the page: half a character does not survive the way out of it."""


class Line:
    """A page whose socket says more than the server does."""

    def __init__(self, page: Page) -> None:
        """Listen to what the server says, and keep the last frame of each type."""
        self.page = page
        self.heard: dict[str, Frame] = {}
        self._socket: WebSocketRoute | None = None
        page.add_init_script(WATCH)
        page.route_web_socket("**/socket", self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        server = socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            frame = json.loads(text)
            self.heard[frame["type"]] = frame
            socket.send(text)

        server.on_message(hear)

    def say(self, frame: Frame) -> None:
        """Tell the page something, as if the server had."""
        assert self._socket is not None
        self._socket.send(json.dumps(frame))

    def wait_for(self, kind: str) -> Frame:
        """Wait until the server has said something of a type."""
        for _ in range(600):
            if kind in self.heard:
                return self.heard[kind]
            self.page.wait_for_timeout(50)
        raise AssertionError(f"the server never said {kind}")

    def shows(self, selector: str, texts: list[str]) -> None:
        """See that some elements show exactly these texts, and that nothing came of them."""
        wanted = [selector, json.dumps(texts)]
        for _ in range(600):
            missing = self.page.evaluate(MISSING, wanted)
            if not missing:
                break
            self.page.wait_for_timeout(50)
        assert missing == []
        assert self.page.evaluate("window.hurt ?? null") is None


@pytest.fixture
def line(visit: Visit) -> Callable[[], Line]:
    """Open such pages."""
    return lambda: Line(visit(None))


def tags_in(page: Page, selector: str) -> set[str]:
    """Name the kinds of elements within some element."""
    found: list[str] = page.locator(selector).evaluate(
        "one => [...one.querySelectorAll('*')].map((inner) => inner.tagName.toLowerCase())"
    )
    return set(found)


def test_the_watch_would_notice(line: Callable[[], Line]) -> None:
    """Let a dialog open, and ask for a text that is not there."""
    page = line()
    page.page.goto("/settings")
    settled(page.page)
    page.page.evaluate("alert(1)")
    assert page.page.evaluate("window.hurt") == "a dialog"
    assert page.page.evaluate(MISSING, ["h1", json.dumps(["<b>"])]) == ["<b>"]


def test_chat_shows_every_attack_as_text(line: Callable[[], Line]) -> None:
    told = line()
    page = told.page
    page.goto("/")
    play_now(page, "my_shelfie")
    page.locator("[data-turn=mine]").wait_for()
    page.keyboard.press("c")
    expect(page.get_by_role("log")).to_be_visible()
    match = page.url.rpartition("/")[2]
    rest = {"at": 0, "seat": None, "to": None, "spectators": False}
    for number, attack in enumerate(ATTACKS, 1):
        words = {"number": number, "name": attack, "text": attack, **rest}
        told.say({"type": "chat", "match": match, "line": words})
    told.shows("[role=log] p", [f"{attack} {attack}" for attack in ATTACKS])
    assert tags_in(page, "[role=log]") == {"div", "p", "strong"}


def test_what_is_said_at_a_table_is_text(visit: Visit) -> None:
    page = visit()
    play_now(page, "my_shelfie")
    page.locator("[data-turn=mine]").wait_for()
    page.keyboard.press("c")
    for attack in SAID:
        page.get_by_role("textbox", name="Say something").fill(attack)
        page.keyboard.press("Enter")
        expect(page.get_by_role("log")).to_contain_text(attack)
    assert page.evaluate("window.hurt ?? null") is None
    assert page.get_by_role("log").locator("img, script, svg[onload]").count() == 0


def test_the_lobby_shows_every_attack_as_a_name(line: Callable[[], Line], visit: Visit) -> None:
    open_table(visit(), "my_shelfie", public=True)
    told = line()
    told.page.goto("/tables")
    settled(told.page)
    tables = told.wait_for("lobby_list")["tables"]
    seat, *free = tables[0]["seats"]
    for start in range(0, len(ATTACKS), 50):
        names = ATTACKS[start : start + 50]
        for number, attack in enumerate(names):
            table = {
                **tables[0],
                "match": f"{number:012}",
                "seats": [{**seat, "name": attack}, *free],
            }
            told.say({"type": "lobby_change", "match": table["match"], "table": table})
        told.shows("main li strong", [f"{attack}’s table" for attack in names])
    assert told.page.locator("main li strong *").count() == 0


def test_a_table_shows_every_attack_as_a_name(line: Callable[[], Line], visit: Visit) -> None:
    link = open_table(visit(), "codex_naturalis", seats=4)
    told = line()
    told.page.goto(link)
    table = told.wait_for("snapshot")["table"]
    host = table["seats"][0]
    for start in range(0, len(ATTACKS), 4):
        names = ATTACKS[start : start + 4]
        seats = [{**host, "seat": seat, "name": name} for seat, name in enumerate(names)]
        told.say({"type": "table", "table": {**table, "seats": seats}, "seat": None})
        told.shows("main li .name", names)
        assert told.page.locator("main li .name *").count() == 0
