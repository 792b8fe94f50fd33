"""Others' turns are seen one after the other and heard in order; refusals are in nobody's way."""

import json
from collections.abc import Callable
from time import monotonic

from playwright.sync_api import Page, expect

from tests.page.conftest import DESKTOP, PHONE, TIMEOUT, Visit
from tests.page.players import SHORT, ShelfiePlayer
from tests.page.ways import play_four, play_now

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


def open_match_of_four(visit: Visit, **more: object) -> tuple[Page, list[int]]:
    """Open a match; give its page, and a list that grows with the seats whose moves arrive."""
    page, moved = visit(None, **more), list[int]()

    def hear(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message.get("type") == "update":
            moved.extend(one["seat"] for one in message["happened"] if one["kind"] == "move")

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    page.goto("/")
    play_four(page, "my_shelfie")
    return page, moved


def move_while_time_stands_still(page: Page, moved: list[int]) -> None:
    """Move, and let all three bots answer: the page's clock shows none of it before it goes on."""
    page.evaluate(LISTEN)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    moved.clear()
    ShelfiePlayer(page).play(1)
    until(page, lambda: len(moved) == 4)


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait in real time, whatever the clock of the page says."""
    end = monotonic() + TIMEOUT / 1000
    while not is_so():
        assert monotonic() < end
        page.wait_for_timeout(20)


def shown(page: Page) -> int:
    """Count the moves that were shown since the page is listened to."""
    return int(page.evaluate("plies.length"))


def test_three_rivals_move_one_after_the_other_and_all_of_it_is_heard(visit: Visit) -> None:
    page, moved = open_match_of_four(visit, settings={"pace": "calm"})
    move_while_time_stands_still(page, moved)
    assert shown(page) == 1  # one's own
    for n, (too_early, then) in enumerate(((650, 100), (800, 100), (800, 100)), 1):
        page.clock.run_for(too_early)
        assert shown(page) == n
        page.clock.run_for(then)
        until(page, lambda n=n: shown(page) == n + 1)  # type: ignore[misc]
    page.clock.run_for(20_000)  # everything is read out in its time
    page.locator("[data-turn=mine]").wait_for()
    heard: list[str] = page.evaluate("heard")
    moves = [line for line in heard if "in column" in line and "chosen" not in line]
    assert len(moves) == 4, heard
    assert moves[0].startswith("Placed:")
    assert len({line.split(" placed")[0] for line in moves[1:]}) == 3, moves
    assert heard.index(moves[-1]) < max(n for n, line in enumerate(heard) if "Your turn" in line)
    expect(page.locator(".print")).not_to_have_count(0)
    expect(page.locator("[data-last]")).to_have_count(3)


def test_a_tap_skips_to_the_own_turn(visit: Visit) -> None:
    page, moved = open_match_of_four(visit, settings={"pace": "calm"})
    move_while_time_stands_still(page, moved)
    assert shown(page) == 1
    page.mouse.click(5, 450)
    page.locator("[data-turn=mine]").wait_for()  # without any time
    page.clock.run_for(20_000)
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
