"""The best at each game and number of players: people and bots."""

from ludoteca import games
from ludoteca.core.errors import LudotecaError
from ludoteca.protocol.http import Leaderboard, Ranked
from ludoteca.tui.canvas import fitted
from ludoteca.tui.form import Form, Row
from ludoteca.tui.match_view import said_name
from ludoteca.tui.remote_session import RemoteSession
from ludoteca.tui.screens.form_screen import FormScreen

NAME = 22
"""Columns of a name."""


class RankingsScreen(FormScreen):
    """A leaderboard of a server."""

    CSS = "RankingsScreen Form { margin: 1 3; height: 1fr; }"
    TITLE_KEY = "page.nav.rankings"

    def __init__(self, session: RemoteSession) -> None:
        super().__init__()
        self.session = session
        self._game = games.names()[0]
        self._players = str(games.load(self._game).player_counts[0])
        self._found: Leaderboard | None = None
        self._problem = ""

    def on_mount(self) -> None:
        """Ask the server."""
        self._look_up()

    def _look_up(self) -> None:
        self._found, self._problem = None, ""
        self.run_worker(self._fetch, group="rankings", exclusive=True)

    async def _fetch(self) -> None:
        try:
            path = f"/api/leaderboard/{self._game}/{self._players}"
            self._found = await self.session.fetch(path, Leaderboard)
        except LudotecaError as error:
            self._problem = str(error)
        self._show()

    def _show(self) -> None:
        for form in self.query(Form):
            form.set_rows(self._rows())

    def _rows(self) -> list[Row]:
        said, language = self.words, self.app.language
        names = [(name, games.title(name, language)) for name in games.names()]
        counts = games.load(self._game).player_counts
        players = [(str(n), said.say("page.players", n=n)) for n in counts]
        rows = [
            Row("game", said["page.game"], names, self._game),
            Row("players", said["page.seats"], players, self._players),
            Row("space", "", is_title=True),
        ]
        if self._found is None:
            return [*rows, Row("wait", self._problem or said["page.loading"], is_fact=True)]
        if not self._found.ranked:
            return [*rows, Row("none", said["page.no_rankings"], is_fact=True)]
        head = self._line("", said["page.name"], said["page.rating"], said["page.matches"])
        rows.append(Row("head", head, is_fact=True))
        return [*rows, *(self._row(each) for each in self._found.ranked)]

    def _row(self, each: Ranked) -> Row:
        name = said_name(each.name, self.words)
        text = self._line(str(each.rank), name, str(each.rating), str(each.matches))
        return Row(f"person {each.name}", text, is_fact=each.bot)

    def _line(self, rank: str, name: str, rating: str, matches: str) -> str:
        shown = fitted(self.look.text(name), NAME, self.look.glyphs.ellipsis)
        return f"{rank:>4}  {shown}  {rating:>9}  {matches:>8}"

    def refresh_look(self) -> None:
        """Write everything in other words."""
        self._show()
        super().refresh_look()

    def on_form_changed(self, message: Form.Changed) -> None:
        """Look at another game, or at matches of more players."""
        if message.key == "game":
            self._game = message.value
            counts = [str(count) for count in games.load(self._game).player_counts]
            self._players = self._players if self._players in counts else counts[0]
        else:
            self._players = message.value
        self._look_up()
        self._show()

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Look at somebody."""
        from ludoteca.tui.screens.profile import ProfileScreen

        self.app.push_screen(ProfileScreen(self.session, message.key.removeprefix("person ")))
