"""Going online: the address of a server, or an invitation link."""

from textual.widget import Widget

from ludoteca.client.address import parse_address
from ludoteca.tui.canvas import wrapped
from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.base import BaseScreen

LONGEST, WIDTH = 200, 70


class ConnectScreen(BaseScreen[None]):
    """Asks where to play; the last address is remembered."""

    CSS = "ConnectScreen Form { margin: 1 3; height: 1fr; }"
    TITLE_KEY = "tui.start.online"

    def body(self) -> list[Widget]:
        """Put the form."""
        return [Form(self._rows(self.app.settings.server))]

    def _rows(self, typed: str) -> list[Row]:
        about = wrapped(self.say("tui.connect.about"), WIDTH)
        rows = [Row(f"about {n}", line, is_fact=True) for n, line in enumerate((*about, ""))]
        address = Row("server", self.say("tui.connect.address"), value=typed, longest=LONGEST)
        address.is_text = address.is_button = True
        return [*rows, address, Row("connect", self.say("tui.connect.go"))]

    def on_form_chosen(self) -> None:
        """Connect, and remember the address."""
        typed = next(row.value for row in self.query_one(Form).rows if row.key == "server")
        address, match = parse_address(typed)
        if not address:
            self.app.complain(self.say("tui.connect.none"))
            return
        self.app.change_setting("server", address)
        self.app.connect(address, match)

    def refresh_look(self) -> None:
        """Write everything in other words."""
        form = self.query_one(Form)
        typed = next(row.value for row in form.rows if row.key == "server")
        form.set_rows(self._rows(typed))
        super().refresh_look()
