"""A game without a board of its own is played on the plain one, found by its folder alone."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.examples.scratch import make_checkout, run_in
from tests.page.conftest import Visit
from tests.page.players import Player
from tests.page.serving import ROOT, serving
from tests.page.test_everywhere import is_clean
from tests.page.ways import play_now

GAME = "goofspiel"
PACKAGE = ROOT / "src" / "ludoteca"
BUILD_THE_PAGE = "import hatch_build; hatch_build.npm('run', '--silent', 'build')"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build and run a scratch checkout that has the example among its games."""
    folder = tmp_path_factory.mktemp("scratch")
    checkout = make_checkout(folder, GAME)
    (checkout / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    for part in ("art", "native"):  # of the other games, which are as they were
        shutil.copytree(PACKAGE / part, checkout / "src" / "ludoteca" / part)
    run_in(checkout, "python", "-c", BUILD_THE_PAGE)
    static = checkout / "src" / "ludoteca" / "static"
    shutil.copytree(PACKAGE / "static" / "games", static / "games", dirs_exist_ok=True)
    data = folder / "data"
    data.mkdir()
    with serving(data, checkout) as found:
        yield found


class PlainPlayer(Player):
    """Plays any game: the first move of the list."""

    def choose(self) -> None:
        """Press it."""
        self.press(self.page.get_by_role("listbox").get_by_role("option").first)


def test_the_example_game_is_played_on_the_plain_board(visit: Visit) -> None:
    page = visit(language="it-IT")
    expect(page.locator(f'article[data-game="{GAME}"]')).to_contain_text("Offri carte per i premi")
    page = visit()
    play_now(page, GAME)
    player = PlainPlayer(page)
    assert player.play(moves=2) == 2
    is_clean(page, GAME)
    assert player.play() > 10
    result = page.get_by_role("dialog", name="Final scoring")
    expect(result.get_by_role("row", name="Prizes")).to_be_visible()
    is_clean(page, f"the result of {GAME}")
