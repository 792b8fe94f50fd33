"""Before the start: names, seats and rules that change, a start by itself, and playing again."""

import re

from playwright.sync_api import expect

from tests.page.conftest import PHONE, Visit
from tests.page.ways import come_in, open_table, sit_down


def test_a_table_can_be_changed_until_it_starts(visit: Visit) -> None:
    host, guest = visit(None), visit(None, size=PHONE)
    come_in(host.context, "Odetta")
    host.goto("/")
    guest.goto(open_table(host, "my_shelfie"))
    expect(guest.locator(".options")).to_contain_text("only people with the link")
    assert guest.get_by_role("heading", name="Invite").count() == 0, "they were invited themselves"
    host.get_by_role("button", name="Add a seat").click()
    host.get_by_role("button", name="Change").click()
    sheet = host.get_by_role("dialog")
    assert sheet.get_by_role("group", name="Game").count() == 0
    sheet.get_by_role("group", name="Clock").get_by_role(
        "radio", name="per turn", exact=True
    ).check()
    sheet.get_by_role("button", name="Save").click()
    expect(guest.locator(".options")).to_contain_text("1 min per turn")
    expect(guest.get_by_role("list", name="Seats").locator("li")).to_have_count(3)

    # A newcomer is asked for a name, and sits down under it.
    field = guest.get_by_label("What shall we call you?")
    field.fill("Zoe")
    sit_down(guest)
    expect(host.get_by_role("list", name="Seats")).to_contain_text("Zoe")
    chat = host.get_by_role("textbox", name="Say something").bounding_box()
    dock = host.get_by_role("region", name="Your move").bounding_box()
    assert chat is not None
    assert dock is not None
    assert chat["y"] + chat["height"] <= dock["y"], "the chat's field lies under the dock"
    host.get_by_role("button", name="Remove this seat").click()
    host.get_by_role("button", name="Start with 2").click()
    for page in (host, guest):
        page.locator("[data-turn]").wait_for()


def test_a_match_starts_when_all_are_there_and_again_by_two_taps(visit: Visit) -> None:
    host, guest = visit(None), visit(None, size=PHONE)
    for page, name in ((host, "Pilar"), (guest, "Quinn")):
        come_in(page.context, name)
        page.goto("/")
    first = open_table(host, "codex_naturalis")
    guest.goto(first)
    sit_down(guest)
    for page in (host, guest):
        page.locator("[data-turn]").wait_for()
    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("dialog").get_by_role("button", name="Resign").click()
    guest.get_by_role("dialog").get_by_role("button", name="Resign").last.click()
    expect(
        host.locator(".spoken").get_by_text("Quinn resigned.", exact=True).first
    ).to_be_attached()
    for page in (host, guest):
        page.get_by_role("button", name="Skip").click()
    expect(host.get_by_role("dialog").get_by_text("Quinn resigned.").first).to_be_visible()
    host.get_by_role("button", name="Play again").click()
    guest.get_by_role("button", name=re.compile("Pilar")).click()
    for page in (host, guest):
        page.wait_for_url(lambda url: "/t/" in url and url != first)
        page.locator("[data-turn]").wait_for()
