"""Two taps to the first move, and a whole match against a bot, at every size."""

import re

import pytest
from playwright.sync_api import expect

from ludoteca import games
from ludoteca.bots.spec import LEVELS
from tests.page.conftest import DESKTOP, PHONE, Visit
from tests.page.players import PLAYERS, wait_for_turn
from tests.page.recorded import ply_before
from tests.page.ways import play_now, play_on

LATE = {"my_shelfie": "0 e7e8>3", "codex_naturalis": "0 1 back 3,1"}
"""A move of each recorded match from which on a few are left."""


@pytest.mark.parametrize("game", games.names())
def test_one_tap_opens_the_board_and_the_next_one_is_a_move(visit: Visit, game: str) -> None:
    page = visit()
    play_now(page, game)
    assert wait_for_turn(page)
    expect(page.get_by_role("region", name="Your move")).to_be_visible()


def test_players_bots_and_options_are_chosen_before_and_kept(visit: Visit) -> None:
    page = visit(size=PHONE)
    first = page.locator("article").first
    expect(first).to_contain_text("2 players · against Pip")
    first.get_by_role("button", name="change").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="3", exact=True).check()
    sheet.get_by_role("radio", name=re.compile("Gustav.*easy")).check()
    expect(sheet).to_contain_text("Finds a good move")
    expect(sheet.locator("label svg")).to_have_count(len(LEVELS))
    sheet.get_by_role("radio", name="one, for a first match").check()
    sheet.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    assert wait_for_turn(page)
    heading = page.get_by_role("heading", level=1)  # seats are drawn: one sits anywhere
    expect(heading).to_contain_text(re.compile("Gustav.* Gustav 2"))
    page.goto("/")
    expect(first).to_contain_text("3 players · against Gustav")
    expect(page.locator("article h2")).to_have_text(["My Shelfie", "Codex Naturalis"])


@pytest.mark.parametrize("game", games.names())
def test_a_choice_stays_when_the_language_changes(visit: Visit, game: str) -> None:
    page = visit()
    play_now(page, game)
    assert wait_for_turn(page)
    player = PLAYERS[game](page)
    player.choose()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Deutsch").check()
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.get_by_role("radio", name="English").check()
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    player.confirm()


@pytest.mark.parametrize(
    ("game", "size", "whole"),
    [
        ("my_shelfie", DESKTOP, True),
        ("codex_naturalis", PHONE, True),
        ("my_shelfie", PHONE, False),
        ("codex_naturalis", DESKTOP, False),
    ],
)
def test_a_match_is_played_to_its_end_by_clicks_or_taps(
    visit: Visit, game: str, size: dict[str, int], whole: bool
) -> None:
    """From the beginning, or from late in a recorded match."""
    page = visit(size=size, settings={"level": "easy"})
    if whole:
        play_now(page, game)
    else:
        play_on(page, game, ply_before(game, LATE[game]))
    player = PLAYERS[game](page, touch=size is PHONE)
    assert player.play() > (10 if whole else 1)
    result = page.get_by_role("dialog", name="Final scoring")
    while result.get_by_role("button", name="Next").count():
        result.get_by_role("button", name="Next").click()
    expect(result.get_by_role("heading", name="win")).to_be_visible()
    rates = size is DESKTOP
    result.get_by_role("link", name="Rate my moves" if rates else "Replay").click()
    page.wait_for_url("**/r/*")
    expect(page.get_by_role("region", name="Replay controls")).to_be_visible()
    expect(page.get_by_label("Moves by rating")).to_have_count(int(rates))
