"""Ways through the page that several tests take."""

import json
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.page.recorded import address_of

COUNT_QUESTIONS = """
const ask = window.fetch;
window.underWay = 0;
window.fetch = (...all) => {
  window.underWay += 1;
  return ask(...all).finally(() => setTimeout(() => (window.underWay -= 1)));
};
"""
"""Counts the answers that a page waits for; runs before the page does."""

STILL = """() => new Promise((done) => {
  let [before, looks] = [-1, 0];
  const look = () => {
    const now = performance.getEntriesByType("resource").length;
    looks = now === before && !window.underWay ? looks + 1 : 0;
    before = now;
    if (looks === 4) done();
    else setTimeout(look, 25);
  };
  look();
})"""
"""Waits until nothing comes any more."""


def come_in(context: BrowserContext, name: str) -> None:
    """Come in as a guest of that name, who is known to the pages that follow."""
    answer = context.request.post("/api/guest", data={"name": name})
    assert answer.status == 201, answer.text()
    context.add_init_script("localStorage['ludoteca.been_here'] = 'yes'")


def settled(page: Page) -> None:
    """Wait until a screen has all it shows."""
    page.locator("h1").first.wait_for()
    page.wait_for_load_state()
    page.evaluate(STILL)


MOVE_ON = """path => {
  for (const title of document.querySelectorAll("h1")) title.dataset.before = "yes";
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
"""Goes to another screen as a link does: nothing is loaded a second time."""


def move_on(page: Page, path: str) -> None:
    """Go to another screen of the page that is open, and wait until it has all it shows."""
    page.evaluate(MOVE_ON, path)
    page.locator("h1:not([data-before])").first.wait_for()
    page.evaluate(STILL)


def note_messages(page: Page) -> list[str]:
    """Note the kind of every message that a page sends from its next load on."""
    kinds: list[str] = []

    def note(frame: str | bytes) -> None:
        kinds.append(json.loads(frame)["type"])

    page.on("websocket", lambda socket: socket.on("framesent", note))
    return kinds


def note_answers(page: Page, kind: str) -> list[dict[str, Any]]:
    """Note every message of a kind that a page is told from its next load on."""
    found: list[dict[str, Any]] = []

    def note(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == kind:
            found.append(message)

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    return found


def play_now(page: Page, game: str) -> None:
    """Open a board against a bot."""
    card = page.locator(f'article[data-game="{game}"]')
    card.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")


def play_four(page: Page, game: str) -> None:
    """Open a board against three bots."""
    card = page.locator(f'article[data-game="{game}"]')
    card.get_by_role("button", name="Change").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="4", exact=True).check()
    sheet.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-turn=mine]").wait_for()


def open_table(host: Page, game: str, seats: int = 2, public: bool = False) -> str:
    """Open a table for friends, or for everybody; give its address."""
    card = host.locator(f'article[data-game="{game}"]')
    card.get_by_role("button", name="With friends").click()
    sheet = host.get_by_role("dialog")
    sheet.get_by_role("group", name="Seats").get_by_role("radio", name=str(seats)).check()
    switch = sheet.get_by_role("switch", name="Public table")
    expect(switch).not_to_be_checked()
    if public:
        switch.check(force=True)
    sheet.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/t/*")
    return host.url


def sit_down(guest: Page) -> None:
    """Take a seat; on the last one the match begins by itself."""
    guest.get_by_role("button", name="Sit down").click()


def play_on(page: Page, game: str, ply: int) -> str:
    """Play on from a moment of the recorded match, against bots; give the new table's address."""
    page.goto(address_of(game, ply))
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-turn=mine]").wait_for()
    return page.url
