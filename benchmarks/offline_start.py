"""How soon one plays without a server: `python -m benchmarks.offline_start`.

From the tap on *Play now* until the first frame with a dealt board is out, in Chromium with the
server gone after one visit that got the device ready. The first time Python has never run there.
The second time the page is opened again, and Python starts again; then a match more on that page.
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from benchmarks.page import TIMEOUT
from ludoteca import games
from tests.page.browser import find_browser, launch
from tests.page.conftest import DESKTOP
from tests.page.serving import serving

ROUNDS = 3

DEALT = """() => new Promise((done) => {
  const look = () => {
    if (!document.querySelector("[data-turn] :is([data-room] .tile, [data-source] .face)")) {
      requestAnimationFrame(look);
      return;
    }
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
  };
  look();
})"""
"""Waits for the first frame with a dealt board, also if a bot begins; gives the time."""

TAP = """(game) => {
  const card = document.querySelector(`article[data-game="${game}"]`);
  const buttons = [...card.querySelectorAll("button")];
  buttons.find((one) => /Play now/.test(one.textContent)).click();
  return performance.now();
}"""
"""Taps *Play now* on the card of a game; gives the time."""


def get_ready(browser: Browser, address: str) -> BrowserContext:
    """Visit a server once, and get ready for offline play."""
    context = browser.new_context(
        viewport={"width": DESKTOP["width"], "height": DESKTOP["height"]},
        locale="en-GB",
        base_url=address,
    )
    kept = json.dumps({"sound": False, "level": "expert", "motion": "off"})
    context.add_init_script(f"localStorage['ludoteca.settings'] ??= {kept!r}")
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto("/settings")
    page.get_by_role("button", name="Get ready").click()
    expect(page.get_by_text("Ready for offline play.")).to_be_visible(timeout=TIMEOUT)
    page.evaluate("async () => void (await navigator.serviceWorker.ready)")
    page.close()
    return context


def time_board(page: Page, game: str) -> float:
    """Tap a game; return the seconds until its board is dealt."""
    page.locator(f'article[data-game="{game}"] button').first.wait_for()
    began: float = page.evaluate(TAP, game)
    ended: float = page.evaluate(DEALT)
    return (ended - began) / 1000


def time_visits(context: BrowserContext, game: str) -> tuple[float, float, float]:
    """Open the page twice; return the seconds of the first board, the second and one more."""
    times = []
    for matches in (1, 2):
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.goto("/")
        for _ in range(matches):
            times.append(time_board(page, game))
            page.get_by_role("link", name="ludoteca").click()
        page.close()
    first, second, more = times
    return first, second, more


def row(game: str, name: str, seconds: Sequence[float], bar: str) -> str:
    """Return a row of the table."""
    times = " | ".join(f"{time:.2f} s" for time in (median(seconds), min(seconds), max(seconds)))
    return f"| {game} | {name} | {times} | {bar} |"


def measure(browser: Browser, rounds: int) -> str:
    """Measure both games; return the table."""
    rows = ["| game | from | middle | best | worst | bar |", "|---|---|---:|---:|---:|---:|"]
    for game in games.names():
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address:
            contexts = [get_ready(browser, address) for _ in range(rounds)]
        times = [time_visits(context, game) for context in contexts]
        first, second, more = zip(*times, strict=True)
        rows.append(row(game, "first tap ever until the board is dealt", first, "8 s"))
        rows.append(row(game, "the same when the page is opened again", second, "3 s"))
        rows.append(row(game, "a match more on the same page", more, "3 s"))
        for context in contexts:
            context.close()
    return "\n".join(rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Start a browser, and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="times that each is measured")
    options = parser.parse_args(arguments)
    with sync_playwright() as playwright:
        browser = launch(playwright, find_browser(playwright))
        print(measure(browser, options.rounds))
        browser.close()


if __name__ == "__main__":
    main()
