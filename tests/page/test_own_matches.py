"""One's matches: any number against bots, shown with their boards, and put aside for others."""

import re

from playwright.sync_api import expect

from tests.page.conftest import PHONE, Visit
from tests.page.players import PLAYERS
from tests.page.ways import come_in, open_table, play_now, sit_down


def test_matches_against_bots_are_many_and_shown_with_their_boards(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "my_shelfie")
    page.locator("[data-turn=mine]").wait_for()
    PLAYERS["my_shelfie"](page).play(1)
    first = page.url
    page.goto("/")
    play_now(page, "codex_naturalis")
    page.locator("[data-turn=mine]").wait_for()
    page.goto("/")
    mine = page.get_by_role("region", name="Your matches")
    expect(mine.locator("li")).to_have_count(2)
    expect(mine.locator("li", has_text="Your turn.")).to_have_count(2)
    expect(mine.locator('[data-game="my_shelfie"] svg rect[fill*="-base"]').first).to_be_visible()
    page.goto("/matches")
    expect(page.get_by_role("heading", name="Your matches")).to_be_visible()
    shelfie = page.locator("main li", has_text="My Shelfie")
    expect(shelfie).to_contain_text(re.compile(r"Your turn.*with \w+", re.S))
    shelfie.get_by_role("link", name="Continue").click()
    page.wait_for_url(first)
    page.locator("[data-turn=mine]").wait_for()


def test_a_friends_link_works_and_a_match_with_people_is_put_aside(visit: Visit) -> None:
    host, guest, friend = visit(None), visit(None, size=PHONE), visit(None)
    for page, name in ((host, "Livia"), (guest, "Marek"), (friend, "Nora")):
        come_in(page.context, name)
        page.goto("/")
    guest.goto(open_table(host, "my_shelfie"))
    sit_down(guest)
    host.locator("[data-ply]").first.wait_for()
    guest.goto(open_table(friend, "codex_naturalis"))
    guest.get_by_role("button", name="Sit down").click()
    asked = guest.get_by_role("dialog")
    expect(asked).to_contain_text("Livia")
    asked.get_by_role("button", name="Put that match aside and sit down").click()
    expect(friend.get_by_role("heading", level=1)).to_contain_text("Marek")  # it has begun
    expect(host.get_by_text(re.compile("Marek is away")).first).to_be_visible()
    guest.goto("/matches")
    expect(guest.locator("main li")).to_have_count(2)
