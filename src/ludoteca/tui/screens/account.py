"""Your identity at a server: log in, sign up, change the password, log out."""

from collections.abc import Awaitable, Callable
from functools import partial

from ludoteca.core.errors import LudotecaError
from ludoteca.tui.canvas import wrapped
from ludoteca.tui.form import Form, Row
from ludoteca.tui.remote_session import RemoteSession
from ludoteca.tui.screens.form_screen import FormScreen

LONGEST_PASSWORD, LONGEST_CODE = 200, 80

WIDTH = 70
"""Columns of what is said about accounts."""

CODE_NEEDED = "code_needed"
"""With this code a server refuses a password alone."""


class AccountScreen(FormScreen):
    """A guest may become an account, and an account a guest."""

    CSS = "AccountScreen Form { margin: 1 3; height: 1fr; }"
    TITLE_KEY = "page.who_are_you"

    def __init__(self, session: RemoteSession) -> None:
        super().__init__()
        self.session = session
        self._typed = {"name": session.welcome.name, "password": "", "new": "", "code": ""}
        self._asks_code = False
        """Whether the password was right, and the account asks for a code as well."""
        self._busy = False

    def _rows(self) -> list[Row]:
        hello = self.say("page.hello", name=self.session.welcome.name)
        rows = [Row("hello", hello, is_title=True)]
        rows += self._account_rows() if self.session.welcome.account else self._guest_rows()
        return [*rows, Row("back", self.say("tui.key.back").capitalize())]

    def _guest_rows(self) -> list[Row]:
        said = self.words
        about = wrapped(said["page.guest_about"], WIDTH)
        rows = [Row(f"about {n}", line, is_fact=True) for n, line in enumerate(about)]
        rows.append(Row("space", "", is_title=True))
        rows.append(Row("name", said["page.name"], value=self._typed["name"], is_text=True))
        rows.append(self._secret("password", "page.password"))
        if self._asks_code:
            code, note = self._typed["code"], said["tui.account.code.note"]
            rows.append(
                Row("code", said["tui.account.code"], value=code, is_text=True, note=note,
                    longest=LONGEST_CODE)
            )  # fmt: skip
        rows.append(Row("log_in", said["page.log_in"]))
        if not self._asks_code:
            rows.append(Row("sign_up", said["page.sign_up"]))
            rows.append(Row("rename", said["page.save_name"], note=said["page.stay_guest"]))
        return rows

    def _account_rows(self) -> list[Row]:
        said = self.words
        return [
            Row("profile", said["page.profile"]),
            Row("log_out", said["page.log_out"]),
            Row("care", said["page.password_change"], is_title=True),
            self._secret("password", "page.password"),
            self._secret("new", "page.password_new"),
            Row("change", said["page.password_change"]),
            Row("others", said["page.sessions_end_others"]),
        ]

    def _secret(self, key: str, words: str) -> Row:
        return Row(key, self.say(words), value=self._typed[key], is_text=True, is_secret=True,
                   longest=LONGEST_PASSWORD)  # fmt: skip

    def on_form_changed(self, message: Form.Changed) -> None:
        """Take what is typed."""
        self._typed[message.key] = message.value

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Do what was chosen."""
        doing: dict[str, Callable[[], Awaitable[str]]] = {
            "log_in": self._log_in,
            "sign_up": self._sign_up,
            "rename": self._rename,
            "log_out": self._log_out,
            "change": self._change_password,
            "others": self._end_others,
        }
        if message.key == "back":
            self.action_back()
        elif message.key == "profile":
            self._show_profile()
        elif not self._busy:
            self._busy = True
            work = partial(self._try, doing[message.key])
            self.app.run_worker(work)  # done also if one leaves meanwhile

    def _show_profile(self) -> None:
        from ludoteca.tui.screens.profile import ProfileScreen

        self.app.push_screen(ProfileScreen(self.session, self.session.welcome.name))

    async def _try(self, what: Callable[[], Awaitable[str]]) -> None:
        """Do something; say that it is done, or what the server has against it."""
        try:
            done = await what()
        except LudotecaError as error:
            self._refused(error)
        else:
            self._asks_code = False
            self._typed.update(password="", new="", code="", name=self.session.welcome.name)
            self.app.notify(self.look.text(done), markup=False)
            self._show()
        finally:
            self._busy = False

    def _refused(self, error: LudotecaError) -> None:
        first = error.code == CODE_NEEDED and not self._asks_code
        self._asks_code = self._asks_code or error.code == CODE_NEEDED
        self._show("code" if first else "")
        self.app.notify(self.look.text(str(error)), severity="warning", markup=False)

    def _show(self, key: str = "") -> None:
        """Show what may be done now; go to a row, if one is named."""
        for form in self.query(Form):  # none after the screen has gone
            form.set_rows(self._rows())
            form.go_to(key)

    def _hello(self) -> str:
        return self.say("page.hello", name=self.session.welcome.name)

    async def _log_in(self) -> str:
        typed = self._typed
        await self.session.log_in(typed["name"].strip(), typed["password"], typed["code"].strip())
        return self._hello()

    async def _sign_up(self) -> str:
        await self.session.sign_up(self._typed["name"].strip(), self._typed["password"])
        return self._hello()

    async def _rename(self) -> str:
        await self.session.rename(self._typed["name"].strip())
        return self._hello()

    async def _log_out(self) -> str:
        await self.session.log_out(self.app.player_name)
        return self._hello()

    async def _change_password(self) -> str:
        old, new = self._typed["password"], self._typed["new"]
        await self.session.post("/api/me/password", old=old, new=new)
        return self.say("page.password_changed")

    async def _end_others(self) -> str:
        await self.session.post("/api/me/sessions/end", password=self._typed["password"])
        return self.say("page.sessions_ended")
