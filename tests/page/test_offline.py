"""With the server gone after one visit, the page plays on.

Matches against bots and at one device, tutorials, the calculator, replays, analysis.
"""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from ludoteca.record import verify
from tests.page.conftest import DESKTOP, Visit
from tests.page.players import PLAYERS, wait_for_turn
from tests.page.serving import serving
from tests.page.test_account import SECRET, identify, open_sheet
from tests.page.test_lessons import PUPILS, take_lessons
from tests.page.ways import play_now
from tests.server.tables.test_uploads import played_on_a_device

KEEP = """(texts) => new Promise((done) => {
  const asked = indexedDB.open("ludoteca", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("texts");
  asked.onsuccess = () => {
    const work = asked.result.transaction("texts", "readwrite");
    for (const [key, text] of Object.entries(texts)) work.objectStore("texts").put(text, key);
    work.oncomplete = () => (asked.result.close(), done());
  };
})"""
"""Puts texts where matches of a device are kept."""

LEVEL = """(level) => {
  const kept = JSON.parse(localStorage["ludoteca.settings"]);
  localStorage["ludoteca.settings"] = JSON.stringify({ ...kept, level });
}"""
"""Chooses who plays against one from the next load on."""

NOTE_WORKERS = """
window.Worker = class extends Worker {
  constructor(...all) {
    super(...all);
    window.workers = [...(window.workers ?? []), this];
  }
};
"""

COUNT_ANSWERS = """() => {
  const [worker] = window.workers;
  let id = 1_000_000, count = 0, moves = 0;
  const ask = () => worker.postMessage({
    type: "request", id: (id += 1), method: "GET", path: "/me", body: "", language: "en",
  });
  window.counted = new Promise((done) => worker.addEventListener("message", ({ data }) => {
    if (data.type === "frame" && JSON.parse(data.text).type === "update") {
      moves += 1;
      if (moves === 1) ask();
      else done(count);
    }
    if (data.type !== "answer" || data.id !== id) return;
    count += 1;
    ask();
  }));
}"""
"""Asks the worker one thing after another from the next move, one's own, to that of the bot."""

FITS = "() => document.documentElement.scrollHeight <= innerHeight"
"""Whether nothing lies below the screen."""

REFUSE = """
indexedDB.open = () => { throw new DOMException("refused", "InvalidStateError"); };
caches.open = caches.match = () => Promise.reject(new DOMException("refused", "SecurityError"));
"""
"""Keeps nothing, as some browsers do in a private window."""

LONG = 120_000
"""Milliseconds for Python to start in a browser on a busy machine."""


@pytest.fixture(scope="module")
def away(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """Visit a server once, get ready for offline play, and lose the server for good."""
    with serving(tmp_path_factory.mktemp("data")) as address:
        context = browser.new_context(
            viewport={"width": DESKTOP["width"], "height": DESKTOP["height"]},
            locale="en-GB",
            reduced_motion="reduce",
            base_url=address,
            accept_downloads=True,
            has_touch=True,
        )
        kept = json.dumps({"sound": False, "level": "expert", "pace": "quick"})
        context.add_init_script(f"localStorage['ludoteca.settings'] ??= {kept!r}")
        context.add_init_script(NOTE_WORKERS)
        page = context.new_page()
        page.goto("/settings")
        page.get_by_role("button", name="Get ready").click()
        expect(page.get_by_text("Ready for offline play.")).to_be_visible(timeout=LONG)
        page.evaluate("async () => void (await navigator.serviceWorker.ready)")
        page.close()
    yield context
    context.close()


@pytest.fixture
def page(away: BrowserContext) -> Iterator[Page]:
    opened = away.new_page()
    opened.set_default_timeout(60_000)
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.goto("/")
    expect(opened.get_by_text("You’re playing on this device")).to_be_visible(timeout=LONG)
    yield opened
    opened.close()
    assert faults == []


def test_a_whole_match_outlives_its_page_and_can_be_saved_and_studied(
    page: Page, tmp_path: Path
) -> None:
    play_now(page, "my_shelfie")
    assert PLAYERS["my_shelfie"](page).play(moves=2) == 2
    match = page.url.rpartition("/")[2]
    page.reload()  # as if the tab had been closed
    PLAYERS["my_shelfie"](page).play()
    page.get_by_role("button", name="Skip to result").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save record").click()
    assert saved.value.suggested_filename == f"{match}.ludo"
    path = tmp_path / "saved.ludo"
    saved.value.save_as(path)
    assert verify(path.read_bytes()).rolls_checked

    page.goto("/replays")
    page.locator(f'a[href^="/r/{match}"]').first.click()
    page.get_by_role("button", name="Analyse this match").click()
    expect(page.get_by_role("slider", name="Chance of winning")).to_be_visible(timeout=LONG)


def test_a_whole_match_of_the_other_game(page: Page) -> None:
    play_now(page, "codex_naturalis")
    PLAYERS["codex_naturalis"](page).play()
    page.get_by_role("button", name="Skip to result").click()
    expect(page.get_by_role("link", name="Save record")).to_be_visible()


def test_two_people_play_a_whole_match_at_one_device(page: Page) -> None:
    card = page.locator('article[data-game="my_shelfie"]')
    card.get_by_role("button", name="One device").click()
    page.get_by_role("button", name="Begin").click()
    curtain = page.get_by_role("dialog", name="Pass the device")
    player, over = PLAYERS["my_shelfie"](page), page.locator("[data-turn=over]")
    turns = 0
    while not over.count():
        curtain.get_by_role("button", name="I’m").click()
        expect(curtain).to_have_count(0)
        assert player.play(moves=1) == 1
        turns += 1
        expect(curtain.or_(over).first).to_be_visible()
    assert turns >= 19


def test_both_tutorials_and_the_calculator(page: Page) -> None:
    for game in sorted(PUPILS):
        page.goto(f"/learn/{game}")
        take_lessons(page, game)
    page.goto("/score/my_shelfie")
    page.get_by_role("group", name="Tiles in place").get_by_role("radio", name="3").check()
    expect(page.locator("[data-total]")).to_have_text("4")


def test_a_request_is_answered_while_a_bot_thinks(page: Page) -> None:
    """A strong bot thinks in slices: what is asked meanwhile does not wait for its move."""
    page.evaluate(LEVEL, "mcts:100000p")
    page.reload()
    page.evaluate(LEVEL, "expert")  # for the other tests
    play_now(page, "my_shelfie")
    assert wait_for_turn(page)
    page.evaluate(COUNT_ANSWERS)
    assert PLAYERS["my_shelfie"](page).play(moves=1) == 1
    assert page.evaluate("window.counted") >= 20, "everything waits for the bot"


def test_a_full_disk_is_said_and_play_goes_on(page: Page, away: BrowserContext) -> None:
    """Nothing more can be kept; in a private window it is the same."""
    session = away.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    play_now(page, "my_shelfie")
    player, said = PLAYERS["my_shelfie"](page), page.get_by_text("can’t save matches here.")
    for _ in range(8):  # Chromium looks at the quota again only after half a minute
        assert player.play(moves=1) == 1
        if said.is_visible():
            break
        page.wait_for_timeout(5000)
    expect(said).to_be_visible()
    assert player.play(moves=1) == 1
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})


