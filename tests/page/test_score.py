"""Matches of the real box are counted on the page, by taps, and kept on the device."""

from playwright.sync_api import expect

from tests.page.conftest import PHONE, Visit
from tests.page.test_everywhere import is_clean


def test_a_bookshelf_is_counted_part_by_part_and_kept(visit: Visit) -> None:
    page = visit("/learn", size=PHONE)
    page.locator('article[data-game="my_shelfie"]').get_by_role("link", name="Score").tap()
    page.wait_for_url("**/score/my_shelfie")
    shelf = page.get_by_role("group", name="Bookshelf")
    for column in range(1, 4):
        shelf.get_by_role("button", name=f"Row 6, column {column}:").tap()
    total = page.locator("[data-total]")
    expect(total).to_have_text("2")
    page.get_by_role("group", name="Token of common goal 1").get_by_role("radio", name="8").check()
    expect(total).to_have_text("10")
    page.get_by_role("group", name="Tiles in place").get_by_role("radio", name="3").check()
    expect(total).to_have_text("14")
    page.get_by_role("button", name="Player 2").tap()
    expect(total).to_have_text("0")
    page.get_by_role("button", name="Save this result").tap()
    page.reload()
    expect(page.get_by_role("region", name="Results on this device")).to_contain_text(
        "1. Player 1 14 · 2. Player 2 0"
    )


def test_objectives_are_counted(visit: Visit) -> None:
    page = visit("/score/codex_naturalis")
    page.get_by_role("radio", name="Enter points").check()
    page.get_by_label("Points on the score track").fill("21")
    first = page.get_by_role("group", name="Common objective 1")
    first.get_by_role("radio", name="3 points").check()
    first.get_by_role("group", name="Times fulfilled").get_by_role("radio", name="2").check()
    expect(page.locator("[data-total]")).to_have_text("27")


def test_cards_are_laid_as_they_lie_on_the_table(visit: Visit) -> None:
    page = visit("/score/codex_naturalis", size=PHONE)
    cards = page.get_by_role("list", name="Cards to lay").get_by_role("button")
    expect(cards).to_have_count(6)  # starter cards
    cards.first.tap()
    expect(cards).to_have_count(10)
    page.locator('[data-card="8"]').tap()
    page.locator('[data-spot="1,1"]').tap()
    total = page.locator("[data-total]")
    expect(total).to_have_text("1")
    expect(cards).to_have_count(9)  # each card is there once
    page.get_by_role("region", name="Common objective 1").get_by_role("button").tap()
    page.get_by_role("button", name="3 fungi").first.tap()
    expect(page.locator("dl")).to_contain_text("Common objective 1")
    page.get_by_role("button", name="Player 2").tap()
    expect(page.locator("dl")).to_contain_text("Common objective 1")  # the same for everybody
    page.get_by_role("button", name="Player 1").tap()
    page.get_by_role("button", name="Take the last card back").tap()
    expect(total).to_have_text("0")
    is_clean(page, "cards of the real box")
