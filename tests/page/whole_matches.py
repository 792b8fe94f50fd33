"""Whole matches through the page: both games by clicks, taps and keys, from 360×640 to 1440×900.

`python -m tests.page.whole_matches [FOLDER]` plays all of them and keeps pictures of the beginning,
the middle, the last look at the board, the scoring and the result.
"""

import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright

from ludoteca.language import words
from tests.page.browser import find_browser, launch
from tests.page.key_players import KEY_PLAYERS, KeyPlayer
from tests.page.players import PLAYERS
from tests.page.serving import serving

FOLDER = Path("build/screenshots/matches")
MIDDLE = 9
"""Number of own moves after which the picture of the middle is taken."""

TIMEOUT = 30_000
Way = Literal["click", "tap", "keys"]
Take = Callable[[Page, str], None]
LOCALES = {"en": "en-GB", "it": "it-IT", "de": "de-DE"}


@dataclass(frozen=True)
class Sitting:
    """A match: what is played, on which screen, in which theme and language, and by which hand."""

    game: str
    width: int
    height: int
    theme: Literal["light", "dark"]
    language: str
    way: Way

    def __str__(self) -> str:
        """Name it, as its pictures are called."""
        return f"{self.game}-{self.width}-{self.theme}-{self.language}-{self.way}"

    def begin(self, page: Page) -> None:
        """Open the board against a bot from the first page."""
        start = page.locator(f'article[data-game="{self.game}"] button.filled')
        start.wait_for()
        if self.way == "keys":
            KEY_PLAYERS[self.game](page, self.language).tab_to(
                f'article[data-game="{self.game}"] button.filled'
            )
            page.keyboard.press("Enter")
        elif self.way == "tap":
            start.tap()
        else:
            start.click()
        page.wait_for_url("**/t/*")
        page.locator("[data-turn=mine]").wait_for()

    def play(self, page: Page, take: Take) -> int:
        """Play from the first page to the result; return how many moves were made."""
        say = words(self.language)
        self.begin(page)
        take(page, "1-beginning")
        player = (
            KEY_PLAYERS[self.game](page, self.language)
            if self.way == "keys"
            else PLAYERS[self.game](page, self.way == "tap", self.language)
        )
        made = player.play(MIDDLE)
        take(page, "2-middle")
        made += player.play()
        result = page.get_by_role("dialog", name=say["page.final_scoring"])
        expect(result).to_be_visible()
        take(page, "3-scoring")
        on = result.get_by_role("button", name=say["page.next"], exact=True)
        while on.count():
            if isinstance(player, KeyPlayer):
                if not player.has_focus("dialog button.filled"):
                    player.tab_to("dialog button.filled")
                player.press("Enter")
            elif self.way == "tap":
                on.tap()
            else:
                on.click()
        expect(result.locator(".finale h2")).to_be_visible()
        take(page, "4-result")
        return made


SITTINGS = (
    Sitting("my_shelfie", 1440, 900, "dark", "de", "click"),
    Sitting("codex_naturalis", 360, 640, "light", "de", "tap"),
    Sitting("my_shelfie", 1024, 768, "light", "it", "keys"),
    Sitting("codex_naturalis", 1440, 900, "light", "it", "keys"),
    Sitting("my_shelfie", 360, 640, "dark", "it", "tap"),
    Sitting("my_shelfie", 390, 844, "light", "en", "tap"),
    Sitting("codex_naturalis", 390, 844, "dark", "en", "tap"),
    Sitting("codex_naturalis", 1024, 768, "dark", "en", "click"),
)
"""Every size, theme, language and hand in each game; the first four have all hands."""


def open_page(browser: Browser, address: str, sitting: Sitting) -> Page:
    """Open the first page as a sitting wants it: quiet, without motion, against an easy bot."""
    context = browser.new_context(
        viewport={"width": sitting.width, "height": sitting.height},
        locale=LOCALES[sitting.language],
        color_scheme=sitting.theme,
        has_touch=sitting.way == "tap",
        reduced_motion="reduce",
        base_url=address,
        service_workers="block",
    )
    kept = json.dumps({"sound": False, "level": "easy", "pace": "quick"})
    context.add_init_script(f"localStorage['ludoteca.settings'] ??= {kept!r}")
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto("/")
    return page


def main(arguments: list[str]) -> None:
    """Play all of them, and keep the pictures."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=TIMEOUT)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright, find_browser(playwright))
        for sitting in SITTINGS:
            page = open_page(browser, address, sitting)

            def take(page: Page, moment: str, sitting: Sitting = sitting) -> None:
                page.wait_for_load_state("networkidle")
                page.screenshot(path=folder / f"{sitting}-{moment}.png", animations="disabled")

            print(sitting, sitting.play(page, take), "moves", flush=True)
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
