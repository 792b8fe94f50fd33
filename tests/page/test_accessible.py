"""Every main screen is accessible, in light, in dark and on a phone: axe finds nothing."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import DESKTOP, PHONE, Visit
from tests.page.players import PLAYERS
from tests.page.recorded import fields_of, last_move, ply_before
from tests.page.test_everywhere import A_FRAME_LATER, SCREENS, axe_faults
from tests.page.test_small_screens import SMALL
from tests.page.ways import come_in, open_table, play_now, play_on, settled

OF_COLOURS = ("color-contrast",)
"""All that the dark theme can change."""

OF_PLACES = ("scrollable-region-focusable", "target-size", "aria-hidden-focus")
"""What a phone can change: what scrolls, how large it is, and what is there."""


PLANTED: list[tuple[Literal["light", "dark"], tuple[str, ...], str, str]] = [
    ("light", (), "button-name", "one.append(document.createElement('button'))"),
    ("light", (), "heading-order", "one.innerHTML = '<h2>One</h2><h5>Two</h5>'"),
    ("dark", OF_COLOURS, "color-contrast", "one.append('Faint'); one.style.color = '#5b4f53'"),
    ("dark", OF_PLACES, "scrollable-region-focusable",
     "one.innerHTML = '<p>Text</p>'.repeat(9); one.style = 'height: 3em; overflow: auto'"),
]  # fmt: skip
"""Faults, one for each way of looking: theme, rules, what axe calls it, how it is made."""


def is_accessible(page: Page, where: str) -> None:
    """Let axe look at a screen: by all rules in light, at the colours in dark, and on a phone."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    see(page, where, "light")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    see(page, where, "dark", *OF_COLOURS)
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    see(page, f"{where} on a phone", "dark", *OF_PLACES)
    page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})


def see(page: Page, where: str, theme: str, *rules: str) -> None:
    """Let axe look once, as soon as a theme is there."""
    page.locator(f"html[data-theme={theme}]").wait_for()
    page.evaluate(A_FRAME_LATER)
    found = axe_faults(page, *rules)
    if found:  # what has just come is still being fitted: what is wrong stays
        page.wait_for_timeout(1000)
        found = axe_faults(page, *rules)
    assert found == [], f"{where}, {theme}"


def test_axe_would_notice(visit: Visit) -> None:
    page = visit("/settings")
    settled(page)
    for theme, rules, fault, planted in PLANTED:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.evaluate(
            "const one = document.querySelector('main').appendChild(document.createElement('div'));"
            f"one.id = 'planted'; {planted}"
        )
        with pytest.raises(AssertionError, match=fault):
            see(page, "planted", theme, *rules)
        page.evaluate("document.querySelector('#planted').remove()")
    assert axe_faults(page) == []


@pytest.mark.parametrize("part", [0, 1, 2])
def test_screens_are_accessible(visit: Visit, part: int) -> None:
    page = visit(None)
    for path in SCREENS[part::3]:
        page.goto(path)
        settled(page)
        is_accessible(page, path)


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_a_match_is_accessible_to_its_result(visit: Visit, game: str) -> None:
    page = visit(None)
    come_in(page.context, "Mira")
    last = last_move(game)
    play_on(page, game, ply_before(game, last))
    player = PLAYERS[game](page)
    player.lay_out(fields_of(game, last))
    is_accessible(page, f"{game}, a move")
    player.confirm()
    scoring = page.get_by_role("dialog", name="Final scoring")
    expect(scoring).to_be_visible()
    is_accessible(page, f"{game}, final scoring")
    page.set_viewport_size({"width": SMALL["width"], "height": SMALL["height"]})
    boards = "document.querySelector('dialog .boards').clientHeight >= 240"
    page.wait_for_function(boards)  # what is counted can be seen on the smallest phone
    page.set_viewport_size({"width": DESKTOP["width"], "height": DESKTOP["height"]})
    scoring.get_by_role("button", name="Skip to result").click()
    is_accessible(page, f"{game}, the result")


def test_what_belongs_to_every_game_is_accessible(visit: Visit) -> None:
    page = visit()
    play_now(page, "my_shelfie")
    page.locator("[data-turn]").wait_for()
    page.get_by_role("button", name="Menu").click()
    is_accessible(page, "the menu")
    page.keyboard.press("Escape")
    page.keyboard.press("c")
    is_accessible(page, "the chat")
    host = visit()
    open_table(host, "my_shelfie")
    host.get_by_role("button", name="Waiting for players").wait_for()
    is_accessible(host, "the table")
