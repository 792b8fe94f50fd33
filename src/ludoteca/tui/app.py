"""The terminal program itself: its screens, its look, and what can be asked of it anywhere."""

import gc
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App
from textual.filter import ANSIToTruecolor, LineFilter
from textual.screen import Screen
from textual.theme import Theme

from ludoteca.client.address import parse_address
from ludoteca.core.errors import LudotecaError
from ludoteca.language import Words, words
from ludoteca.tui.filters import AsciiFilter, NoColourFilter
from ludoteca.tui.look import Look
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.settings import TerminalSettings, matches_folder, settings_path
from ludoteca.tui.work import WithWorkers

if TYPE_CHECKING:
    from textual.command import Provider

    from ludoteca.client.process_pool import ProcessPool
    from ludoteca.client.unfinished import UnfinishedMatch
    from ludoteca.protocol.to_client import Invited, Told
    from ludoteca.record.read import ReadRecord
    from ludoteca.tui.remote_session import RemoteSession
    from ludoteca.tui.session import LocalSession

WORKERS = 2
"""Bots that think at the same time."""

BEHIND = 5
"""How far their processes yield to the one that draws the screen (`nice`)."""


def provide_commands() -> "type[Provider]":
    """Return what the palette offers; it is read only when the palette is opened."""
    from ludoteca.tui.commands import AppCommands

    return AppCommands


