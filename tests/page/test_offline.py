"""With the server gone after one visit, the page plays on: matches, hot seat, replays, analysis."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from ludoteca.record import verify
from tests.page.conftest import DESKTOP
from tests.page.players import PLAYERS
from tests.page.serving import serving
from tests.page.ways import play_now
from tests.sizes import SOAK

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
        )
        level = "expert" if SOAK else "easy"
        kept = json.dumps({"sound": False, "level": level, "pace": "quick"})
        context.add_init_script(f"localStorage['ludoteca.settings'] ??= {kept!r}")
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


def test_bots_of_the_other_game_and_people_at_one_device(page: Page) -> None:
    play_now(page, "codex_naturalis")
    assert PLAYERS["codex_naturalis"](page).play(200 if SOAK else 4) >= 4
    page.get_by_role("link", name="ludoteca").click()
    card = page.locator('article[data-game="my_shelfie"]')
    card.get_by_role("button", name="One device").click()
    page.get_by_role("button", name="Begin").click()
    for _ in range(2):
        curtain = page.get_by_role("dialog", name="Pass the device")
        curtain.get_by_role("button", name="I’m").click()
        expect(curtain).to_have_count(0)
        PLAYERS["my_shelfie"](page).play(1)
