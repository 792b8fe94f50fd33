"""A table before the start: who sits where, who is ready, what is said."""

import secrets

from textual.widget import Widget

from ludoteca.bots.spec import LEVELS
from ludoteca.protocol import from_client as ask
from ludoteca.protocol import to_client as tell
from ludoteca.tui.bars import TitleBar
from ludoteca.tui.desk import Desk
from ludoteca.tui.form import Form, Row
from ludoteca.tui.match import said_name
from ludoteca.tui.opening import Opening
from ludoteca.tui.screens.question import QuestionScreen
from ludoteca.tui.screens.talking import Talking

PLAY = "play"
"""How this screen ends when the match begins."""

SAID = 6
"""So many lines of chat are shown."""


class SeatingScreen(Talking):
    """A table that waits for its match to begin."""

    CSS = """
    SeatingScreen Form { margin: 1 3; height: 1fr; }
    #typed { dock: bottom; height: 3; margin-bottom: 1; display: none; }
    """

    def __init__(self, desk: Desk, opening: Opening) -> None:
        """Come to a table that is open, or open it."""
        super().__init__(desk, opening.setting.game, opening.match)
        self._opening = opening

    def body(self) -> list[Widget]:
        """Put the seats and a hidden line to type into."""
        return [Form(self._rows()), self.typed_line()]

    def on_mount(self) -> None:
        """Open the table if need be, then enter."""
        self.run_worker(self._open())

    async def _open(self) -> None:
        if not self.match_id:
            answer = await self.desk.ask(ask.OpenTable, setting=self._opening.setting)
            if not isinstance(answer, tell.Opened):
                self.leave_with(answer)
                return
            self.match_id = answer.match
        await self.enter()

    async def go_on(self) -> None:
        """Show the seats, or go to the board once the match has begun."""
        self.table_changed()

    def table_changed(self) -> None:
        """Leave when the match begins or the table is closed."""
        assert self.match is not None
        if self.match.table.status == "closed":
            self.app.notify(self.look.text(self.say("tui.seating.closed")))
            self.leave_for(None)
        elif self.match.table.status != "open":
            self.leave_for(PLAY)
        else:
            self.show()

    def show(self) -> None:
        """Show the seats."""
        form = self.query_one(Form)
        first = len(form.rows) == 1
        form.set_rows(self._rows())
        if first:
            form.go_to("ready")
        self.write_title()

    def write_title(self) -> None:
        """Say which game, and for whom the table waits."""
        left = self.game.words(self.house.language)["name"]
        middle = "tui.seating.title" if self.desk.is_connected else "tui.table.lost"
        self.query_one(TitleBar).say(left, self.say(middle), self.match_id)

    def _rows(self) -> list[Row]:
        match, said = self.match, self.words
        if match is None:
            return [Row("wait", said["tui.seating.coming"], is_title=True)]
        table = match.table
        is_set = table.setting.seating == "set"
        title = said["tui.seating.seats.set" if is_set else "tui.seating.seats"]
        rows = [Row("seats", title, is_title=True)]
        rows += [self._seat_row(seat, table) for seat in table.seats]
        rows.append(Row("space", "", is_title=True))
        if match.seat is None:
            rows.append(Row("sit", said["tui.lobby.sit"]))
        else:
            ready = table.seats[match.seat].ready
            rows.append(Row("ready", said["tui.seating.not_yet" if ready else "tui.seating.ready"]))
            rows += self._host_rows(table)
            rows.append(Row("stand", said["tui.seating.stand"]))
        rows.append(Row("invite", said["page.invite"], note=self.desk.link(table.match)))
        rows += [Row(f"s{n}", line, is_title=True) for n, line in enumerate(match.news()[-SAID:])]
        return rows

    def _host_rows(self, table: tell.TableInfo) -> list[Row]:
        """Give what only the host may do."""
        assert self.match is not None
        if table.host != self.match.seat:
            return []
        people = [seat for seat in table.seats if seat.kind != "free"]
        waiting = [seat.name for seat in people if not seat.ready]
        note = self.say("tui.seating.waiting", names=", ".join(waiting)) if waiting else ""
        return [Row("start", self.say("tui.seating.start", n=len(people)), note=note)]

    def _seat_row(self, seat: tell.SeatInfo, table: tell.TableInfo) -> Row:
        assert self.match is not None
        said, number = self.words, seat.seat
        label = said.say("tui.new.seat", n=number + 1)
        is_host = table.host is not None and table.host == self.match.seat
        if seat.kind == "free" and is_host:
            values = [("free", said["tui.seating.free"])]
            values += [(level, said[f"tui.level.{level}"]) for level in LEVELS]
            return Row(f"seat {number}", label, values, "free")
        if seat.kind == "bot" and is_host:
            name = said_name(seat.name, said)
            values = [(seat.bot or "", name), ("away", said["tui.seating.remove"])]
            return Row(f"bot {number}", label, values, seat.bot or "")
        name = said["tui.seating.free"] if seat.kind == "free" else said_name(seat.name, said)
        mark = said["tui.seating.is_ready"] if seat.ready and seat.kind == "person" else ""
        if seat.kind == "person" and is_host and number != self.match.seat:
            note = said["tui.seating.remove"]
            return Row(f"kick {number}", f"{label}  {name}  {mark}", note=note)
        return Row(f"who {number}", f"{label}  {name}  {mark}", is_title=True)

    def on_form_changed(self, message: Form.Changed) -> None:
        """Let a bot sit down or go."""
        word, _, number = message.key.partition(" ")
        if word == "seat" and message.value != "free":
            self.run_worker(self.send(ask.AddBot, bot=message.value, seat=int(number)))
        elif word == "bot" and message.value == "away":
            self.run_worker(self.send(ask.RemoveBot, seat=int(number)))

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Sit down, be ready, begin or leave."""
        if message.key == "sit":
            self.run_worker(self.send(ask.TakeSeat))
        elif message.key == "ready":
            self.run_worker(self._be_ready())
        elif message.key == "start":
            self.run_worker(self.send(ask.Start))
        elif message.key == "invite":
            self.do("invite")
        elif message.key.startswith("kick "):
            self._send_away(int(message.key.removeprefix("kick ")))
        else:
            self.run_worker(self._stand_up())

    def _send_away(self, seat: int) -> None:
        """Ask before somebody is sent away, for that is for good."""
        assert self.match is not None
        sitting = self.match.table.seats[seat]

        def answer(yes: bool | None) -> None:
            assert self.match is not None
            if yes and self.match.table.seats[seat].name == sitting.name:
                self.run_worker(self.send(ask.Kick, seat=seat))

        question = QuestionScreen("tui.seating.kick", name=sitting.name)
        self.app.push_screen(question, answer)

    async def _be_ready(self) -> None:
        assert self.match is not None
        assert self.match.seat is not None
        ready = not self.match.table.seats[self.match.seat].ready
        contribution = secrets.token_hex(16) if ready else None
        await self.send(ask.Ready, ready=ready, contribution=contribution)

    async def _stand_up(self) -> None:
        await self.desk.ask(ask.LeaveSeat, match=self.match_id)
        await self.desk.ask(ask.Exit, match=self.match_id)
        self.leave_for(None)

    def action_back(self) -> None:
        """Leave the table."""
        self.run_worker(self._stand_up())