def test_without_webassembly_online_play_goes_on(visit: Visit) -> None:
    page = visit(None)
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto("/")
    page.evaluate("sessionStorage['ludoteca.on_device'] = 'yes'")
    page.goto("/")
    sentence = page.get_by_text("This browser can’t play without a server.")
    expect(sentence).to_be_visible()
    page.get_by_role("button", name="Back to the server").click()
    expect(sentence).to_have_count(0)
    play_now(page, "my_shelfie")
    assert wait_for_turn(page)


def test_a_private_window_says_so_and_online_play_goes_on(visit: Visit) -> None:
    """Neither files nor matches can be kept; workers are refused as pages are."""
    page = visit(None)
    page.add_init_script(REFUSE)
    page.route("**/assets/worker-*.js", refuse_the_worker)
    page.goto("/settings")
    panel = page.get_by_role("region", name="Offline play")
    expect(panel).to_contain_text("This browser can’t keep files here: it’s a private window")
    expect(panel).to_contain_text("online play works as usual")
    expect(panel.get_by_role("button")).to_have_count(0)
    page.goto("/")
    play_now(page, "my_shelfie")
    assert PLAYERS["my_shelfie"](page).play(moves=1) == 1
    page.evaluate("sessionStorage['ludoteca.on_device'] = 'yes'")  # as long as the page lasts
    page.goto("/")
    play_now(page, "my_shelfie")
    expect(page.get_by_text("This browser can’t save matches here.")).to_be_visible(timeout=LONG)
    assert PLAYERS["my_shelfie"](page).play(moves=1) == 1


def refuse_the_worker(route: Route) -> None:
    """Let a worker begin as a page in a private window does."""
    answer = route.fetch()
    route.fulfill(response=answer, body=REFUSE + answer.text())


def test_the_board_is_there_at_once_and_the_rest_follows(visit: Visit) -> None:
    page = visit(None)
    held: list[Route] = []
    page.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    page.add_init_script("sessionStorage['ludoteca.on_device'] = 'yes'")
    page.goto("/")
    page.locator('article[data-game="my_shelfie"]').get_by_role("button", name="Play now").click()
    empty, progress = page.locator("[data-empty]"), page.get_by_text("Getting this device ready…")
    for is_known in (False, True):  # the second time, a match that was kept
        if is_known:
            page.reload()
        expect(empty.locator("[role=gridcell]").first).to_be_visible()
        expect(empty.locator('[aria-label="Your bookshelf: empty."]')).to_be_visible()
        page.wait_for_function(FITS)
        expect(progress).to_be_visible()
        while not held:
            page.wait_for_timeout(20)
        held.pop().continue_()
        page.wait_for_url("**/t/device-*")
        assert wait_for_turn(page)
        expect(empty).to_have_count(0)
        expect(progress).to_have_count(0)
    assert PLAYERS["my_shelfie"](page).play(moves=1) == 1


def test_matches_of_the_device_go_up_to_an_account(visit: Visit) -> None:
    with ThreadPoolExecutor(1) as beside:  # this thread has a loop of its own
        record = beside.submit(lambda: asyncio.run(played_on_a_device())).result()
    page = visit("/settings")
    texts = {"record": record, "summary": json.dumps({"seats": [0]})}
    page.evaluate(KEEP, {f"match/device-abc/{part}": text for part, text in texts.items()})
    sheet = open_sheet(page)
    identify(sheet, "Create an account", "Olimpia", SECRET)
    expect(sheet).to_have_count(0)
    panel = page.get_by_role("region", name="Offline play")
    expect(panel).to_contain_text("1 finished match on this device")
    expect(panel).to_contain_text("never rated")
    panel.get_by_role("button", name="Add to my account").click()
    expect(panel).to_contain_text("Added. You’ll find them under Replays.")
    page.goto("/replays")
    expect(page.locator('a[href^="/r/upload-"]').first).to_be_visible()
