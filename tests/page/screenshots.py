"""Takes pictures of the main screens at all sizes: `./check screenshots [FOLDER]`.

Matches and their moments are recorded ones, so the pictures of boards are the same each time. The
few that the documents show go to docs/pictures as well, compressed.
"""

import base64
import json
import sys
import tempfile
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from ludoteca import games
from tests.page.browser import find_browser, launch
from tests.page.conftest import DESKTOP, PHONE, TABLET
from tests.page.players import PLAYERS
from tests.page.recorded import MIDDLE, address_of, fields_of, last_move, ply_before
from tests.page.serving import ROOT, serving
from tests.page.ways import come_in, open_table, play_on, settled, sit_down

SIZES = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FOLDER = Path("build/screenshots")
SHOWN = ROOT / "docs" / "pictures"
TIMEOUT = 30_000
PASSWORD = "a shelf of cats and books"

SCORED = {"my_shelfie": 3, "codex_naturalis": 2}
"""The picture of final scoring shows this step."""
HOSTS = {"Greta": ("my_shelfie", 4), "Jonas": ("codex_naturalis", 2), "Ada": ("my_shelfie", 3)}
"""Who has opened a table, for what."""

QUALITY = 82
IN_DOCS = {
    "home-desktop-light": "home",
    "home-phone-light": "home-phone",
    **{f"{game}-desktop-light": game.replace("_", "-") for game in MIDDLE},
    **{f"{game}-phone-light": f"{game.replace('_', '-')}-phone" for game in MIDDLE},
}
"""Pictures that the documents show, and how they are called there."""


class Camera:
    """Takes the pictures of one size."""

    def __init__(self, browser: Browser, address: str, folder: Path, size: str, state: Any) -> None:
        """Open a page of that size for somebody who has been here."""
        view = SIZES[size]
        self._context = browser.new_context(
            viewport={"width": view["width"], "height": view["height"]},
            locale="en-GB",
            has_touch=size != "desktop",
            reduced_motion="reduce",
            base_url=address,
            device_scale_factor=2 if size == "phone" else 1,
            storage_state=state,
        )
        self.page = new_page(self._context)
        self.size, self._folder = size, folder
        self._wire = self._context.new_cdp_session(self.page)

    def take(self, name: str) -> None:
        """Take a picture in light and dark, once everything has come."""
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("document.fonts.ready")
        self.page.mouse.move(0, 0)
        for theme in THEMES:
            self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            self.page.locator(f"html[data-theme={theme}]").wait_for()
            whole = f"{name}-{self.size}-{theme}"
            self.page.screenshot(path=self._folder / f"{whole}.png", animations="disabled")
            if whole in IN_DOCS:
                self._keep(SHOWN / f"{IN_DOCS[whole]}.webp")
            print(whole)

    def _keep(self, path: Path) -> None:
        """Write what is seen for the documents."""
        form = {"format": "webp", "quality": QUALITY}
        shot = self._wire.send("Page.captureScreenshot", form)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(shot["data"]))

    def close(self) -> None:
        """Put the camera away."""
        self._context.close()


def new_page(context: BrowserContext) -> Page:
    """Open a page that is quiet, with weak bots and the theme of the system."""
    kept = json.dumps({"sound": False, "level": "easy"})
    context.add_init_script(f"localStorage['ludoteca.settings'] ??= {kept!r}")
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    return page


def somebody(browser: Browser, address: str, name: str) -> Page:
    """Open a page for somebody who comes in."""
    context = browser.new_context(base_url=address, locale="en-GB", reduced_motion="reduce")
    come_in(context, name)
    return new_page(context)


def play_last_move(page: Page, game: str) -> str:
    """Bring a match to its end; give its address."""
    move = last_move(game)
    address = play_on(page, game, ply_before(game, move))
    player = PLAYERS[game](page)
    player.lay_out(fields_of(game, move))
    player.confirm()
    page.get_by_role("dialog", name="Final scoring").wait_for()
    return address


def take_main(camera: Camera, at: dict[str, str]) -> None:
    """Take the pictures of the first page and of the matches; `at` names the tables."""
    page = camera.page
    page.goto("/")
    settled(page)
    page.locator(".mine, aside").get_by_role("link", name="Continue").last.wait_for()
    camera.take("home")
    for game in sorted(MIDDLE):
        page.goto(at[f"{game} match"])
        page.locator("[data-turn=mine]").wait_for()
        PLAYERS[game](page, touch=camera.size != "desktop").lay_out(fields_of(game, MIDDLE[game]))
        camera.take(game)


def take_rest(camera: Camera, at: dict[str, str]) -> None:
    """Take the pictures of all other screens."""
    page = camera.page
    for name, path in (("tables", "/tables"), ("table", at["table"]), ("settings", "/settings")):
        page.goto(path)
        settled(page)
        camera.take(name)
    for game in sorted(MIDDLE):
        page.goto(f"/rules/{game}")
        settled(page)
        camera.take(f"{game}-rules")
        page.goto(f"/learn/{game}")
        page.locator("[data-lesson]").wait_for()
        camera.take(f"{game}-tutorial")
        page.goto(address_of(game, ply_before(game, MIDDLE[game])))
        page.get_by_role("region", name="Replay controls").wait_for()
        camera.take(f"{game}-replay")
        page.goto(at[f"{game} end"])
        scoring = page.get_by_role("dialog", name="Final scoring")
        scoring.wait_for()
        for _ in range(SCORED[game]):
            scoring.get_by_role("button", name="Next").click()
        camera.take(f"{game}-scoring")
        scoring.get_by_role("button", name="Skip").click()
        camera.take(f"{game}-result")


def take_pictures(browser: Browser, address: str, folder: Path) -> None:
    """Open tables and matches, then go through the screens with every camera."""
    at: dict[str, str] = {}
    for name, (game, seats) in HOSTS.items():
        host = somebody(browser, address, name)
        host.goto("/")
        at.setdefault("table", open_table(host, game, seats))
    bo = somebody(browser, address, "Bo")
    bo.goto(at["table"])
    sit_down(bo)
    mira = somebody(browser, address, "Mira")
    known = {"name": "Mira", "password": PASSWORD}
    assert mira.context.request.post("/api/account", data=known).status == 201
    for game in MIDDLE:
        at[f"{game} end"] = play_last_move(mira, game)
        at[f"{game} match"] = play_on(mira, game, ply_before(game, MIDDLE[game]))
    state = mira.context.storage_state()
    cameras = [Camera(browser, address, folder, size, state) for size in SIZES]
    for take in (take_main, take_rest):  # what the documents show comes first
        for camera in cameras:
            take(camera, at)
    for camera in cameras:
        camera.close()


def main(arguments: list[str]) -> None:
    """Set the stage, then take all pictures."""
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    assert set(games.names()) <= set(MIDDLE)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data)) as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright, find_browser(playwright))
        take_pictures(browser, address, folder)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
