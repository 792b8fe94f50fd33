"""Each tutorial is played to its end by taps on a phone, and ends in a real match."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.games.lessons import BOARDS
from tests.page.conftest import PHONE, Visit
from tests.page.players import PLAYERS, wait_for_turn
from tests.page.test_everywhere import is_clean

Lesson = dict[str, Any]


def script_of(game: str) -> dict[str, Any]:
    """Read what the page's tutorial was recorded from."""
    path = BOARDS / game / "lessons.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def confirm(page: Page) -> None:
    """Press the button of the dock."""
    page.get_by_role("region", name="Your move").locator("button.filled").tap()


def right_move(lesson: Lesson) -> Lesson:
    """Return the move of the hint, else the first that is right; {} if no move is awaited."""
    if "hint" in lesson:
        return lesson["hint"]["move"]
    for after in lesson.get("then", {}).values():
        return after["happened"][0]["move"]
    return {}


def do_shelfie(page: Page, lesson: Lesson, position: Lesson) -> None:
    """Do what a lesson of My Shelfie awaits."""
    player, awaits = PLAYERS["my_shelfie"](page, touch=True), lesson["awaits"]
    if awaits["act"] == "why":
        refused = next(one for one in position["refusals"] if one["code"] in awaits["codes"])
        player.lay_out({"take": refused["partials"][0]["take"]})
        expect(
            page.get_by_text("No free side yet: clear a tile next to it first.").first
        ).to_be_visible()
        return
    move = right_move(lesson) or {"take": position["props"]["choices"]["takes"][0]}
    places = awaits["act"] == "play" or "column" in awaits["counts"]
    player.lay_out(move if places else {"take": move["take"]})
    if awaits["act"] == "play":
        confirm(page)


def do_codex(page: Page, lesson: Lesson, position: Lesson) -> None:
    """Do what a lesson of Codex Naturalis awaits: the move of its hint."""
    PLAYERS["codex_naturalis"](page, touch=True).lay_out(right_move(lesson))
    confirm(page)


PUPILS: dict[str, Callable[[Page, Lesson, Lesson], None]] = {
    "codex_naturalis": do_codex,
    "my_shelfie": do_shelfie,
}


def take_lessons(page: Page, game: str) -> None:
    """Do all steps of a tutorial that is open at its first one."""
    script = script_of(game)
    for at, lesson in enumerate(script["lessons"]):
        expect(page.locator(f'[data-lesson="{at}"]')).to_be_visible()
        PUPILS[game](page, lesson, script["positions"][lesson["position"]])
        if at + 1 < len(script["lessons"]):
            page.get_by_role("button", name="Next", exact=True).tap()


@pytest.mark.parametrize("game", sorted(PUPILS))
def test_a_tutorial_is_done_by_taps_and_leads_to_a_match(visit: Visit, game: str) -> None:
    script = script_of(game)
    lessons = script["lessons"]
    page = visit("/learn", size=PHONE)
    page.locator(f'a[href="/learn/{game}"]').tap()
    for at, lesson in enumerate(lessons):
        expect(page.locator(f'[data-lesson="{at}"]')).to_be_visible()
        expect(page.get_by_text(f"Step {at + 1} of {len(lessons)}")).to_be_visible()
        expect(page.get_by_role("button", name="Next", exact=True)).to_have_count(0)
        if at == 1:  # it goes on where one left it
            page.get_by_role("button", name="Leave the tutorial").tap()
            page.wait_for_url("**/learn")
            page.locator(f'a[href="/learn/{game}"]').tap()
            expect(page.locator('[data-lesson="1"]')).to_be_visible()
        is_clean(page, f"step {at + 1} of {game}")
        PUPILS[game](page, lesson, script["positions"][lesson["position"]])
        if at + 1 < len(lessons):
            page.get_by_role("button", name="Next", exact=True).tap()
    page.get_by_role("button", name="Play now").tap()
    page.wait_for_url("**/t/*")
    assert wait_for_turn(page)


def test_wrong_acts_are_answered_by_the_game(visit: Visit) -> None:
    script = script_of("my_shelfie")
    lessons = script["lessons"]
    at = next(n for n, lesson in enumerate(lessons) if lesson["id"] == "goals")
    page = visit("/", size=PHONE)
    page.evaluate(f"localStorage['ludoteca.lesson.my_shelfie'] = {at}")
    page.goto("/learn/my_shelfie")
    position, move = script["positions"]["goals"], lessons[at]["hint"]["move"]
    refusals = {one["code"]: one for one in position["refusals"]}
    player = PLAYERS["my_shelfie"](page, touch=True)
    player.lay_out({"take": refusals["gap"]["partials"][0]["take"]})
    expect(page.get_by_text("There is a gap: take tiles that touch.").first).to_be_visible()
    page.reload()  # a legal move that is not the one
    player.lay_out({"take": move["take"][:1], "column": move["column"]})
    confirm(page)
    expect(page.get_by_text("this step asks for something else").first).to_be_visible()
    expect(page.locator(f'[data-lesson="{at}"]')).to_be_visible()
    expect(page.get_by_role("button", name="Next", exact=True)).to_have_count(0)
