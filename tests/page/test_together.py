"""Two people in two browsers, a reload, a cut network, somebody who watches; one device."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import PHONE, Visit
from tests.page.players import PLAYERS, expect_same_ply, ply_of
from tests.page.ways import open_table, sit_down

COVERED = """() => {
  const curtain = document.querySelector("dialog[open] .curtain");
  const [right, bottom] = [innerWidth - 2, innerHeight - 2];
  const over = [[2, 2], [right, 2], [2, bottom], [right, bottom], [right / 2, bottom / 2]]
    .every(([x, y]) => curtain.contains(document.elementFromPoint(x, y)));
  return over && getComputedStyle(curtain).backgroundColor.startsWith("rgb(");
}"""
"""Whether an opaque curtain lies over all corners and the middle."""


UNSEEN = """
window.raised = [];
window.unseen = false;
class Raised {
  static permission = "granted";
  constructor(title, { body, tag }) {
    window.raised.push([body, tag]);
  }
  close() {}
}
window.Notification = Raised;
Object.defineProperty(document, "visibilityState", {
  get: () => (window.unseen ? "hidden" : "visible"),
});
"""
"""Keeps what is raised through the system; `unseen` is whether another tab lies over the page."""


def begin(host: Page, guest: Page, game: str) -> str:
    link = open_table(host, game)
    guest.goto(link)
    sit_down(guest)
    start(host, guest)
    return link


def start(host: Page, guest: Page) -> None:
    for page in (host, guest):
        page.locator("[data-turn]").wait_for()


def test_an_invitation_leads_where_others_find_the_server(visit: Visit) -> None:
    """On the server's own machine the page is at localhost, where nobody else would find it."""
    host = visit()
    host.route(
        "**/api/games",
        lambda route: route.fulfill(json={**route.fetch().json(), "address": "http://192.0.2.7:8"}),
    )
    host.reload()
    match = open_table(host, "my_shelfie").rpartition("/")[2]
    expect(host.locator("[data-link]")).to_have_text(f"http://192.0.2.7:8/t/{match}")


def test_a_page_at_an_address_that_the_server_does_not_know_says_what_to_do(
    browser: Browser, address: str
) -> None:
    with browser.new_context(locale="en-GB") as context:
        page = context.new_page()
        page.goto(address.replace("127.0.0.1", "elsewhere.localhost"))
        expect(
            page.get_by_text("Its administrator can allow it (LUDOTECA_PUBLIC_URL)")
        ).to_be_visible()


@pytest.mark.parametrize("game", ["my_shelfie"])
def test_two_people_with_a_reload_and_a_cut_network(visit: Visit, game: str) -> None:
    ada, bo = visit(), visit(size=PHONE)
    link = begin(ada, bo, game)
    players = [PLAYERS[game](ada), PLAYERS[game](bo, touch=True)]

    def one_round() -> None:
        before = ply_of(ada)
        for _ in range(2):
            mover = 0 if ada.locator("[data-turn=mine]").count() else 1
            players[mover].play(1)
            other = (bo, ada)[mover]
            expect(other.locator("[data-turn=mine]")).to_be_visible()
        assert ply_of(ada) > before

    one_round()
    ada.reload()
    ada.locator("[data-turn]").wait_for()
    expect_same_ply(ada, bo)
    one_round()

    # The network goes while somebody moves: the move is kept, sent again, and counts once.
    mover, other = (ada, bo) if ada.locator("[data-turn=mine]").count() else (bo, ada)
    player = players[0 if mover is ada else 1]
    before = ply_of(other)
    player.choose()
    expect(player.dock.locator("button.filled")).to_be_enabled()
    mover.context.set_offline(True)
    player.press(player.dock.locator("button.filled"))
    expect(mover.get_by_text("Connection lost. Reconnecting")).to_be_visible()
    mover.context.set_offline(False)
    expect(other.locator("[data-turn=mine]")).to_be_visible()
    expect(mover.get_by_text("Connection lost")).to_have_count(0)
    expect(mover.locator(f'[data-ply="{before}"]')).to_have_count(0)
    expect_same_ply(mover, other)
    assert ply_of(mover) > before

    eve = visit(link)
    expect(eve.get_by_text("You’re watching.").first).to_be_visible()
    assert eve.get_by_role("button", name="Place in column").count() == 0
    ada.get_by_role("button", name="Chat").click()
    ada.get_by_role("textbox", name="Say something").fill("Well played & <b>thanks</b>")
    ada.keyboard.press("Enter")
    bo.get_by_role("button", name="Menu").click()
    bo.get_by_role("button", name="Chat").click()
    expect(bo.get_by_text("Well played & <b>thanks</b>")).to_be_visible()
    ada.get_by_role("combobox", name="To").select_option(index=1)
    ada.get_by_role("textbox", name="Say something").fill("between us")
    ada.keyboard.press("Enter")
    expect(bo.get_by_role("log")).to_contain_text("only for you between us")


