"""Looking at matches again, and playing on from them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ludoteca import games
from ludoteca.coach.analysis import moves_of
from ludoteca.language import words
from ludoteca.record import read
from ludoteca.tui.boards import Board
from ludoteca.tui.chances import worth_of
from ludoteca.tui.form import Form
from ludoteca.tui.screens.analysis import AnalysisScreen
from ludoteca.tui.screens.records import RecordsScreen
from ludoteca.tui.screens.replay import ReplayScreen
from ludoteca.tui.screens.table import TableScreen
from tests.tui.pilots import make_app, text, until
from tests.tui.tour import write_record

pytestmark = pytest.mark.usefixtures("fixed_seed")


@pytest.mark.parametrize("game", games.names())
async def test_every_position_of_a_match_can_be_shown(tmp_path: Path, game: str) -> None:
    record = read(write_record(game, tmp_path).read_bytes())
    app = make_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = ReplayScreen(record)
        await app.push_screen(screen)
        last = len(record.timeline.steps)
        for ply in (*range(0, last, 7), last):
            screen.at = ply
            screen.show()
            assert screen.query_one(Board).picture.text()
        await pilot.pause()
        assert f"Step {ply} of {ply}" in text(app)


async def test_keys_step_jump_and_change_the_eyes(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    record = read(write_record("my_shelfie", tmp_path).read_bytes())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = ReplayScreen(record)
        await app.push_screen(screen)
        await pilot.press("home", "right", "right", "pagedown", "left")
        assert screen.at == 11
        await pilot.press("end")
        assert screen.at == len(record.timeline.steps)
        await pilot.press("home", "pagedown")
        assert "everything revealed" in text(app)
        await pilot.press("s")
        goals = [s["personal_goal"] for s in screen.query_one(Board).scene.position.view["seats"]]
        assert [goal is not None for goal in goals] == [False, True, False]
        assert words("en")["tui.level.hard"] in text(app)


async def test_a_match_is_played_on_from_any_position(tmp_path: Path) -> None:
    app = make_app(tmp_path, name="Eve")
    record = read(write_record("codex_naturalis", tmp_path).read_bytes())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = ReplayScreen(record)
        await app.push_screen(screen)
        screen.at = 40
        await pilot.press("p", "end", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.match)
        table = app.screen
        assert isinstance(table, TableScreen)
        assert table.match
        assert table.match.table.played_from == ("tour", 40)
        assert "Eve" in table.match.names
        await until(pilot, lambda: table.board.scene.may_move)


async def test_saved_matches_are_listed_and_damaged_ones_passed_over(tmp_path: Path) -> None:
    write_record("my_shelfie", tmp_path / "matches")
    write_record("codex_naturalis", tmp_path / "matches", plies=20)
    (tmp_path / "matches" / "broken.ludo").write_text("nonsense")
    app = make_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("records")
        await pilot.pause()
        assert "Ada, bot (hard), Bo  (finished)" in text(app)
        assert "(not finished)" in text(app)
        assert len(app.screen.query_one(Form).rows) == 2
        await pilot.press("enter")
        assert isinstance(app.screen, ReplayScreen)


async def test_an_empty_list_says_so(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("records")
        await pilot.pause()
        assert isinstance(app.screen, RecordsScreen)
        assert "No saved matches yet." in text(app)


@asynccontextmanager
async def judging(
    folder: Path, monkeypatch: pytest.MonkeyPatch, moves: int
) -> AsyncIterator[tuple[Pilot[None], ReplayScreen]]:
    """Open a replay and have its first moves judged, by a quick judge."""
    from ludoteca.tui.screens import replay

    app = make_app(folder)
    record = read(write_record("my_shelfie", folder).read_bytes())
    monkeypatch.setattr(replay, "ADVISER", "mcts:2p")
    monkeypatch.setattr(replay, "moves_of", lambda record: moves_of(record)[:moves])
    async with app.run_test(size=(80, 24)) as pilot:
        screen = ReplayScreen(record)
        await app.push_screen(screen)
        await pilot.press("a")
        yield pilot, screen


async def test_moves_are_judged_beside_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with judging(tmp_path, monkeypatch, moves=3) as (pilot, screen):
        app = pilot.app
        assert isinstance(app.screen, AnalysisScreen)
        await until(pilot, lambda: len(screen._analysis.judgements) == 3)
        await until(pilot, lambda: "Chance of winning" in text(app))
        third = screen._analysis.judgements[2]
        assert third.ply == moves_of(screen._record)[2].ply
        assert third.text in text(app)
        app.screen.query_one(Form).go_to(f"ply {third.ply}")
        await pilot.press("enter")
        assert app.screen_stack[-1] is screen
        assert screen.at == third.ply
        notice = screen.query_one(Board).notice
        assert notice
        assert worth_of(third, screen.words) in notice.text


async def test_the_judging_goes_on_while_one_looks_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with judging(tmp_path, monkeypatch, moves=5) as (pilot, screen):
        app = pilot.app
        await until(pilot, lambda: screen._analysis.judgements)
        await pilot.press("escape")
        await until(pilot, lambda: len(screen._analysis.judgements) == 5)
        assert app.screen is screen
        await pilot.press("a")
        await until(pilot, lambda: "Chance of winning" in text(app))


async def test_what_is_hidden_is_not_judged(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    record = read(write_record("codex_naturalis", tmp_path, plies=30).read_bytes())
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(ReplayScreen(record))
        await pilot.press("a")
        assert "Only finished matches can be analysed." in text(app)
