"""A finished match: step, play, jump, change the seat, share a moment, play on from there."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import DESKTOP, PHONE, Visit
from tests.page.players import PLAYERS, ply_of
from tests.page.recorded import MIDDLE, address_of, fields_of, ply_before, record_of


def controls(page: Page) -> Locator:
    return page.get_by_role("region", name="Replay controls")


def area_of(page: Page, name: str) -> Locator:
    return page.get_by_role("img", name=f"{name}’s play area")


def moment(page: Page) -> int:
    """Read which ply is shown."""
    return int(controls(page).get_attribute("data-moment") or 0)


def press(page: Page, name: str) -> int:
    """Press one of the controls; give the ply that is shown then."""
    controls(page).get_by_role("button", name=re.compile(f"^{name}")).click()
    return moment(page)


@pytest.mark.parametrize("game", sorted(MIDDLE))
def test_a_replay_steps_jumps_and_plays(visit: Visit, game: str) -> None:
    page = visit(address_of(game))
    last = len(record_of(game).timeline.steps)
    first = moment(page)
    assert 0 < first < 15, "it begins where the first move is due"
    second = press(page, "Step forward")
    assert second > first
    assert press(page, "Step back") < second
    assert press(page, "To the end") == last
    turns = re.search(r"(\d+) of (\d+)", controls(page).inner_text())
    assert turns is not None
    assert turns[1] == turns[2], "turns are counted as players do"
    assert int(turns[2]) < last
    assert press(page, "To the start") == 0
    for key, shown in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", None)):
        page.keyboard.press(key)
        assert shown is None or moment(page) == shown
    assert moment(page) > 0
    move = page.get_by_role("list", name="Moves").get_by_role("button").nth(9)
    move.click()
    expect(move).to_have_attribute("aria-current", "step")
    here = moment(page)
    assert f"ply={here}" in page.url, "the address names the moment"
    press(page, "Speed")
    press(page, "Speed")
    press(page, "Play")
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    page.wait_for_url(lambda url: int(url.split("ply=")[1].split("&")[0]) > here + 3)
    press(page, "Stop")
    stopped = moment(page)
    page.wait_for_timeout(500)
    assert moment(page) == stopped


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_moment_is_shared_as_somebody_saw_it(visit: Visit, size: dict[str, int]) -> None:
    game = "codex_naturalis"
    ply = ply_before(game, MIDDLE[game])
    page = visit(address_of(game, ply), size=size)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    expect(area_of(page, "Chiara")).to_be_attached()
    page.get_by_label("View as").select_option("Bo")
    expect(area_of(page, "Bo")).to_be_attached()
    expect(page.get_by_role("listbox", name="Bo’s hand")).to_be_attached()
    page.evaluate("navigator.share = undefined")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Link copied.").first).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"{address_of(game, ply)}&seat=1")
    friend = visit(link)
    controls(friend).wait_for()
    assert moment(friend) == ply
    expect(area_of(friend, "Bo")).to_be_attached()
    friend.get_by_label("View as").select_option("Everything revealed")
    expect(area_of(friend, "Chiara")).to_be_attached()


@pytest.mark.parametrize("game", sorted(MIDDLE))
def test_a_match_goes_on_from_a_moment(visit: Visit, game: str) -> None:
    ply = ply_before(game, MIDDLE[game])
    page = visit(address_of(game, ply))
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("radio", name=re.compile("beginner")).check()
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*")
    page.locator("[data-turn=mine]").wait_for()
    assert ply_of(page) == ply
    player = PLAYERS[game](page)
    player.lay_out(fields_of(game, MIDDLE[game]))
    player.confirm()
    if game == "codex_naturalis":
        player.play(1)
    page.locator("[data-turn=mine]").wait_for()
    assert ply_of(page) > ply + 2, "the bots have moved"
