"""The program at a server: coming in, what is told there anywhere, tables, invitations."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import App

from ludoteca.core.errors import LudotecaError
from ludoteca.language import Words
from ludoteca.tui.look import Look
from ludoteca.tui.opening import Opening
from ludoteca.tui.settings import Settings

if TYPE_CHECKING:
    from ludoteca.protocol.to_client import Invited, Told
    from ludoteca.tui.remote import RemoteDesk
    from ludoteca.tui.screens.at_table import AtTable


class Online(App[None]):
    """The part of the program that sits at a server."""

    settings: Settings
    look: Look
    words: Words
    language: str
    matches: Path
    server: str | None = None
    _remote: "RemoteDesk | None" = None

    invitations: "dict[str, Invited]"
    """To which tables one is invited, and has not answered yet."""
    turns: set[str]
    """The tables at which it is one's turn, as far as that was told away from them."""

    def open_at_table(self, screen: "AtTable", then: Callable[[str | None], None]) -> None:
        """Push a screen in the name of the program: whoever asked may be gone when it ends."""
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
        """Say what went wrong."""
        self.notify(self.look.text(sentence), severity="error", markup=False)

    # Coming in

    def go_online(self) -> None:
        """Come in at the server."""
        self.run_worker(self._go_online(), exclusive=True, group="online")

    async def _go_online(self) -> None:
        from ludoteca.tui.remote import RemoteDesk
        from ludoteca.tui.screens.lobby import LobbyScreen

        if self.server is None:
            return
        if self._remote is None:
            try:
                self._remote = await RemoteDesk.open(
                    self.server, self.player_name, self.language, self.matches.parent / "tokens"
                )
            except LudotecaError as error:
                self.complain(str(error))
                return
            self._remote.listen(self._hear_anywhere)
        self.push_screen(LobbyScreen(self._remote))

    # What is told anywhere

    def _hear_anywhere(self, told: "Told") -> None:
        """Say what concerns the player wherever in the program he is."""
        from ludoteca.protocol.to_client import Invited, YourTurn

        if isinstance(told, Invited):
            self._hear_invitation(told)
        elif isinstance(told, YourTurn) and not self._is_at(told.match):
            self.turns.add(told.match)
            said = self.words.say("page.your_turn_at", game=self._title(told.game))
            self.notify(self.look.text(said), markup=False)

    def _is_at(self, match: str | None = None) -> bool:
        """Say whether the board of a match, or of any, is on the screen or under it."""
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
        from ludoteca.tui.screens.question import QuestionScreen

        told = self.invitations[match]
        game = self._title(told.setting.game)
        question = QuestionScreen("page.invited_by", "tui.invited", name=told.by, game=game)

        def answer(yes: bool | None) -> None:
            if self.invitations.pop(match, None) is not None and yes:
                self.run_worker(self._come(told))

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
            self.sit(self._remote, Opening(told.setting, match=told.match))

    # Tables

    def open_online(self, desk: "RemoteDesk") -> None:
        """Put a table of a server together."""
        from ludoteca.tui.screens.new import NewScreen

        self.push_screen(NewScreen(desk=desk))

    def sit(self, desk: "RemoteDesk", opening: Opening) -> None:
        """Go to a table of a server: first to its seats, then to its board."""
        from ludoteca.tui.screens.seating import PLAY, SeatingScreen
        from ludoteca.tui.screens.table import TableScreen

        seating = SeatingScreen(desk, opening)
        self.turns.discard(opening.match)

        def begun(what: str | None) -> None:
            if what == PLAY:
                here = replace(opening, match=seating.match_id)
                self.open_at_table(TableScreen(desk, here), again)

        def again(what: str | None) -> None:
            if what == "replay":
                self.run_worker(self.replay_online(desk, opening.setting.game, seating.match_id))
            elif what:
                self.sit(desk, replace(opening, match=what))

        self.open_at_table(seating, begun)

    async def replay_online(self, desk: "RemoteDesk", game: str, match: str) -> None:
        """Fetch the record of a match from its server, keep it, and open it."""
        path = self.matches / f"{game}-{match}.ludo"
        try:
            await desk.fetch_record(match, path)
        except LudotecaError as error:
            self.complain(str(error))
        else:
            self.replay(path)
