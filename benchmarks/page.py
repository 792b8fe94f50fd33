"""How light and quick the page is, in a real browser: `python -m benchmarks.page`.

Size: what is loaded up to the first board, as it comes over the wire. First board: from the
navigation with an empty cache, on loopback, until the board of a running match is drawn. Frames:
the times between them while a move of three tiles, or of a card, is shown with all its motion, and
while three rivals answer one after the other.
"""

import argparse
import json
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, Response, sync_playwright

from tests.page.browser import find_browser, launch
from tests.page.conftest import DESKTOP
from tests.page.players import PLAYERS
from tests.page.recorded import MIDDLE, fields_of, ply_before
from tests.page.serving import serving
from tests.page.ways import come_in, play_four, play_now, play_on

ART = re.compile(r"Sprite|Scene|CardFace|ObjectiveFace|\.svg")
"""Files that are drawings, or little else."""
FONT = re.compile(r"\.woff2?$")
ROUNDS = 5
SHOWN = 2.0
"""Seconds in which frames are counted: the move itself, and how the bots answer."""
RIVALS_SHOWN = 2.2
"""Times as many seconds while three rivals move."""
GAMES = tuple(sorted(MIDDLE))
FIRST_TURN = {"my_shelfie": 0, "codex_naturalis": 3}
"""Moves of one's own before the one after which the others move."""
TIMEOUT = 60_000

DRAWN = """
new MutationObserver((_, watch) => {
  if (!document.querySelector("[data-room], [data-source]")) return;
  watch.disconnect();
  const note = () => (document.documentElement.dataset.drawn = performance.now());
  requestAnimationFrame(() => requestAnimationFrame(note));
}).observe(document, { childList: true, subtree: true });
"""
"""Notes when the first frame with a board on it has gone out."""

FRAMES = """seconds => new Promise((done) => {
  const times = [];
  document.querySelector("[data-turn] section button.filled").click();
  requestAnimationFrame(function next(now) {
    times.push(now);
    if (now - times[0] < 1000 * seconds) requestAnimationFrame(next);
    else done(times.slice(1).map((time, n) => time - times[n]));
  });
})"""
"""Confirms the move that is laid out, and gives the milliseconds between frames from then on."""


@dataclass
class Weight:
    """What a page has loaded, in bytes as they come over the wire."""

    code: dict[str, int] = field(default_factory=dict)
    fonts: dict[str, int] = field(default_factory=dict)
    art: dict[str, int] = field(default_factory=dict)

    def add(self, answer: Response) -> None:
        """Put a file on its pile; what the server works out is no part of the page."""
        if "/api/" not in answer.url:
            self.put(answer.url.rpartition("/")[2], int(answer.headers.get("content-length", 0)))

    def put(self, name: str, size: int) -> None:
        """Put a file of a name on its pile."""
        pile = self.art if ART.search(name) else self.fonts if FONT.search(name) else self.code
        pile[name] = size

    @property
    def without_art(self) -> int:
        """Sum up what has to come before anything can be read."""
        return sum(self.code.values()) + sum(self.fonts.values())

    def row(self, game: str) -> str:
        """Return a row of the table."""
        sums = [sum(pile.values()) / 1000 for pile in (self.code, self.fonts, self.art)]
        parts = " | ".join(f"{size:.0f} kB" for size in sums)
        return f"| {game} | {self.without_art / 1000:.0f} kB | {parts} |"


def quantile(times: Sequence[float], share: float) -> float:
    """Return the time that so large a share of them does not exceed.

    >>> quantile([4.0, 1.0, 3.0, 2.0], 0.5), quantile([4.0, 1.0, 3.0, 2.0], 0.95)
    (2.0, 4.0)
    """
    ordered = sorted(times)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def frame_row(game: str, times: Sequence[float]) -> str:
    """Return a row of the table of frames."""
    parts = (quantile(times, 0.5), quantile(times, 0.95), max(times))
    return f"| {game} | {len(times)} | " + " | ".join(f"{time:.1f} ms" for time in parts) + " |"


def board_row(game: str, times: Sequence[float]) -> str:
    """Return a row of the table of first boards."""
    return f"| {game} | {median(times):.0f} ms | {min(times):.0f} ms | {max(times):.0f} ms |"


