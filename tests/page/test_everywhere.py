"""Every screen in every language and size: whole, accessible, harmless."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludoteca import games
from tests.page.conftest import DESKTOP, PHONE, TABLET, Visit
from tests.page.serving import ROOT
from tests.page.test_play_now import play_now

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SCREENS = ["/", "/tables", "/settings", "/learn", "/replays", "/rankings", "/nothing"]
SCREENS += [f"/{place}/{name}" for place in ("rules", "learn") for name in games.names()]
LANGUAGES = {"en": "en-GB", "it": "it-IT", "de": "de-DE"}
NAMES = {"en": "Play now", "it": "Gioca subito", "de": "Sofort spielen"}


def settled(page: Page) -> None:
    page.locator("h1").first.wait_for()
    page.wait_for_load_state("networkidle")


def is_clean(page: Page, where: str) -> None:
    """No word is missing, and nothing is wider than the screen."""
    text = page.locator("body").inner_text()
    assert "⟦" not in text, f"{where}: {text[text.index('⟦') :][:60]}"
    assert page.locator("[aria-label*='⟦']").count() == 0, where
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{where} is {wide} px too wide"


def serious(page: Page) -> list[str]:
    """Name what axe finds serious or worse; what is seen must be part of what a thing is called."""
    page.evaluate(Path(AXE).read_text())
    rules = {"label-content-name-mismatch": {"enabled": True}}
    found: dict[str, Any] = page.evaluate("rules => axe.run({rules})", rules)
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("size", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_screens_are_whole_in_every_language(
    visit: Visit, language: str, size: dict[str, int]
) -> None:
    page = visit(None, size=size, language=LANGUAGES[language])
    for path in SCREENS:
        page.goto(path)
        settled(page)
        assert page.locator("html").get_attribute("lang") == language
        is_clean(page, f"{path} in {language}")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_screens_are_accessible(visit: Visit, dark: bool) -> None:
    page = visit(None, settings={"theme": "dark" if dark else "light"})
    for path in SCREENS:
        page.goto(path)
        settled(page)
        assert serious(page) == [], path


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_is_whole_and_accessible(visit: Visit, game: str, language: str) -> None:
    page = visit(language=LANGUAGES[language])
    card = page.locator(f'article[data-game="{game}"]')
    card.get_by_role("button", name=NAMES[language]).click()
    page.locator("[data-turn=mine]").wait_for()
    is_clean(page, f"{game} in {language}")
    tall = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert tall <= 0, "in play nothing scrolls"
    if language == "en":
        assert serious(page) == []


ATTACKS = [
    "<script>window.hurt = 1</script>",
    "<img src=x onerror=window.hurt=1>",
    "<svg/onload=window.hurt=1>",
    "{{constructor.constructor('window.hurt=1')()}}",
    "${window.hurt=1}",
]


def test_chat_is_text_and_never_markup(visit: Visit) -> None:
    page = visit()
    play_now(page, "my_shelfie")
    page.get_by_role("button", name="Chat").click()
    box = page.get_by_role("textbox", name="Say something")
    for attack in ATTACKS:  # as many as may be said in ten seconds
        box.fill(attack)
        page.keyboard.press("Enter")
        expect(page.get_by_role("log")).to_contain_text(attack)
    assert page.evaluate("window.hurt") is None
    assert page.get_by_role("log").locator("img, script, svg[onload]").count() == 0


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
