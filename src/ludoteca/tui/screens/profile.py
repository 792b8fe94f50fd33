"""A user's profile: since when, ratings and matches."""

from datetime import UTC, datetime
from functools import partial

from ludoteca import games
from ludoteca.client.people import history_path, profile_path
from ludoteca.core.errors import LudotecaError
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.http import HistoryPage, PastMatch, Profile
from ludoteca.tui.bars import TitleBar
from ludoteca.tui.form import Form, Row
from ludoteca.tui.lobby_list import STATES, standing
from ludoteca.tui.match_view import said_name
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.remote_session import RemoteSession
from ludoteca.tui.screens.form_screen import FormScreen


class ProfileScreen(FormScreen):
    """A profile, or one's own matches."""

    CSS = "ProfileScreen Form { margin: 1 3; height: 1fr; }"

    def __init__(self, session: RemoteSession, name: str | None = None) -> None:
        """Look at an account; without a name at oneself, also as a guest."""
        super().__init__()
        self.session, self._name = session, name
        self._profile: Profile | None = None
        self._matches: list[PastMatch] | None = None
        self._before: float | None = None
        self._problem = ""

    def on_mount(self) -> None:
        """Ask the server."""
        self.run_worker(self._fetch)

    def write_title(self) -> None:
        """Show who it is."""
        name = self._name or self.session.welcome.name
        title = name if self._name else self.say("page.your_matches")
        self.query_one(TitleBar).say("ludoteca", title, "" if self._name else name)

    async def _fetch(self) -> None:
        """Fetch the profile, and the next matches."""
        name = self._name or (self.session.welcome.name if self.session.welcome.account else None)
        try:
            if name is not None and self._profile is None:
                self._profile = await self.session.fetch(profile_path(name), Profile)
            page = await self.session.fetch(history_path(self._name, self._before), HistoryPage)
        except LudotecaError as error:
            self._problem = str(error)
        else:
            self._matches = [*(self._matches or ()), *page.matches]
            self._before = page.before
        self._show()

    def _show(self) -> None:
        for form in self.query(Form):
            form.set_rows(self._rows())

    def _rows(self) -> list[Row]:
        said = self.words
        rows = self._profile_rows(self._profile) if self._profile else []
        rows.append(Row("matches", said["page.matches"], is_title=True))
        if self._problem:
            rows.append(Row("problem", self._problem, is_fact=True))
        elif self._matches is None:
            rows.append(Row("wait", said["page.loading"], is_fact=True))
        elif not self._matches:
            rows.append(Row("none", said["page.no_matches"], is_fact=True))
        rows += [self._row(match) for match in self._matches or ()]
        if self._before is not None:
            rows.append(Row("more", said["tui.person.more"]))
        return rows

    def _profile_rows(self, profile: Profile) -> list[Row]:
        said, language = self.words, self.app.language
        since = said.say("page.since", when=_day(profile.since))
        rows = [Row("since", f"{profile.name}: {since}", is_title=True)]
        for number, each in enumerate(profile.ratings):
            where = (
                f"{games.title(each.game, language)}, {said.say('page.players', n=each.players)}"
            )
            label = f"{said['page.rating']} {each.rating}"
            rows.append(Row(f"rating {number}", label, note=where, is_fact=True))
        return rows

    def _row(self, match: PastMatch) -> Row:
        said = self.words
        title = games.title(match.game, self.app.language)
        names = [said_name(name, said) for name in match.players if name]
        note = ", ".join(names)
        rank = f", {said.say('page.rank_n', n=match.rank)}" if match.rank else ""
        label = f"{_day(match.at)}  {title}{rank}"
        if match.status != "final":
            note = standing(said[STATES.get(match.status, "page.match_over")], names)
        return Row(match.match, label, note=note, is_fact=match.status == "closed")

    def refresh_look(self) -> None:
        """Write everything in other words."""
        self._show()
        super().refresh_look()

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Look at a match again, or go back to one that is under way; or list more."""
        match = next((each for each in self._matches or () if each.match == message.key), None)
        if match is None:
            self.run_worker(self._fetch)
        elif match.status == "final":
            self.run_worker(partial(self.app.replay_online, self.session, match.game, match.match))
        else:
            opening = TableOpening(TableSetting(game=match.game), match=match.match)
            self.app.sit(self.session, opening)


def _day(moment: float) -> str:
    return f"{datetime.fromtimestamp(moment, tz=UTC).astimezone():%Y-%m-%d}"
