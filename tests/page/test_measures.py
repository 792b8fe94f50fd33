"""The page is light, and what measures its quickness runs in a real browser."""

import pytest
from playwright.sync_api import Browser

from benchmarks.page import GAMES, measure, newcomer, weigh
from tests.sizes import fixed_size

MOST_BYTES = 245_000
"""The first load, up to the first board, gzipped, without pictures; 260 kB are the limit."""


@pytest.mark.parametrize("game", GAMES)
def test_the_first_load_is_light(browser: Browser, address: str, game: str) -> None:
    page = newcomer(browser, address)
    weight = weigh(page, game)
    page.context.close()
    assert weight.code
    assert weight.fonts
    assert [name for name in weight.art if "Sprite" in name], "drawings are files of their own"
    assert not [name for name in weight.code if "Sprite" in name]
    assert 20_000 < weight.without_art <= MOST_BYTES


def test_everything_is_measured(browser: Browser, address: str) -> None:
    measured = GAMES[-fixed_size(1, len(GAMES)) :]
    text = measure(browser, address, rounds=1, seconds=0.3, games=measured)
    for game in measured:
        assert text.count(f"| {game} |") == 3
        assert f"| {game}, three rivals |" in text