def test_spectators_may_see_everything_later(visit: Visit) -> None:
    host, guest = visit(), visit(size=PHONE)
    host.locator('article[data-game="my_shelfie"]').get_by_role("button", name="With").click()
    sheet = host.get_by_role("dialog")
    sheet.get_by_text("More options").click()
    later = sheet.get_by_role("group", name="Spectators see moves")
    later.get_by_role("radio", name="30 s later").check()
    sheet.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/t/*")
    guest.goto(host.url)
    expect(guest.get_by_text("30 s later")).to_be_visible()
    sit_down(guest)
    start(host, guest)
    eve = visit(host.url)
    expect(eve.get_by_text("2 of 2 seats taken")).to_be_visible()


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_a_choice_stays_while_others_come_and_go(visit: Visit, game: str) -> None:
    ada, bo = visit(), visit()
    link = begin(ada, bo, game)
    mover, other = (ada, bo) if ada.locator("[data-turn=mine]").count() else (bo, ada)
    player = PLAYERS[game](mover)
    player.choose()
    other.goto("/")
    expect(mover.get_by_text("is away")).to_be_visible()
    other.goto(link)
    expect(mover.get_by_text("is away")).to_have_count(0)
    player.confirm()


def test_a_tab_that_nobody_sees_tells_each_turn_once(visit: Visit) -> None:
    ada, bo = visit(None, settings={"notify": True}), visit()
    ada.add_init_script(UNSEEN)
    ada.goto("/")
    match = begin(ada, bo, "my_shelfie").rpartition("/")[2]
    players = PLAYERS["my_shelfie"](ada), PLAYERS["my_shelfie"](bo)
    if bo.locator("[data-turn=mine]").count():
        players[1].play(1)
    players[0].play(1)
    assert ada.evaluate("raised") == [], "a person who looks needs no notice"
    ada.evaluate("unseen = true")
    players[1].play(1)
    expect(ada.locator("[data-turn=mine]")).to_be_visible()
    bo.get_by_role("button", name="Chat").click()
    bo.get_by_role("textbox", name="Say something").fill("Are you there?")
    bo.keyboard.press("Enter")
    expect(ada.get_by_role("button", name="Chat").locator(".dot")).to_be_visible()
    assert ada.evaluate("raised") == [["My Shelfie: your turn.", match]]


def test_one_device_hides_what_others_may_not_see(visit: Visit) -> None:
    page = visit()
    card = page.locator('article[data-game="my_shelfie"]')
    card.get_by_role("button", name="One device").click()
    page.get_by_role("button", name="Begin").click()
    for _ in range(3):
        curtain = page.get_by_role("dialog", name="Pass the device")
        expect(curtain).to_be_visible()
        assert page.evaluate(COVERED), "the curtain covers everything"
        curtain.get_by_role("button", name="I’m").click()
        expect(curtain).to_have_count(0)
        PLAYERS["my_shelfie"](page).play(1)
    expect(page.get_by_role("dialog", name="Pass the device")).to_be_visible()