class TerminalApp(WithWorkers, App[None]):
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
        settings: TerminalSettings | None = None,
        settings_file: Path | None = None,
        matches: Path | None = None,
        opening: TableOpening | None = None,
        record: Path | None = None,
        server: str | None = None,
        apart: bool = False,
        resume: "UnfinishedMatch | None" = None,
        graphics: str | None = None,
    ) -> None:
        """Begin with the player's settings; perhaps at once at a table, or in a replay.

        With `apart`, bots think in processes of their own, and never keep a key waiting.
        `graphics` is the protocol in which the terminal shows pictures, if it does.
        """
        super().__init__()
        self._settings_file = settings_file or settings_path()
        self.settings = settings or TerminalSettings.load(self._settings_file)
        self.matches = matches or matches_folder()
        self._session: LocalSession | None = None
        self.server, self._apart, self.graphics = server, apart, graphics
        self._remote: RemoteSession | None = None
        self.invitations: dict[str, Invited] = {}
        """Unanswered invitations, by match."""
        self.turns: set[str] = set()
        """Matches at other tables where it is the player's turn."""
        self._pool: ProcessPool | None = None
        self._first_table, self._first_record, self._resumes = opening, record, resume
        self.apply_settings()

    # Look and words

    def apply_settings(self) -> None:
        """Take the settings as they are now."""
        self.look: Look = self.settings.look(self._environment())
        self.language = self.settings.chosen_language()
        self.words: Words = words(self.language)
        palette, name = self.look.palette, f"ludoteca-{self.settings.theme}"
        self.register_theme(
            Theme(
                name=name,
                primary=palette.accent,
                foreground=palette.ink,
                background=palette.ground,
                surface=palette.panel,
                panel=palette.raised,
                accent=palette.accent,
                success=palette.good,
                error=palette.bad,
                warning=palette.glow,
                dark=self.look.theme == "dark",
            )
        )
        self.theme = name

    def _environment(self) -> dict[str, str]:
        # Textual takes NO_COLOR out of the environment and remembers it.
        return {"NO_COLOR": "1"} if self.no_color else {}

    def change_setting(self, key: str, value: str) -> None:
        """Set something; it shows at once, and is kept."""
        from ludoteca.tui.screens.base import BaseScreen

        setattr(self.settings, key, value)
        self.settings.save(self._settings_file)
        self.apply_settings()
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.refresh_look()
        self.refresh(layout=True)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Append our own filters; nothing here uses ANSI colours."""
        usual = super().get_line_filters()
        filters = [each for each in usual if not isinstance(each, ANSIToTruecolor)]
        if not self.look.colour:
            filters.append(NoColourFilter())
        elif self.console.color_system == "standard":
            from ludoteca.tui.ansi_colours import AnsiColourFilter

            filters.append(AnsiColourFilter())
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
        if self._resumes:
            self.resume(self._resumes)
        if self._first_record:
            self.replay(self._first_record)

    @property
    def session(self) -> "LocalSession":
        """Where local matches are played."""
        from ludoteca.tui.session import LocalSession

        if self._session is None:
            self._session = LocalSession(self.matches, self.player_name, self.language, self.pool)
        self._session.introduce(self.player_name, self.language)
        return self._session

    @property
    def pool(self) -> "ProcessPool | None":
        """Where bots think, if not in threads."""
        if self._pool is None and self._apart:
            from ludoteca.client.process_pool import ProcessPool

            self._pool = ProcessPool(WORKERS, nice=BEHIND)
        return self._pool

    def on_ready(self) -> None:
        """Once the first screen is there, get ready what the next one needs."""
        if self._apart:
            self.run_worker(self._get_ready, group="get ready", exit_on_error=False)

    async def _get_ready(self) -> None:
        from asyncio import to_thread

        from ludoteca.tui.preload import read_ahead, think_ahead

        await to_thread(read_ahead)
        gc.collect()
        gc.freeze()  # what stays for good is not searched for rubbish again and again
        if self.pool is not None:
            await self.pool.call(think_ahead)

    async def on_unmount(self) -> None:
        """Close all tables; records stay."""
        if self._pool is not None:
            self._pool.close()
        for session in (self._session, self._remote):
            if session is not None:
                await session.close()

    def open_at_table(self, screen: Screen[str | None], then: Callable[[str | None], None]) -> None:
        """Push a screen from the app: the screen that asked may be gone when it ends."""
        self.call_next(self.push_screen, screen, then)

    def replay(self, path: Path) -> None:
        """Open a record."""
        from ludoteca.tui.screens.replay import ReplayScreen, open_record

        found = open_record(path)
        if isinstance(found, str):
            self.complain(found)
        else:
            self.push_screen(ReplayScreen(found))

    @property
    def player_name(self) -> str:
        """The name of the player at this screen."""
        return self.settings.name.strip() or self.words["tui.you"]

    def complain(self, sentence: str) -> None:
        """Show what went wrong."""
        self.notify(self.look.text(sentence), severity="error", markup=False)

    def play(self, opening: TableOpening) -> None:
        """Open a table; perhaps on from a position of a record."""
        from ludoteca.tui.screens.table import TableScreen

        if opening.name:
            self.session.introduce(opening.name, self.language)
        if opening.source:
            self.session.remember(opening.source[0])
        screen = TableScreen(self._session or self.session, opening)

        def afterwards(what: str | None) -> None:
            path = self.matches / f"{screen.game.id}-{screen.match_id}.ludo"
            if opening.save_as is not None and path.exists():
                shutil.copyfile(path, opening.save_as)
            if what == "replay":
                self.replay(path)
            elif what:
                self.play(replace(opening, save_as=None, match=what))

        self.open_at_table(screen, afterwards)

    def unfinished(self) -> "list[UnfinishedMatch]":
        """List the matches that can be continued, the latest first."""
        if not any(self.matches.glob("*.events")):  # mostly: nothing is imported for it
            return []
        from ludoteca.client.unfinished import find_unfinished

        return find_unfinished(self.matches)

    def resume(self, unfinished: "UnfinishedMatch") -> None:
        """Continue a match where it was left."""
        name = next((each.name for each in unfinished.opened.sitters if each and each.name), "")
        match, setting = self.session.resume(unfinished), unfinished.opened.setting
        self.play(TableOpening(setting, name, match=match, is_begun=True))

    def play_now(self, game: str) -> None:
        """Open a table with usual seats."""
        from ludoteca.protocol.common import TableSetting

        bots = ("medium",)
        self.play(TableOpening(TableSetting(game=game, seats=2, bots=bots)))

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
        found.append((said["tui.start.online"], self.go_online))
        found.append((said["tui.start.quit"], self.exit))
        return [(self.look.text(text), run) for text, run in found]

    def action_help_quit(self) -> None:
        """Show how to leave, for players who press Ctrl C."""
        self.notify(self.look.text(self.words["tui.how_to_quit"]), markup=False)

    def action_command_palette(self) -> None:
        """Open the command palette in the player's language."""
        from textual.command import CommandPalette

        placeholder = self.look.text(self.words["tui.palette"])
        self.push_screen(CommandPalette(placeholder=placeholder, id="--command-palette"))

    # Going online

    def go_online(self) -> None:
        """Ask for a server; connect at once to the one given on the command line."""
        from ludoteca.tui.screens.connect import ConnectScreen

        if self.server:
            self.connect(*parse_address(self.server))
        else:
            self.push_screen(ConnectScreen())

    def connect(self, address: str, match: str = "") -> None:
        """Enter a server's lobby, and a table if one is named."""
        self.run_worker(partial(self._connect, address, match), exclusive=True, group="online")

    async def _connect(self, address: str, match: str) -> None:
        from ludoteca.tui.remote_session import RemoteSession
        from ludoteca.tui.screens.connect import ConnectScreen
        from ludoteca.tui.screens.lobby import LobbyScreen

        if self._remote is not None and self._remote.address != address:
            await self._remote.close()
            self._remote = None
        if self._remote is None:
            try:
                self._remote = await RemoteSession.open(
                    address, self.player_name, self.language, self.matches.parent / "tokens"
                )
            except LudotecaError as error:
                self.complain(str(error))
                return
            self._remote.listen(self._hear_anywhere)
        if isinstance(self.screen, ConnectScreen):
            self.pop_screen()
        self.push_screen(LobbyScreen(self._remote, match))

    # What is told anywhere

    def _hear_anywhere(self, told: "Told") -> None:
        """Show what concerns the player, on whatever screen they are."""
        from ludoteca.protocol.to_client import Invited, YourTurn

        if isinstance(told, Invited):
            self._hear_invitation(told)
        elif isinstance(told, YourTurn) and not self._is_at(told.match):
            self.turns.add(told.match)
            said = self.words.say("page.your_turn_at", game=self._title(told.game))
            self.notify(self.look.text(said), markup=False)

    def _is_at(self, match: str | None = None) -> bool:
        """Return whether the board of a match, or of any, is on the screen or under it."""
        from ludoteca.tui.screens.table import TableScreen

        tables = (each for each in self.screen_stack if isinstance(each, TableScreen))
        return any(match in (None, each.match_id) for each in tables)

    def _title(self, game: str) -> str:
        from ludoteca import games

        return games.title(game, self.language)

    # Invitations

    def _hear_invitation(self, told: "Invited") -> None:
        """Ask at once; but nobody is disturbed at a board: there it waits among the tables."""
        if told.match in self.invitations:
            return
        self.invitations[told.match] = told
        if self._is_at():
            game = self._title(told.setting.game)
            said = self.words.say("page.invited_by", name=told.by, game=game)
            waits = self.words["tui.invited.waits"]
            self.notify(self.look.text(f"{said} {waits}"), markup=False)
        else:
            self.ask_invited(told.match)

    def ask_invited(self, match: str) -> None:
        """Ask whether to come to the table one is invited to."""
        from ludoteca.tui.screens.confirm import ConfirmScreen

        told = self.invitations[match]
        game = self._title(told.setting.game)
        question = ConfirmScreen("page.invited_by", "tui.invited", name=told.by, game=game)

        def answer(yes: bool | None) -> None:
            if self.invitations.pop(match, None) is not None and yes:
                self.run_worker(partial(self._come, told))

        self.call_next(self.push_screen, question, answer)

    async def _come(self, told: "Invited") -> None:
        """Sit down at a table one was invited to."""
        from ludoteca.protocol.from_client import TakeSeat
        from ludoteca.protocol.to_client import Refused

        if self._remote is None:
            return
        answer = await self._remote.ask(TakeSeat, match=told.match)
        if isinstance(answer, Refused) and answer.code != "seated_already":
            self.complain(answer.sentence)
        else:
            self.sit(self._remote, TableOpening(told.setting, match=told.match))

    # Tables

    def open_online(self, session: "RemoteSession") -> None:
        """Put a table of a server together."""
        from ludoteca.tui.screens.new import NewScreen

        self.push_screen(NewScreen(session=session))

    def sit(self, session: "RemoteSession", opening: TableOpening) -> None:
        """Go to a table of a server: first to its seats, then to its board."""
        from ludoteca.tui.screens.seating import PLAY, SeatingScreen
        from ludoteca.tui.screens.table import TableScreen

        seating = SeatingScreen(session, opening)
        self.turns.discard(opening.match)

        def begun(what: str | None) -> None:
            if what == PLAY:
                here = replace(opening, match=seating.match_id)
                self.open_at_table(TableScreen(session, here), again)

        def again(what: str | None) -> None:
            if what == "replay":
                game = opening.setting.game
                self.run_worker(partial(self.replay_online, session, game, seating.match_id))
            elif what:
                self.sit(session, replace(opening, match=what))

        self.open_at_table(seating, begun)

    async def replay_online(self, session: "RemoteSession", game: str, match: str) -> None:
        """Fetch the record of a match from its server, keep it, and open it."""
        path = self.matches / f"{game}-{match}.ludo"
        try:
            await session.fetch_record(match, path)
        except LudotecaError as error:
            self.complain(str(error))
        else:
            self.replay(path)
