"""Others' turns are seen one after the other and heard in order; refusals are in nobody's way."""

from itertools import pairwise

from playwright.sync_api import Page, expect

from tests.page.conftest import DESKTOP, PHONE, Visit
from tests.page.players import SHORT, ShelfiePlayer
from tests.page.ways import play_now

LISTEN = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.textContent) window.heard.push(node.textContent);
  }).observe(document.querySelector("[aria-live=polite].spoken"), { childList: true });
  window.plies = [];
  const screen = document.querySelector("[data-ply]");
  new MutationObserver(() => window.plies.push([performance.now(), screen.dataset.ply]))
    .observe(screen, { attributeFilter: ["data-ply"] });
}"""

OVER_COLUMNS = """() => [...document.querySelectorAll("[data-column]")].map((column) => {
  const box = column.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height * 0.7);
  return column.contains(found);
})"""


def open_match_of_four(visit: Visit, **more: object) -> Page:
    page = visit("/", **more)
    card = page.locator('article[data-game="my_shelfie"]')
    card.get_by_role("button", name="Change").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="4", exact=True).check()
    sheet.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-turn=mine]").wait_for()
    return page


def test_three_rivals_move_one_after_the_other_and_all_of_it_is_heard(visit: Visit) -> None:
    page = open_match_of_four(visit, settings={"pace": "calm"})
    page.evaluate(LISTEN)
    ShelfiePlayer(page).play(1)
    page.locator("[data-turn=mine]").wait_for()
    heard: list[str] = page.evaluate("heard")
    moves = [line for line in heard if "in column" in line and "chosen" not in line]
    assert len(moves) == 4, heard
    assert moves[0].startswith("Placed:")
    assert len({line.split(" placed")[0] for line in moves[1:]}) == 3, moves
    assert heard.index(moves[-1]) < max(n for n, line in enumerate(heard) if "Your turn" in line)
    times = [time for time, _ in page.evaluate("plies")]
    gaps = [after - before for before, after in pairwise(times)]
    assert len(gaps) == 3
    assert min(gaps) > 300, gaps  # one is seen late on a busy machine, and the next one sooner
    assert sum(gaps) > 600 + 2 * 700, gaps
    expect(page.locator(".print")).not_to_have_count(0)
    expect(page.locator("[data-last]")).to_have_count(3)


def test_a_tap_skips_to_the_own_turn(visit: Visit) -> None:
    page = open_match_of_four(visit, settings={"pace": "calm"})
    page.evaluate(LISTEN)
    player = ShelfiePlayer(page)
    player.play(1)
    page.wait_for_timeout(700)  # meanwhile all three bots have answered
    page.mouse.click(5, 450)
    page.locator("[data-turn=mine]").wait_for()
    times = [time for time, _ in page.evaluate("plies")]
    assert times[-1] - times[0] < 1700, times
    heard = page.evaluate("heard")
    assert len([line for line in heard if " placed " in line]) == 3, heard


def test_refusals_take_no_tap_from_the_columns(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    play_now(page, "my_shelfie")
    page.locator("[data-turn=mine]").wait_for()
    shut_in = page.get_by_role("gridcell", name="no free side").first
    shut_in.tap(force=True, timeout=SHORT)
    bubble = page.locator(".bubble")
    expect(bubble).to_have_text("No free side yet: clear a tile next to it first.")
    expect(page.locator(".toast")).to_have_count(0)
    assert all(page.evaluate(OVER_COLUMNS))
    expect(page.locator("[aria-live=assertive].spoken")).to_contain_text("clear a tile")
    page.get_by_role("gridcell", name="can be taken").first.tap()
    expect(bubble).to_have_count(0)


def test_a_bubble_lies_inside_the_window(visit: Visit) -> None:
    for size in (DESKTOP, PHONE, {"width": 360, "height": 640}):
        page = visit("/", size=size)
        play_now(page, "my_shelfie")
        page.locator("[data-turn=mine]").wait_for()
        page.get_by_role("gridcell", name="no free side").last.click(force=True)
        expect(page.locator(".bubble")).to_be_visible()
        box = page.locator(".bubble").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
