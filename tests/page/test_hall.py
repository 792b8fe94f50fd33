"""The hall: bots at a table by their levels, matches to watch, and what is told at first."""

import json

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.page.conftest import DESKTOP, PHONE, Visit
from tests.page.players import IN_REACH, PLAYERS, ply_of
from tests.page.ways import come_in, open_table, settled, sit_down


def seat_rows(page: Page) -> Locator:
    """Find the seats of a table that has not begun."""
    return page.get_by_role("list", name="Seats").get_by_role("listitem")


def put_bot(host: Page, seat: int, level: str) -> None:
    """Put a bot on a free seat."""
    row = seat_rows(host).nth(seat)
    row.get_by_role("button", name="Put a bot").click()
    row.get_by_role("button", name=level, exact=True).click()


def seat_names(page: Page) -> Locator:
    """Find who sits at a table that has not begun."""
    return page.locator("main li .name")


def test_bots_are_named_by_level_and_their_match_is_watched(visit: Visit) -> None:
    host = visit(None)
    come_in(host.context, "Ilaria")
    host.goto("/")
    open_table(host, "my_shelfie", seats=4)
    for seat, level in ((1, "easy"), (2, "easy"), (3, "hard")):
        put_bot(host, seat, level)
    guest = visit(host.url, language="de-DE")
    expect(seat_names(host)).to_contain_text(["Ilaria", "Bot (easy)", "Bot (easy) 2", "Bot (hard)"])
    expect(seat_names(guest)).to_contain_text(["Bot (leicht)", "Bot (schwer)"])
    for seat in (3, 2):
        row = seat_rows(host).nth(seat)
        row.get_by_role("button", name="Seat of Bot").click()
        row.get_by_role("button", name="Send away").click()
        expect(row).to_contain_text("Free seat")

    # It begins while somebody looks at the hall, who then watches it.
    eve = visit("/tables")
    expect(eve.get_by_text("Table of Ilaria")).to_be_visible()
    match = (
        eve.locator("main li")
        .filter(has=eve.get_by_role("link", name="Watch"))
        .filter(has_text="Ilaria")  # the seats are drawn: she may come second
        .filter(has_text="Bot (easy)")
    )
    expect(match).to_have_count(0)
    host.get_by_role("button", name="I am ready").click()
    host.get_by_role("button", name="Start with 2").click()
    host.locator("[data-turn=mine]").wait_for()
    expect(match).to_have_count(1)
    expect(eve.get_by_text("Table of Ilaria")).to_have_count(0)
    games = eve.get_by_role("group", name="Game").first
    games.get_by_role("radio", name="Codex Naturalis").check()
    expect(match).to_have_count(0)
    games.get_by_role("radio", name="My Shelfie").check()
    match.get_by_role("link", name="Watch").click()
    expect(eve.get_by_text("Watching.").first).to_be_visible()
    assert eve.get_by_role("region", name="Your move").count() == 0
    before = ply_of(eve)
    PLAYERS["my_shelfie"](host).play(1)
    expect(eve.locator(f'[data-ply="{before}"]')).to_have_count(0)
    expect(eve.get_by_role("heading", level=1)).to_contain_text("Ilaria")

    # What is over is not watched any more.
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("dialog").get_by_role("button", name="Give up").click()
    host.get_by_role("dialog").get_by_role("button", name="Give up").last.click()
    expect(eve.get_by_role("dialog", name="Final scoring")).to_be_visible()
    eve.goto("/tables")
    settled(eve)
    expect(match).to_have_count(0)


def test_whoever_stands_up_sees_the_table_again_and_whoever_is_sent_away_is_told(
    visit: Visit,
) -> None:
    host, guest = visit(None), visit(None, size=PHONE)
    come_in(host.context, "Odile")
    come_in(guest.context, "Ruben")
    host.goto("/")
    guest.goto(open_table(host, "my_shelfie", seats=3))
    sit_down(guest)
    guest.get_by_role("button", name="Stand up").click()
    offered = guest.locator("main li").filter(has_text="Table of Odile")
    offered.get_by_role("link", name="Join").click()
    sit_down(guest)

    row = seat_rows(host).filter(has_text="Ruben")
    row.get_by_role("button", name="Seat of Ruben").click()
    row.get_by_role("button", name="Send away").click()
    expect(guest.get_by_role("heading", name="The host has sent you away")).to_be_visible()
    assert guest.get_by_role("button", name="Sit").count() == 0
    expect(seat_names(host)).to_contain_text(["Odile", "Free seat", "Free seat"])
    guest.reload()
    expect(guest.get_by_role("heading", name="The host has sent you away")).to_be_visible()
    guest.get_by_role("link", name="To the tables").click()
    expect(guest.get_by_role("heading", name="Open tables")).to_be_visible()


LINGER = """
const wait = window.setTimeout;
window.setTimeout = (run, time, ...more) => wait(run, time === 4000 ? 60_000 : time, ...more);
"""
"""Notices stay until they have been looked at, however slow the machine is."""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_one_is_told_that_bots_are_prepared_and_can_play_at_once(
    visit: Visit, size: dict[str, int]
) -> None:
    def unready(route: Route) -> None:
        offer = route.fetch().json()
        route.fulfill(
            body=json.dumps({**offer, "bots_ready": False}), content_type="application/json"
        )

    page = visit(None, size=size)
    page.route("**/api/games", unready)
    page.add_init_script(LINGER)
    page.goto("/")
    notice = page.get_by_text("Strong bots are still being prepared.")
    expect(notice).to_be_visible()
    for button in page.locator("article").get_by_role("button").all():
        button.scroll_into_view_if_needed()
        assert button.evaluate(IN_REACH), f"the notice lies over {button.inner_text()}"
    expect(notice).to_be_visible()
    notice.locator("..").get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)
