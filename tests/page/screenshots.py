"""Takes pictures of the main screens at all sizes: `./check screenshots [FOLDER]`."""

import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from ludoteca import games
from tests.page.browser import find_browser, launch
from tests.page.conftest import DESKTOP, PATIENCE, PHONE, TABLET
from tests.page.players import PLAYERS
from tests.page.serving import serving

SIZES = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}
FOLDER = Path("build/screenshots")
MOVES = 7
"""Moves before the picture of a match is taken."""


def take(browser: Browser, address: str, folder: Path, size: str, theme: str) -> None:
    """Take the pictures of one size and theme."""
    view = SIZES[size]
    context = browser.new_context(
        viewport={"width": view["width"], "height": view["height"]},
        locale="en-GB",
        has_touch=size != "desktop",
        reduced_motion="reduce",
        base_url=address,
        device_scale_factor=2 if size == "phone" else 1,
    )
    kept = json.dumps({"sound": False, "level": "easy", "theme": theme})
    context.add_init_script(f"localStorage['ludoteca.settings'] = {kept!r}")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    for game in games.names():
        page.goto("/")
        picture(page, folder / f"home-{size}-{theme}.png")
        card = page.locator(f'article[data-game="{game}"]')
        card.get_by_role("button", name="Play now").click()
        player = PLAYERS[game](page, touch=size != "desktop")
        player.play(MOVES)
        if page.locator("[data-turn=over]").count() == 0:
            page.locator("[data-turn=mine]").wait_for()
            player.choose()
        picture(page, folder / f"{game}-{size}-{theme}.png")
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Give up").click()
        page.get_by_role("button", name="Give up").click()
        page.get_by_role("dialog", name="Final scoring").wait_for()
    page.goto("/settings")
    picture(page, folder / f"settings-{size}-{theme}.png")
    context.close()


def picture(page: Page, path: Path) -> None:
    """Take a picture once everything has come."""
    page.wait_for_load_state("networkidle")
    page.screenshot(path=path)
    print(path)


def main(arguments: list[str]) -> None:
    """Take all pictures."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as house,
        serving(Path(house)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright, find_browser(playwright))
        for size in SIZES:
            for theme in ("light", "dark"):
                take(browser, address, folder, size, theme)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