def newcomer(browser: Browser, address: str, motion: str = "off") -> Page:
    """Open a page with an empty cache for somebody who has not been here."""
    context = browser.new_context(
        viewport={"width": DESKTOP["width"], "height": DESKTOP["height"]},
        locale="en-GB",
        base_url=address,
    )
    kept = json.dumps({"sound": False, "level": "beginner", "motion": motion})
    context.add_init_script(f"localStorage['ludoteca.settings'] ??= {kept!r}")
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    return page


def weigh(page: Page, game: str) -> Weight:
    """Weigh what is loaded from the first page to the first board."""
    weight = Weight()
    page.on("response", weight.add)
    page.goto("/")
    play_now(page, game)
    page.locator("[data-turn=mine]").wait_for()
    page.wait_for_load_state("networkidle")
    page.remove_listener("response", weight.add)
    return weight


def time_board(browser: Browser, address: str, table: str) -> float:
    """Open a running match with an empty cache; give the milliseconds until it is drawn."""
    page = newcomer(browser, address)
    page.add_init_script(DRAWN)
    page.goto(table)
    page.locator("html[data-drawn]").wait_for()
    taken = float(page.locator("html").get_attribute("data-drawn") or 0)
    page.context.close()
    return taken


def time_frames(browser: Browser, address: str, game: str, seconds: float) -> list[float]:
    """Make a move with all motion; give the milliseconds between frames."""
    page = newcomer(browser, address, motion="full")
    come_in(page.context, "Mira")
    play_on(page, game, ply_before(game, MIDDLE[game]))
    player = PLAYERS[game](page)
    player.lay_out(fields_of(game, MIDDLE[game]))
    player.dock.locator("button.filled:enabled").wait_for()
    times: list[float] = page.evaluate(FRAMES, seconds)
    page.context.close()
    return times


def time_rivals(browser: Browser, address: str, game: str, seconds: float) -> list[float]:
    """Finish a turn against three bots; give the milliseconds between frames while they move."""
    page = newcomer(browser, address, motion="full")
    page.goto("/")
    play_four(page, game)
    player = PLAYERS[game](page)
    player.play(FIRST_TURN[game])
    page.locator("[data-turn=mine]").wait_for()
    player.choose()
    player.dock.locator("button.filled:enabled").wait_for()
    times: list[float] = page.evaluate(FRAMES, RIVALS_SHOWN * seconds)
    page.context.close()
    return times


def measure(
    browser: Browser, address: str, rounds: int, seconds: float, games: Sequence[str] = GAMES
) -> str:
    """Measure everything; give the tables."""
    sizes, boards, frames = list[str](), list[str](), list[str]()
    for game in games:
        page = newcomer(browser, address)
        sizes.append(weigh(page, game).row(game))
        times = [time_board(browser, address, page.url) for _ in range(rounds)]
        boards.append(board_row(game, times))
        page.context.close()
        moves = [time_frames(browser, address, game, seconds) for _ in range(rounds)]
        frames.append(frame_row(game, [time for move in moves for time in move]))
        turns = [time_rivals(browser, address, game, seconds) for _ in range(rounds)]
        frames.append(frame_row(f"{game}, three rivals", [time for one in turns for time in one]))
    return "\n".join((
        "| first load, gzipped | without art | code and words | fonts | art |",
        "|---|---:|---:|---:|---:|", *sizes, "",
        f"| first board drawn, cold cache, {rounds} times | middle | best | worst |",
        "|---|---:|---:|---:|", *boards, "",
        "| time between frames | frames | p50 | p95 | worst |",
        "|---|---:|---:|---:|---:|", *frames,
    ))  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Start a server and a browser, and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="times that each is measured")
    parser.add_argument("--seconds", type=float, default=SHOWN, help="of frames for a move")
    options = parser.parse_args(arguments)
    with (
        tempfile.TemporaryDirectory() as runtime,
        serving(Path(runtime)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright, find_browser(playwright))
        print(measure(browser, address, options.rounds, options.seconds))
        browser.close()


if __name__ == "__main__":
    main()
