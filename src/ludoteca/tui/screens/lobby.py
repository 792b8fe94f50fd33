"""The lobby of a server: open tables, matches to watch, your own, and new ones."""

import secrets
from contextlib import suppress
from functools import partial

from textual import work
from textual.message import Message

from ludoteca import games
from ludoteca.core.errors import LudotecaError
from ludoteca.protocol import from_client as ask
from ludoteca.protocol import to_client as tell
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.http import Seats
from ludoteca.tui.bars import TitleBar
from ludoteca.tui.form import Form, Row
from ludoteca.tui.lobby_list import LobbyFilter, LobbyRows
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.remote_session import RemoteSession
from ludoteca.tui.screens.form_screen import FormScreen

LONGEST = 200
"""Characters of a link to a table."""


def match_of(typed: str) -> str:
    """Take the id of a table out of a link, or as it is.

    >>> match_of("https://games.example/t/k3v9x0c2"), match_of(" k3v9x0c2 ")
    ('k3v9x0c2', 'k3v9x0c2')
    """
    return typed.strip().rstrip("/").rpartition("/")[2]


class LobbyScreen(FormScreen):
    """Tables of a server."""

    CSS = "LobbyScreen Form { margin: 1 3; height: 1fr; }"
    TITLE_KEY = "tui.lobby.title"

    class LobbyFrame(Message):
        """The server has told something."""

        def __init__(self, frame: tell.Told) -> None:
            """Take what was told."""
            super().__init__()
            self.frame = frame

    def __init__(self, session: RemoteSession, match: str = "") -> None:
        """Enter a lobby; go on to a table if an invitation link named one."""
        super().__init__()
        self._invited_to = match
        self.session = session
        self._tables: dict[str, tell.LobbyTable] = {}
        self._own: dict[str, tell.LobbyTable | None] = dict.fromkeys(session.welcome.seats)
        """Where one holds a seat; None until the server has told more."""
        self._typed, self._filter = "", LobbyFilter()

    def on_mount(self) -> None:
        """Hear of open tables."""
        self.session.listen(self._hear)
        self.session.watch_connection(self._connection)
        if self._invited_to:
            self.run_worker(partial(self._go, self._invited_to))

    def on_unmount(self) -> None:
        """Unsubscribe."""
        self.session.leave_alone(self._hear, self._connection)

    def _hear(self, told: tell.Told) -> None:
        self.post_message(self.LobbyFrame(told))

    def _connection(self) -> None:
        self.call_later(self.write_title)
        if self.session.is_connected and self.is_current:  # a new connection hears of nothing yet
            self.call_later(self._watch)

    @work(group="watch", exclusive=True)
    async def _watch(self) -> None:
        answer = await self.session.ask(ask.WatchLobby)
        if isinstance(answer, tell.LobbyList):
            self._tables = {table.match: table for table in answer.tables}
            self._refresh()
        await self._find_own()

    async def _find_own(self) -> None:
        """Learn where one holds a seat by now, and how it stands there."""
        with suppress(LudotecaError):  # what was known stays
            seats = await self.session.fetch("/api/me/seats", Seats)
            self._own = {match: self._own.get(match) for match in seats.matches}
        for match in list(self._own):
            with suppress(LudotecaError):
                self._own[match] = await self.session.fetch_table(match)
        self._refresh()

    def on_lobby_screen_lobby_frame(self, message: LobbyFrame) -> None:
        """Follow the tables."""
        frame = message.frame
        if isinstance(frame, tell.LobbyChange):
            self._tables.pop(frame.match, None)
            if frame.table is not None:
                self._tables[frame.match] = frame.table
                if frame.match in self._own:
                    self._own[frame.match] = frame.table
            self._refresh()
        elif isinstance(frame, tell.Invited | tell.YourTurn):
            self._refresh()
        elif isinstance(frame, tell.Resync) and self.is_current:  # something was left out
            self._watch()

    def on_screen_resume(self) -> None:
        """Be up to date when one comes back."""
        self._refresh()
        self._watch()

    def on_screen_suspend(self) -> None:
        """Unsubscribe from the lobby while another screen is open."""
        self.app.run_worker(partial(self.session.ask, ask.LeaveLobby))

    def _refresh(self) -> None:
        for form in self.query(Form):  # none before the screen is there, and after it
            typed = (row.value for row in form.rows if row.key == "by_id")
            self._typed = next(typed, self._typed)  # perhaps not told yet
            form.set_rows(self._rows())
            self.write_title()

    def write_title(self) -> None:
        """Show which screen this is, and the player's name."""
        middle = "tui.lobby.title" if self.session.is_connected else "tui.table.lost"
        self.query_one(TitleBar).say("ludoteca", self.say(middle), self.session.welcome.name)

    def _rows(self) -> list[Row]:
        said, app, written = self.words, self.app, LobbyRows(self.words, self.app.language)
        me = self.session.welcome
        rows = []
        for match, told in app.invitations.items():
            title = games.title(told.setting.game, app.language)
            label = f"{said['page.invitation']}: {title}"
            rows.append(Row(f"invited {match}", label, note=told.by))
        for match, table in self._own.items():
            rows.append(written.own(match, table, me.name, match in app.turns))
        for name in games.names():
            title = games.title(name, app.language)
            rows.append(Row(f"quick {name}", f"{said['tui.lobby.quick']}: {title}"))
        rows.append(Row("new", said["tui.lobby.new"]))
        by_id = said["tui.lobby.by_id"]
        rows.append(
            Row("by_id", by_id, value=self._typed, is_text=True, is_button=True, longest=LONGEST)
        )
        rows.append(Row("title", said["tui.lobby.tables"], is_title=True))
        rows += self._filter.rows(said, app.language)
        others = (table for table in self._tables.values() if table.match not in self._own)
        rows += written.listed(table for table in others if self._filter.fits(table))
        rows.append(Row("people", said["tui.lobby.people"], is_title=True))
        kind = "page.account" if me.account else "page.guest"
        rows.append(Row("account", said["page.who_are_you"], note=f"{me.name}, {said[kind]}"))
        rows.append(Row("matches", said["page.your_matches"]))
        rows.append(Row("rankings", said["page.nav.rankings"]))
        return rows

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Go to a table."""
        word, _, name = message.key.partition(" ")
        if word == "new":
            self.app.open_online(self.session)
        elif word == "quick":
            self.run_worker(partial(self._quick, name))
        elif word == "own":
            self.run_worker(partial(self._go, name))
        elif word == "by_id":
            self.run_worker(partial(self._go, match_of(self._typed)))
        elif word == "invited":
            self.app.ask_invited(name)
        elif word == "table":
            table = self._tables.get(name)  # none if it has gone since the key was pressed
            self.run_worker(partial(self._join, table) if table else partial(self._go, name))
        else:
            self._open(word)

    def _open(self, word: str) -> None:
        """Open what is to be known of people."""
        from ludoteca.tui.screens.account import AccountScreen
        from ludoteca.tui.screens.profile import ProfileScreen
        from ludoteca.tui.screens.rankings import RankingsScreen

        screens = {"account": AccountScreen, "matches": ProfileScreen, "rankings": RankingsScreen}
        self.app.push_screen(screens[word](self.session))

    def on_form_changed(self, message: Form.Changed) -> None:
        """Take the id of a table, or which ones are wanted."""
        word, _, key = message.key.partition(" ")
        if word == "filter":
            self._filter.set(key, message.value)
            self._refresh()
        else:
            self._typed = message.value

    async def _quick(self, game: str) -> None:
        answer = await self.session.ask(
            ask.QuickMatch, game=game, contribution=secrets.token_hex(16)
        )
        if isinstance(answer, tell.Opened):
            opening = TableOpening(TableSetting(game=game), match=answer.match, quick=True)
            self.app.sit(self.session, opening)
        else:
            self._refuse(answer)

    async def _go(self, match: str) -> None:
        """Go to a table of which only the id is known."""
        answer = await self.session.ask(ask.Enter, match=match)
        if isinstance(answer, tell.Snapshot):
            self.app.sit(self.session, TableOpening(answer.table.setting, match=match))
        else:
            self._own.pop(match, None)
            self._refuse(answer)
            self._refresh()

    async def _join(self, table: tell.LobbyTable) -> None:
        """Sit down where there is room, else watch."""
        if table.status == "open" and any(seat.kind == "free" for seat in table.seats):
            answer = await self.session.ask(ask.TakeSeat, match=table.match)
            if isinstance(answer, tell.Refused) and answer.code != "seated_already":
                self._refuse(answer)
                return
        self.app.sit(self.session, TableOpening(table.setting, match=table.match))

    def _refuse(self, answer: tell.Answer) -> None:
        if isinstance(answer, tell.Refused):
            self.app.notify(self.look.text(answer.sentence), severity="warning", markup=False)
