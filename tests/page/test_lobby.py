"""The lobby: bots at a table by their levels, matches to watch, and what is told at first."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import PHONE, Visit
from tests.page.players import PLAYERS, ply_of
from tests.page.ways import come_in, open_table, settled, sit_down


def seat_rows(page: Page) -> Locator:
    """Find the seats of a table that has not begun."""
    return page.get_by_role("list", name="Seats").get_by_role("listitem")


def put_bot(host: Page, seat: int, level: str) -> None:
    """Put a bot on a free seat."""
    row = seat_rows(host).nth(seat)
    row.get_by_role("button", name="Add a bot").click()
    row.get_by_role("button", name=re.compile(level)).click()


def seat_names(page: Page) -> Locator:
    """Find who sits at a table that has not begun."""
    return page.locator("main li .name")


def test_bots_are_characters_and_their_match_is_watched(visit: Visit) -> None:
    host = visit(None)
    come_in(host.context, "Ilaria")
    host.goto("/")
    open_table(host, "my_shelfie", seats=4, public=True)
    for seat, level in ((1, "easy"), (2, "easy"), (3, "hard")):
        put_bot(host, seat, level)
    guest = visit(host.url, language="de-DE")
    expect(seat_names(host)).to_contain_text(["Ilaria", "Gustav", "Gustav 2", "Ruben"])
    expect(guest.locator("main li").filter(has_text="Ruben")).to_contain_text("schwer")
    for seat in (3, 2):
        row = seat_rows(host).nth(seat)
        row.get_by_role("button", name=re.compile("’s seat$")).click()
        row.get_by_role("button", name="Remove").click()
        expect(row).to_contain_text("Free seat")

    # It begins while somebody looks at the lobby, who then watches it.
    eve = visit("/tables")
    expect(eve.get_by_text("Ilaria’s table")).to_be_visible()
    match = (
        eve.locator("main li")
        .filter(has=eve.get_by_role("link", name="Watch"))
        .filter(has_text="Ilaria")  # the seats are drawn: she may come second
        .filter(has_text="Gustav")
    )
    expect(match).to_have_count(0)
    host.get_by_role("button", name="Start with 2").click()
    host.locator("[data-turn=mine]").wait_for()
    expect(match).to_have_count(1)
    expect(eve.get_by_text("Ilaria’s table")).to_have_count(0)
    games = eve.get_by_role("group", name="Game").first
    games.get_by_role("radio", name="Codex Naturalis").check()
    expect(match).to_have_count(0)
    games.get_by_role("radio", name="My Shelfie").check()
    match.get_by_role("link", name="Watch").click()
    expect(eve.get_by_text("You’re watching.").first).to_be_visible()
    assert eve.get_by_role("region", name="Your move").count() == 0
    before = ply_of(eve)
    PLAYERS["my_shelfie"](host).play(1)
    expect(eve.locator(f'[data-ply="{before}"]')).to_have_count(0)
    expect(eve.get_by_role("heading", level=1)).to_contain_text("Ilaria")

    # What is over is not watched any more.
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("dialog").get_by_role("button", name="Resign").click()
    host.get_by_role("dialog").get_by_role("button", name="Resign").last.click()
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
    guest.goto(open_table(host, "my_shelfie", seats=3, public=True))
    sit_down(guest)
    guest.get_by_role("button", name="Stand up").click()
    offered = guest.locator("main li").filter(has_text="Odile’s table")
    offered.get_by_role("link", name="Join").click()
    sit_down(guest)

    row = seat_rows(host).filter(has_text="Ruben")
    row.get_by_role("button", name="Ruben’s seat").click()
    row.get_by_role("button", name="Remove").click()
    expect(guest.get_by_role("heading", name="The host removed you")).to_be_visible()
    assert guest.get_by_role("button", name="Sit").count() == 0
    expect(seat_names(host)).to_contain_text(["Odile", "Free seat", "Free seat"])
    guest.reload()
    expect(guest.get_by_role("heading", name="The host removed you")).to_be_visible()
    guest.get_by_role("link", name="To the tables").click()
    expect(guest.get_by_role("heading", name="Open tables")).to_be_visible()
