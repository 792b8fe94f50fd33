"""Two taps to the first move, and a whole match against a bot, at every size."""

import re

import pytest
from playwright.sync_api import expect

from ludoteca import games
from ludoteca.bots.spec import LEVELS
from tests.page.conftest import PHONE, Visit
from tests.page.players import PLAYERS, wait_for_turn
from tests.page.ways import note_answers, note_messages, play_now, settled


@pytest.mark.parametrize("game", games.names())
def test_one_tap_opens_the_board_and_the_next_one_is_a_move(visit: Visit, game: str) -> None:
    """What a choice would bring is worked out in the page: the server hears of moves alone.

    A hint is thought out there, too: the server hands over the view, and no lines.
    """
    page = visit(None)
    sent, hints = note_messages(page), note_answers(page, "hint")
    page.goto("/")
    play_now(page, game)
    assert wait_for_turn(page)
    expect(page.get_by_role("region", name="Your move")).to_be_visible()
    settled(page)  # with the engine
    came = len(sent)
    made = PLAYERS[game](page).play(5)
    assert sent[came:] == ["play_move"] * made == ["play_move"] * 5
    assert wait_for_turn(page)
    dock = page.get_by_role("region", name="Your move")
    before = dock.inner_text()
    page.get_by_role("button", name="Hint").click()
    expect(dock).not_to_contain_text(before)
    assert sent[came + made :] == ["ask_hint"]
    assert [(hint["lines"], bool(hint["view"])) for hint in hints] == [([], True)]


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
