"""The program: settings show at once, commands are found, everything is one key away."""

import asyncio
from pathlib import Path

import pytest
from textual.color import Color
from textual.command import CommandList
from textual.containers import Vertical
from textual.css.query import NoMatches
from textual.widget import Widget

from ludoteca.language import LANGUAGES, words
from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.base import BaseScreen
from ludoteca.tui.settings import VALUES, TerminalSettings
from tests.tui.pilots import make_app, text, until

pytestmark = pytest.mark.usefixtures("fixed_seed")


async def test_settings_show_at_once_and_are_kept(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.open_screen("settings")
        await pilot.pause()
        await pilot.press("right")
        assert "Impostazioni" in text(app)
        await pilot.press("right", "down", "right", "down", "right", "down", "right")
        assert "Einstellungen" in text(app)
        assert text(app).isascii()
        await pilot.press("escape")
        await pilot.pause()
        assert "Sofort spielen" in text(app)
    kept = TerminalSettings.load(tmp_path / "settings.json")
    assert kept == TerminalSettings("de", "light", "none", "ascii")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_palette_finds_commands_in_every_language(tmp_path: Path, language: str) -> None:
    app, said = make_app(tmp_path, language=language), words(language)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await until(pilot, lambda: app.screen.query_one(CommandList).option_count > 5)
        await pilot.press(*"xqxq")
        await until(pilot, lambda: said["tui.palette.none"] in text(app))
        assert "No matches" not in text(app)
        await pilot.press(*["backspace"] * 4, *said["tui.start.settings"])
        await until(pilot, lambda: app.screen.query_one(CommandList).option_count == 1)
        await pilot.press("enter")
        await until(pilot, lambda: said["tui.settings.done"] in text(app))


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (20, 5), (12, 3)])
async def test_a_terminal_too_small_gets_a_clear_sentence(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=size):
        shown = " ".join(text(app).split())
        assert shown.startswith("Please make the terminal larger"[: min(len(shown), 12)])
        assert "Play now" not in shown


async def test_what_is_under_way_ends_with_its_screen(tmp_path: Path) -> None:
    """It would write on what is gone already."""

    class Busy(BaseScreen[None]):
        """Writes its title all the time."""

        def on_mount(self) -> None:
            """Begin."""
            self.run_worker(self.write())

        async def write(self) -> None:
            """Write, and let others do something."""
            while True:
                self.write_title()
                await asyncio.sleep(0)

    app = make_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(Busy())
        await app.pop_screen()
        await app.push_screen(Busy())
        await pilot.pause()


class Deep(BaseScreen[None]):
    """Writes on what stands inside of something else as soon as it is there."""

    def body(self) -> list[Widget]:
        """Put a form inside."""
        return [Vertical(Form([Row("wait", "Wait")]))]

    def on_mount(self) -> None:
        """Write."""
        self.query_one(Form).set_rows([Row("go", "Go")])


async def test_one_can_leave_a_screen_that_is_only_coming(tmp_path: Path) -> None:
    """A match may end at the moment somebody leaves; half of the result is never there."""
    app = make_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(Deep())
        app.pop_screen()
        await pilot.pause()
        app.push_screen(Deep())  # and now the program itself ends


async def test_a_screen_that_stays_hides_no_mistake(tmp_path: Path) -> None:
    class Wrong(Deep):
        """Looks for what it never had."""

        def body(self) -> list[Widget]:
            """Put nothing."""
            return []

    async def open_it() -> None:
        app = make_app(tmp_path)
        async with app.run_test(size=(80, 24)):
            await app.push_screen(Wrong())

    with pytest.raises(NoMatches):
        await open_it()


async def test_escape_leaves(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape")  # to the row that leaves
        assert app.is_running
        assert "▸ Quit" in text(app)
        await pilot.press("escape")
    assert app.return_code == 0


@pytest.mark.parametrize("language", LANGUAGES)
async def test_ctrl_c_says_how_to_leave_in_every_language(tmp_path: Path, language: str) -> None:
    app = make_app(tmp_path, language=language)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.press("ctrl+c")
        await until(pilot, lambda: words(language)["tui.how_to_quit"] in text(app))


@pytest.mark.parametrize("theme", VALUES["theme"])
async def test_every_theme_shows_every_screen(tmp_path: Path, theme: str) -> None:
    app = make_app(tmp_path, theme=theme)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "Play now" in text(app)
        app.open_screen("settings")
        await pilot.pause()
        assert app.theme == f"ludoteca-{theme}"
        palette = app.look.palette
        ground, accent = Color.parse(palette.ground), Color.parse(palette.accent)
        assert abs(ground.brightness - Color.parse(palette.ink).brightness) > 0.25
        assert ground != accent
