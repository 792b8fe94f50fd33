"""A game of another package is played on the plain board; the server tells the page its words."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.examples.plugin import install_plugin
from tests.page.conftest import Visit
from tests.page.players import Player
from tests.page.serving import serving
from tests.page.ways import play_now


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server where the example plug-in is installed."""
    folder = tmp_path_factory.mktemp("plugin")
    site, data = install_plugin(folder), folder / "data"
    data.mkdir()
    with serving(data, more=(site,)) as found:
        yield found


class LastMovePlayer(Player):
    """Holds as soon as that is possible: the last move of the list."""

    def choose(self) -> None:
        """Press it."""
        self.press(self.page.get_by_role("listbox").get_by_role("option").last)


def test_a_plugin_is_played_on_the_page(visit: Visit) -> None:
    page = visit(language="it-IT")
    expect(page.locator('article[data-game="pig"]')).to_contain_text("Tira finché hai coraggio")
    page = visit("/rules/pig")
    expect(page.get_by_text("What it shows is added")).to_be_visible()
    page = visit()
    play_now(page, "pig")
    assert LastMovePlayer(page).play(moves=4) == 4
    expect(page.get_by_text("Target: 100")).to_be_visible()
