"""The terminal program itself: its screens, its look, and what can be asked of it anywhere."""

import gc
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual.filter import ANSIToTruecolor, LineFilter
from textual.theme import Theme

from ludoteca.language import Words, words
from ludoteca.tui.filters import AsciiFilter, NoColourFilter
from ludoteca.tui.look import HOUSE, Look
from ludoteca.tui.online import Online
from ludoteca.tui.opening import Opening
from ludoteca.tui.settings import Settings, matches_folder, settings_path

if TYPE_CHECKING:
    from textual.command import Provider

    from ludoteca.client.workshop import Workshop
    from ludoteca.record.read import ReadRecord
    from ludoteca.tui.desk import LocalDesk

WORKERS = 2
"""So many bots think at once."""


def provide_commands() -> "type[Provider]":
    """Give what the palette offers; it is read only when the palette is opened."""
    from ludoteca.tui.commands import HouseCommands

    return HouseCommands


class House(Online):
    """The program."""

    TITLE = "ludoteca"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS = {provide_commands}  # noqa: RUF012 - as Textual declares it
    CSS = """
    Screen { background: $background; overflow: hidden; }
    TooSmall { display: none; }
    Screen.too-small > * { display: none; }
    Screen.too-small > TooSmall { display: block; width: 100%; height: 100%; }
    """

    def __init__(
        self,
        settings: Settings | None = None,
        settings_file: Path | None = None,
        matches: Path | None = None,
        opening: Opening | None = None,
        record: Path | None = None,
        server: str | None = None,
        apart: bool = False,
    ) -> None:
        """Begin with the player's settings; perhaps at once at a table, or in a replay.

        With `apart`, bots think in processes of their own, and never keep a key waiting.
        """
        super().__init__()
        self._settings_file = settings_file or settings_path()
        self.settings = settings or Settings.load(self._settings_file)
        self.matches = matches or matches_folder()
        self._desk: LocalDesk | None = None
        self.server, self._apart = server, apart
        self.invitations, self.turns = {}, set()
        self._workshop: Workshop | None = None
        self._first_table, self._first_record = opening, record
        for name, palette in HOUSE.items():
            self.register_theme(
                Theme(
                    name=f"ludoteca-{name}",
                    primary=palette.accent,
                    foreground=palette.ink,
                    background=palette.ground,
                    surface=palette.panel,
                    panel=palette.raised,
                    accent=palette.accent,
                    success=palette.good,
                    error=palette.bad,
                    warning=palette.glow,
                    dark=name == "dark",
                )
            )
        self.apply_settings()

    # Look and words

    def apply_settings(self) -> None:
        """Take the settings as they are now."""
        self.look: Look = self.settings.look(self._environment())
        self.language = self.settings.chosen_language()
        self.words: Words = words(self.language)
        self.theme = f"ludoteca-{self.look.theme}"

    def _environment(self) -> dict[str, str]:
        # Textual takes NO_COLOR out of the environment and remembers it.
        return {"NO_COLOR": "1"} if self.no_color else {}

    def change_setting(self, key: str, value: str) -> None:
        """Set something; it shows at once, and is kept."""
        from ludoteca.tui.screens.base import HouseScreen

        setattr(self.settings, key, value)
        self.settings.save(self._settings_file)
        self.apply_settings()
        for screen in self.screen_stack:
            if isinstance(screen, HouseScreen):
                screen.refresh_look()
        self.refresh(layout=True)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Put the house's own filters last; nothing here is painted in ANSI colours."""
        usual = super().get_line_filters()
        filters = [each for each in usual if not isinstance(each, ANSIToTruecolor)]
        if not self.look.colour:
            filters.append(NoColourFilter())
        elif self.console.color_system == "standard":
            from ludoteca.tui.sixteen import SixteenFilter

            filters.append(SixteenFilter())
        if self.look.ascii:
            filters.append(AsciiFilter())
        return filters

    # Screens

    def on_mount(self) -> None:
        """Open the first screen, and what was asked for on top of it."""
        from ludoteca.tui.screens.start import StartScreen

        self.push_screen(StartScreen())
        if self.server:
            self.go_online()
        if self._first_table:
            self.play(self._first_table)
        if self._first_record:
            self.replay(self._first_record)

    @property
    def desk(self) -> "LocalDesk":
        """Where local matches are played."""
        from ludoteca.tui.desk import LocalDesk

        if self._desk is None:
            self._desk = LocalDesk(self.matches, self.player_name, self.language, self.workshop)
        self._desk.introduce(self.player_name, self.language)
        return self._desk

    @property
    def workshop(self) -> "Workshop | None":
        """Where bots think, if not in threads."""
        if self._workshop is None and self._apart:
            from ludoteca.client.workshop import Workshop

            self._workshop = Workshop(WORKERS)
        return self._workshop

    def on_ready(self) -> None:
        """Once the first screen is there, get ready what the next one needs."""
        if self._apart:
            self.run_worker(self._get_ready(), group="get ready", exit_on_error=False)

    async def _get_ready(self) -> None:
        from asyncio import to_thread

        from ludoteca.tui.ready import read_ahead, think_ahead

        await to_thread(read_ahead)
        gc.collect()
        gc.freeze()  # what stays for good is not searched for rubbish again and again
        if self.workshop is not None:
            await self.workshop.call(think_ahead)

    async def on_unmount(self) -> None:
        """Close all tables; records stay."""
        if self._workshop is not None:
            self._workshop.close()
        for desk in (self._desk, self._remote):
            if desk is not None:
                await desk.close()

    def play(self, opening: Opening) -> None:
        """Open a table; perhaps on from a position of a record."""
        from ludoteca.tui.screens.table import TableScreen

        if opening.name:
            self.desk.introduce(opening.name, self.language)
        if opening.source:
            self.desk.remember(opening.source[0])
        screen = TableScreen(self._desk or self.desk, opening)

        def afterwards(what: str | None) -> None:
            path = self.matches / f"{screen.game.id}-{screen.match_id}.ludo"
            if opening.save_as is not None and path.exists():
                shutil.copyfile(path, opening.save_as)
            if what == "replay":
                self.replay(path)
            elif what:
                self.play(replace(opening, save_as=None, match=what))

        self.open_at_table(screen, afterwards)

    def play_now(self, game: str) -> None:
        """Open a table with usual seats."""
        from ludoteca.protocol.common import TableSetting

        bots = ("medium",)
        self.play(Opening(TableSetting(game=game, seats=2, bots=bots)))

    def play_on(self, record: "ReadRecord", ply: int) -> None:
        """Choose who plays on from a position."""
        from ludoteca.tui.screens.new import NewScreen

        self.push_screen(NewScreen((record, ply)))

    def show_rules(self, game: str | None = None) -> None:
        """Open the rules of a game."""
        from ludoteca.tui.screens.rules import RulesScreen

        self.push_screen(RulesScreen(game))

    def open_screen(self, name: str) -> None:
        """Open one of the screens that need nothing."""
        from ludoteca.tui.screens.new import NewScreen
        from ludoteca.tui.screens.records import RecordsScreen
        from ludoteca.tui.screens.settings import SettingsScreen

        screens = {"new": NewScreen, "records": RecordsScreen, "settings": SettingsScreen}
        self.push_screen(screens[name]())

    def commands(self) -> list[tuple[str, Callable[[], None]]]:
        """List what can be asked for anywhere, in the player's words."""
        from ludoteca import games

        said = self.words
        found: list[tuple[str, Callable[[], None]]] = []
        for name in games.names():
            title = games.title(name, self.language)
            found.append((f"{said['tui.start.play_now']}: {title}",
                          lambda name=name: self.play_now(name)))  # type: ignore[misc]  # fmt: skip
            found.append((f"{said['tui.start.rules']}: {title}",
                          lambda name=name: self.show_rules(name)))  # type: ignore[misc]  # fmt: skip
        for key in ("new", "records", "settings"):
            found.append((said[f"tui.start.{key}"],
                          lambda key=key: self.open_screen(key)))  # type: ignore[misc]  # fmt: skip
        found.append((said["tui.start.quit"], self.exit))
        return [(self.look.text(text), run) for text, run in found]

    def action_command_palette(self) -> None:
        """Open the command palette in the player's language."""
        from textual.command import CommandPalette

        placeholder = self.look.text(self.words["tui.palette"])
        self.push_screen(CommandPalette(placeholder=placeholder, id="--command-palette"))
