"""Whole matches by clicks, taps and keys: every size, theme and language, nothing cut off."""

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visit
from tests.page.test_everywhere import LANGUAGES, is_clean
from tests.page.whole_matches import SITTINGS, Sitting
from tests.sizes import fixed_size

LEAST_MOVES = 10


@pytest.mark.parametrize("sitting", SITTINGS[: fixed_size(4, len(SITTINGS))], ids=str)
def test_a_whole_match(visit: Visit, sitting: Sitting) -> None:
    page = visit(
        size={"width": sitting.width, "height": sitting.height},
        language=LANGUAGES[sitting.language],
        settings={"level": "easy"},
        color_scheme=sitting.theme,
        has_touch=sitting.way == "tap",
    )

    def look(page: Page, moment: str) -> None:
        expect(page.locator(f"html[data-theme={sitting.theme}]")).to_be_attached()
        is_clean(page, f"{sitting}, {moment}")

    assert sitting.play(page, look) > LEAST_MOVES
    rates = sitting.way == "click"  # one's own moves, or the replay alone
    links = page.get_by_role("dialog").locator('a[href^="/r/"]')
    (links.last if rates else links.first).click()
    page.wait_for_url("**/r/*")
    page.locator("[data-moment]").wait_for()
    expect(page.locator(".ratings")).to_have_count(int(rates))


def test_they_show_every_size_theme_language_and_hand_in_each_game() -> None:
    for game in {one.game for one in SITTINGS}:
        mine = [one for one in SITTINGS if one.game == game]
        assert {(one.width, one.height) for one in mine} == {
            (360, 640), (390, 844), (1024, 768), (1440, 900),
        }  # fmt: skip
        assert {one.theme for one in mine} == {"light", "dark"}
        assert {one.language for one in mine} == set(LANGUAGES)
        assert {one.way for one in mine} == {"click", "tap", "keys"}
