"""Every screen in every language and size is whole, and nothing on it is left in English."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludoteca import games
from ludoteca.language import words
from tests.page.conftest import DESKTOP, PHONE, TABLET, Visit
from tests.page.players import PLAYERS
from tests.page.recorded import address_of, last_move, ply_before
from tests.page.serving import ROOT
from tests.page.ways import move_on, settled

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SCREENS = ["/", "/tables", "/settings", "/learn", "/replays", "/gallery", "/rankings", "/nothing"]
SCREENS += [f"/{place}/{name}" for place in ("rules", "learn", "pieces") for name in games.names()]
SCREENS += [f"/score/{game}" for game in sorted(PLAYERS)]
SCREENS += [address_of(game, ply_before(game, last_move(game))) for game in sorted(PLAYERS)]
LANGUAGES = {"en": "en-GB", "it": "it-IT", "de": "de-DE"}
NAMES = {"en": "Play now", "it": "Gioca subito", "de": "Sofort spielen"}

SIZES = {"desktop": DESKTOP, "tablet": TABLET, "phone": PHONE}
"""The last one is that of the next screen."""

A_FRAME_LATER = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
"""Colours and sizes have changed when the next frame has gone out."""

TEXTS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode.data.trim());
  for (const one of document.querySelectorAll("[aria-label]")) found.push(one.ariaLabel);
  for (const one of document.querySelectorAll("[placeholder]")) found.push(one.placeholder);
  return [...new Set(found)].filter(Boolean);
}"""
"""Everything that is written on the page, or said of it."""

CRAMPED = """() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [text, parent] = [walker.currentNode.data.trim(), walker.currentNode.parentElement];
    if (!text || !parent.checkVisibility() || parent.closest(".hidden, svg, .world")) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    const lines = new Set([...range.getClientRects()].map((one) => one.top)).size;
    const whole = /^\\S{1,11}$/.test(text); // a number, a short word
    if (lines > (whole ? 1 : parent.closest(".button") ? 2 : 99))
      found.add(`squeezed: ${text}`);
    for (let one = parent; one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(one);
      if (/auto|scroll/.test(overflowX + overflowY)) break;
      const room = one.getBoundingClientRect();
      const leftOut = box.top >= room.bottom - 1 || textOverflow === "ellipsis";
      if (/visible/.test(overflowX) || leftOut) continue;
      const over = Math.max(box.right - room.right, room.left - box.left, box.bottom - room.bottom);
      if (over > 1.5) found.add(`cut off: ${text}`);
    }
  }
  for (const one of document.querySelectorAll(".board"))
    if (one.scrollHeight > one.clientHeight + 1) found.add(`cut off: ${one.className}`);
  return [...found];
}"""
"""Words that are cut off or squeezed into many lines, and boards that are too tall."""

NOTATION = {"front", "back"}
"""Moves are written as records write them, in every language."""


@cache
def texts(language: str) -> frozenset[str]:
    """Return every text of the page and the games in a language."""
    found = {text for key, text in words(language).items() if key.startswith("page.")}
    for game in games.names():
        path = games.load(game).folder / "text" / f"{language}.json"
        found |= set(json.loads(path.read_text(encoding="utf-8")).values())
    return frozenset(found)


def is_clean(page: Page, where: str) -> None:
    """No word is missing or left in English, and nothing is wider than the screen."""
    written: list[str] = page.evaluate(TEXTS)
    assert [text for text in written if "⟦" in text] == [], where
    language = page.locator("html").get_attribute("lang") or ""
    english = texts("en") - texts(language) - NOTATION
    assert english & set(written) == set(), f"{where} in {language}"
    cramped = page.evaluate(CRAMPED)
    for _ in range(20):  # a board that has just come is still being fitted
        if cramped:
            page.wait_for_timeout(250)
            cramped = page.evaluate(CRAMPED)
    assert cramped == [], f"{where} in {language}"
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{where} is {wide} px too wide"


def axe_faults(page: Page, *rules: str) -> list[str]:
    """Name everything that axe finds, by all rules or by some."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Path(AXE).read_text())
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found: dict[str, Any] = page.evaluate("options => axe.run(options)", options)
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found["violations"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_screens_are_whole_in_every_language_and_size(visit: Visit, language: str) -> None:
    page = visit("/settings", size=PHONE, language=LANGUAGES[language])
    settled(page)
    for path in SCREENS:
        move_on(page, path)
        assert page.locator("html").get_attribute("lang") == language
        for name, size in SIZES.items():
            page.set_viewport_size({"width": size["width"], "height": size["height"]})
            page.evaluate(A_FRAME_LATER)
            is_clean(page, f"{path} on a {name}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_host_decides_is_whole(visit: Visit, language: str) -> None:
    page = visit("/tables", language=LANGUAGES[language])
    form = page.locator("aside form")
    form.locator("summary").click()
    clocks = form.locator("details fieldset").first.get_by_role("radio")
    expect(clocks).to_have_count(4)
    for number in (1, 2, 3):
        clocks.nth(number).check()
        is_clean(page, f"clock {number}")
        steps = form.locator("details fieldset").nth(1).locator("span")
        cut = "list => list.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
        assert steps.evaluate_all(cut) == 0, f"the steps of clock {number}"


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_is_whole(visit: Visit, game: str, language: str) -> None:
    page = visit(language=LANGUAGES[language])
    card = page.locator(f'article[data-game="{game}"]')
    card.get_by_role("button", name=NAMES[language]).click()
    page.locator("[data-turn=mine]").wait_for()
    is_clean(page, game)
    tall = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert tall <= 0, "in play nothing scrolls"
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    is_clean(page, f"{game} on a phone")
    move_on(page, "/")
    page.locator(".mine li").wait_for()
    is_clean(page, f"the first page with a match of {game}")


@pytest.mark.parametrize("game", games.names())
def test_the_rules_can_be_read_and_searched(visit: Visit, game: str) -> None:
    page = visit(f"/rules/{game}")
    settled(page)
    chapters = page.locator("main section")
    assert chapters.count() >= 4
    page.get_by_role("searchbox").fill("personal goal" if game == "my_shelfie" else "gold card")
    expect(chapters).not_to_have_count(0)
    page.get_by_role("searchbox").fill("dragon")
    expect(chapters).to_have_count(0)
