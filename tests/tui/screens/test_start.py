"""The start screen: a match that was left is continued, and it is the same match."""

from pathlib import Path

import pytest

from ludoteca.record import read
from ludoteca.tui.form import Form
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.screens.confirm import ConfirmScreen
from ludoteca.tui.screens.start import StartScreen
from ludoteca.tui.screens.table import TableScreen
from tests.tui.pilots import make_app, seated, setting, text, until, until_asked, until_moved
from tests.tui.screens.test_table import play_to_the_end, shelfie_by_keys

pytestmark = pytest.mark.usefixtures("fixed_seed")


def above_the_dock(seen: str) -> list[str]:
    """Return the lines of a screen without the last, which tell where the cursor is."""
    return seen.splitlines()[:-3]


async def test_an_unfinished_match_is_continued_with_one_key(tmp_path: Path) -> None:
    opening = TableOpening(setting("my_shelfie", (), "beginner"))
    app = make_app(tmp_path, opening, name="Ada")
    async with seated(app) as (pilot, screen):
        await until_asked(pilot, screen)
        ply = screen.board.scene.position.ply
        await shelfie_by_keys(pilot, screen)
        await until_moved(pilot, screen, ply)
        await until_asked(pilot, screen)
        ply, seen, match = screen.board.scene.position.ply, text(app), screen.match_id
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        assert "▸ Continue: My Shelfie" in text(app)
        await pilot.press("enter")  # in the same program
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        again = app.screen
        assert isinstance(again, TableScreen)
        await until_asked(pilot, again)
        assert (again.match_id, again.board.scene.position.ply) == (match, ply)
    later = make_app(tmp_path, name="Ada")
    async with later.run_test(size=(80, 24)) as pilot:
        assert "▸ Continue: My Shelfie" in text(later)
        assert "Ada, bot (beginner)" in text(later)
        await pilot.press("enter")  # in another program
        await until(pilot, lambda: isinstance(later.screen, TableScreen))
        screen = later.screen  # type: ignore[assignment]
        await until_asked(pilot, screen)
        await until(pilot, lambda: above_the_dock(text(later)) == above_the_dock(seen))
        assert (screen.match_id, screen.board.scene.position.ply) == (match, ply)
        await play_to_the_end(pilot, screen, shelfie_by_keys)
    (path,) = (tmp_path / "matches").glob("*.ludo")  # one record, not a branch
    assert read(path.read_bytes()).is_finished
    assert not list((tmp_path / "matches").glob("*.events"))
    last = make_app(tmp_path, name="Ada")
    async with last.run_test(size=(80, 24)):
        assert last.screen.query_one(Form).here.key != "continue"
        assert "Continue" not in text(last)


async def test_the_program_can_open_in_the_match_that_was_left(tmp_path: Path) -> None:
    opening = TableOpening(setting("codex_naturalis", (), "beginner"))
    async with seated(make_app(tmp_path, opening, name="Ada")) as (pilot, screen):
        await until_asked(pilot, screen)
        match = screen.match_id
    app = make_app(tmp_path, name="Ada")
    (app._resumes,) = app.unfinished()
    async with seated(app) as (pilot, screen):
        await until_asked(pilot, screen)
        assert screen.match_id == match
