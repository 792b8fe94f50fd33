"""Every main screen is accessible, in light and in dark: axe finds nothing serious."""

import pytest
from playwright.sync_api import Page

from tests.page.conftest import Visit
from tests.page.players import PLAYERS
from tests.page.recorded import fields_of, last_move, ply_before
from tests.page.test_everywhere import SCREENS, serious
from tests.page.ways import come_in, open_table, play_on, settled

A_FRAME_LATER = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
"""Colours have changed when the next frame has gone out."""


def is_accessible(page: Page, where: str) -> None:
    """Let axe look at a screen, in light and in dark."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.locator(f"html[data-theme={theme}]").wait_for()
        page.evaluate(A_FRAME_LATER)
        assert serious(page) == [], f"{where}, {theme}"


def test_axe_would_notice(visit: Visit) -> None:
    page = visit("/settings")
    settled(page)
    page.evaluate("document.querySelector('h1').style.color = 'rgb(230, 220, 205)'")
    assert [fault.split(":")[0] for fault in serious(page)] == ["color-contrast"]


def test_screens_are_accessible(visit: Visit) -> None:
    page = visit(None)
    for path in SCREENS:
        page.goto(path)
        settled(page)
        is_accessible(page, path)


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_a_match_from_table_to_result_is_accessible(visit: Visit, game: str) -> None:
    page = visit(None)
    come_in(page.context, "Mira")
    last = last_move(game)
    play_on(page, game, ply_before(game, last))
    player = PLAYERS[game](page)
    player.lay_out(fields_of(game, last))
    is_accessible(page, f"{game}, a move")
    page.get_by_role("button", name="Menu").click()
    is_accessible(page, f"{game}, the menu")
    page.get_by_role("dialog").get_by_role("button", name="Chat").click()
    is_accessible(page, f"{game}, the chat")
    page.keyboard.press("Escape")
    player.confirm()
    scoring = page.get_by_role("dialog", name="Final scoring")
    is_accessible(page, f"{game}, final scoring")
    scoring.get_by_role("button", name="Skip to the result").click()
    is_accessible(page, f"{game}, the result")
    page.goto("/")
    open_table(page, game)
    page.get_by_role("button", name="I am ready").wait_for()
    is_accessible(page, f"{game}, the table")
