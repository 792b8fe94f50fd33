"""Pictures in the terminal: only where they were chosen, or the terminal answers that it can."""

import io
import re
import sys
from pathlib import Path

import pytest
from PIL import Image
from textual.widget import Widget

from ludoteca import Match
from ludoteca.core.raster import fitted, png
from ludoteca.tui import graphics
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.screens.picture import Area, PictureScreen
from ludoteca.tui.screens.replay import ReplayScreen
from tests.cli.running import run_apart
from tests.tui.pilots import make_app, seated, setting, text, until

KITTY_START, SIXEL_START = "\x1b_G", "\x1bP"


def widget_of(screen: PictureScreen) -> Widget:
    """Return what draws the picture."""
    image = screen.query_one(Area).image
    return image.children[0] if image.children else image


def on_screen(screen: PictureScreen) -> str:
    """Return all that is drawn in the area of the picture, with its control codes."""
    widget = widget_of(screen)
    if not widget.size.area:  # it is not laid out yet
        return ""
    strips = widget.render_lines(widget.size.region)
    return "".join(segment.text for strip in strips for segment in strip)


@pytest.mark.parametrize("game", ["my_shelfie", "codex_naturalis"])
@pytest.mark.parametrize("how", [graphics.KITTY, graphics.SIXEL])
async def test_the_table_is_shown_in_the_protocol(
    game: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kitty's messages go straight to the terminal, Sixel is part of what is on the screen."""
    sent = io.StringIO()
    monkeypatch.setattr(sys, "__stdout__", sent)
    app = make_app(tmp_path, TableOpening(setting(game)))
    app.graphics = how
    async with seated(app) as (pilot, table):
        await until(pilot, lambda: table.board.scene)
        assert KITTY_START not in sent.getvalue()
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, PictureScreen) and app.screen.shown)
        screen = app.screen
        assert isinstance(screen, PictureScreen)
        area = screen.query_one(Area)
        shown = area.image.image  # type: ignore[attr-defined]
        wide, high = graphics.cell_size()
        assert (shown.width, shown.height) == (area.size.width * wide, area.size.height * high)
        assert area.size.width == app.size.width
        if how == graphics.KITTY:
            await until(pilot, lambda: KITTY_START in sent.getvalue())
            assert SIXEL_START not in on_screen(screen)
        else:
            await until(pilot, lambda: SIXEL_START in on_screen(screen))
            assert KITTY_START not in sent.getvalue()
        await pilot.press("i")
        assert app.screen is table


async def test_without_pictures_the_key_is_not_there(tmp_path: Path) -> None:
    app = make_app(tmp_path, TableOpening(setting("my_shelfie")))
    async with seated(app, (120, 36)) as (pilot, table):
        await pilot.press("i")
        assert app.screen is table
        assert "picture" not in text(app)


async def test_a_replay_is_stepped_through_in_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "__stdout__", io.StringIO())
    match = Match("my_shelfie", seed=3)
    match.play("greedy", moves=12)
    (tmp_path / "match.ludo").write_text(match.record)
    app = make_app(tmp_path)
    app.graphics = graphics.SIXEL
    async with app.run_test(size=(120, 36)) as pilot:
        app.replay(tmp_path / "match.ludo")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, PictureScreen) and app.screen.shown)
        screen = app.screen
        assert isinstance(screen, PictureScreen)
        before, at = screen.shown, replay.at
        await pilot.press("right")
        await until(pilot, lambda: screen.shown != before)
        assert replay.at == at + 1


@pytest.mark.parametrize(
    ("environment", "may"),
    [
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "foot-extra"}, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, True),
        ({"TERM": "xterm-kitty", "TMUX": "1"}, False),
        ({}, False),
    ],
)
def test_only_terminals_that_name_themselves_are_asked(
    environment: dict[str, str], may: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphics, "_asked", lambda: "asked")
    assert graphics.protocol(graphics.AUTO, environment) == ("asked" if may else None)
    assert graphics.protocol(graphics.OFF, environment) is None
    assert graphics.protocol(graphics.SIXEL, environment) == graphics.SIXEL
    monkeypatch.setattr(graphics, "is_installed", lambda: False)
    assert graphics.protocol(graphics.SIXEL, environment) is None


def test_what_is_no_terminal_is_not_asked_and_shows_nothing() -> None:
    assert graphics._asked() is None  # this test's output is no terminal


def test_no_escape_code_reaches_a_pipe() -> None:
    answer = run_apart("play", "my_shelfie", "--graphics", "kitty", stdin=b"quit\n")
    assert "\x1b" not in answer.out + answer.err


@pytest.mark.parametrize("game", ["my_shelfie", "codex_naturalis"])
def test_pixels_show_the_drawings(game: str) -> None:
    """No style sheet is lost: colours of the page are there, and nothing falls back to black."""
    match = Match(game, seed=4)
    match.play("random", moves=20)
    svg = match.svg()
    assert not re.search(r"<style|class=|var\(", svg)
    with Image.open(io.BytesIO(png(svg, 900, 900))) as drawn:
        wanted = fitted(svg, 900, 900)
        assert max(abs(a - b) for a, b in zip(drawn.size, wanted, strict=True)) <= 1
        pixels = drawn.convert("RGB").getcolors(maxcolors=900 * 900)
        assert pixels is not None
        black = sum(count for count, colour in pixels if colour == (0, 0, 0))
        assert black < drawn.width * drawn.height / 200
