"""A replay with the chances of everybody, and every move rated; found once, kept for all."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.page.conftest import PHONE, Visit
from tests.page.recorded import address_of, record_of
from tests.page.test_everywhere import axe_faults, is_clean

GAME = "my_shelfie"
LATE = 120_000


def ply_of_replay(page: Page) -> int:
    """Read which moment the chart shows."""
    chart = page.get_by_role("slider", name="Chance of winning")
    return int(chart.get_attribute("aria-valuenow") or -1)


def is_weak(judged: dict[str, Any]) -> bool:
    """Whether a better move is known that can be shown."""
    return judged["mark"] in ("inaccuracy", "mistake") and judged["better"] not in (
        None,
        judged["text"],
    )


def test_a_match_is_analysed_and_its_moves_are_rated(visit: Visit) -> None:
    page = visit(address_of(GAME))
    page.get_by_role("button", name="Analyse this match").click()
    chart = page.get_by_role("slider", name="Chance of winning")
    expect(chart).to_be_visible(timeout=LATE)
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=LATE)
    names = record_of(GAME).header.players
    for name in names:
        expect(page.locator(".legend").get_by_text(name)).to_be_visible()

    # Everything goes to the moment it stands for.
    box = chart.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + 10)
    last = len(record_of(GAME).timeline.steps)
    assert ply_of_replay(page) == last
    page.keyboard.press("ArrowLeft")
    assert ply_of_replay(page) < last
    page.keyboard.press("Home")
    assert ply_of_replay(page) == 0
    assert axe_faults(page) == []

    page.get_by_role("button", name="Rate the moves").click()
    page.get_by_role("radio", name="Bo", exact=True).check()  # whose moves could be better
    page.get_by_role("radio", name="All moves").check()
    rated = page.locator(".ratings > ol > li")
    moves = [s for s in record_of(GAME).timeline.steps if s.kind == "move" and s.seat == 1]
    expect(rated).to_have_count(len(moves))
    better = page.get_by_role("button", name="Show the better move").first
    text = (better.inner_text()).removeprefix("Show the better move: ")
    better.click()
    controls = page.get_by_role("region", name="Replay controls")
    expect(controls.get_by_text("Better here:")).to_be_visible()
    expect(controls).to_contain_text(text)
    expect(page.locator(".hinted").first).to_be_visible()

    # The match as a story, and its mistakes to think about once more.
    story = page.get_by_role("region", name="The turning points").get_by_role("button")
    assert 1 <= story.count() <= 3
    expect(story.first).to_contain_text("the chance of winning")
    story.first.click()
    begin = page.get_by_role("button", name="Find the better move")
    found = page.request.get(f"/api/matches/{record_of(GAME).header.match}/analysis").json()
    weak = [
        [one for one in found["judged"] if one["seat"] == seat and is_weak(one)]
        for seat in range(len(names))
    ]
    most = max(range(len(names)), key=lambda seat: len(weak[seat]))
    for seat in (*range(len(names)), most):  # offered to whose moves could be better, to no other
        page.get_by_role("radio", name=names[seat], exact=True).check()
        expect(begin).to_have_count(min(1, len(weak[seat])))
    begin.click()
    exercise = page.get_by_role("region", name="Find the better move")
    moves_shown = exercise.locator(".choice")
    expect(moves_shown).to_have_count(2)
    moves_shown.first.click()
    expect(exercise.locator(".verdict")).to_contain_text("more chance of winning")
    expect(exercise.locator(".choice.better")).to_have_count(1)
    assert axe_faults(page) == []
    exercise.get_by_role("button", name="Back to the moves").click()
    expect(rated).to_have_count(len([one for one in found["judged"] if one["seat"] == most]))

    # The next user sees it at once, in their own language, on their phone.
    other = visit(address_of(GAME), size=PHONE, language="de-DE")
    expect(other.get_by_role("slider", name="Gewinnchancen")).to_be_visible()
    expect(other.get_by_role("button", name="Partie analysieren")).to_have_count(0)
    other.get_by_role("button", name="Züge bewerten").click()
    expect(
        other.get_by_role("dialog", name="Züge bewerten").get_by_text("Bester Zug")
    ).to_be_visible()
    is_clean(other, "rated moves")
