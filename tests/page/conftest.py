"""A real server and a real browser; motion is off, bots are quick."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.page.browser import find_browser, launch
from tests.page.serving import serving
from tests.page.ways import COUNT_QUESTIONS

DESKTOP = {"width": 1440, "height": 900}
TABLET = {"width": 820, "height": 1180}
PHONE = {"width": 390, "height": 844}
TIMEOUT = 30_000
"""Milliseconds for anything on the page to happen."""

REFUSED = re.compile(r"status of 4\d\d")

expect.set_options(timeout=TIMEOUT)

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a process."""
    with sync_playwright() as playwright:
        browser = launch(playwright, find_browser(playwright))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server with an empty store; give its address."""
    with serving(tmp_path_factory.mktemp("data")) as found:
        yield found


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Open pages as different people; at the end nothing may have gone wrong on any of them."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(
        path: str | None = "/",
        size: dict[str, int] = DESKTOP,
        language: str = "en-GB",
        settings: dict[str, Any] = {},
        refused: bool = False,
        **more: Any,
    ) -> Page:
        """Open one; `refused`: the server is to say no, which browsers note as an error."""
        context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            locale=language,
            reduced_motion="reduce",
            base_url=address,
            **{"service_workers": "block", "has_touch": size["width"] < 1100, **more},
        )
        contexts.append(context)
        kept = json.dumps({"sound": False, "level": "beginner", "pace": "quick", **settings})
        context.add_init_script(
            f"if (!localStorage['ludoteca.settings']) localStorage['ludoteca.settings'] = {kept!r}"
        )
        context.add_init_script(COUNT_QUESTIONS)
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: faults.append(f"error: {error}"))
        page.on("console", lambda line: note(line.type, line.text, refused))
        if path is not None:
            page.goto(path)
        return page

    def note(kind: str, text: str, refused: bool) -> None:
        meant = "ERR_INTERNET_DISCONNECTED" in text or (refused and REFUSED.search(text))
        if kind == "error" and not meant:
            faults.append(f"console: {text}")

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
