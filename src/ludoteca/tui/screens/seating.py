"""A table before the start: who sits where, who is ready, what is said."""

import asyncio
import secrets
from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from ludoteca.protocol import from_client as ask
from ludoteca.protocol import to_client as tell
from ludoteca.tui.bars import TitleBar
from ludoteca.tui.form import Form, Row
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.screens.confirm import ConfirmScreen
from ludoteca.tui.screens.match_screen import MatchScreen
from ludoteca.tui.screens.pick import PickScreen
from ludoteca.tui.seats import FREE, is_host, may_set_seats, seat_menu, seat_row, swapped
from ludoteca.tui.session import Session

PLAY = "play"
"""How this screen ends when the match begins."""

SAID = 6
"""Lines of chat shown."""


class SeatingScreen(MatchScreen):
    """A table that waits for its match to begin."""

    CSS = """
    SeatingScreen Form { margin: 1 3; height: 1fr; }
    #typed { dock: bottom; height: 3; margin-bottom: 1; display: none; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "move_seat(-1)", "tui.key.seat_up"),
        Binding("d", "move_seat(1)", "tui.key.seat_down"),
    ]

    def __init__(self, session: Session, opening: TableOpening) -> None:
        """Come to a table that is open, or open it."""
        super().__init__(session, opening.setting.game, opening.match)
        self._opening = opening
        self._changing = asyncio.Lock()
        """Bots come and go one after the other."""
        self._contributed = False
        """Whether this player's part of the shuffle was sent for a quick match."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to move seats only to a host who may."""
        if action == "move_seat":
            return self.match is not None and may_set_seats(self.match)
        return super().check_action(action, parameters)

    def body(self) -> list[Widget]:
        """Put the seats and a hidden line to type into."""
        return [Form(self._rows()), self.typed_line()]

    def on_mount(self) -> None:
        """Open the table if need be, then enter."""
        self.run_worker(self._open)

    async def _open(self) -> None:
        if not self.match_id:
            answer = await self.session.ask(ask.OpenTable, setting=self._opening.setting)
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
            self._contribute()

    def _contribute(self) -> None:
        """Add a part to the shuffle now that its commitment is known: a quick match asks nobody."""
        if self._opening.quick and not self._contributed:
            self._contributed = True
            self.run_worker(partial(self.send, ask.Ready, contribution=secrets.token_hex(16)))

    def show(self) -> None:
        """Show the seats."""
        self.refresh_bindings()
        form = self.query_one(Form)
        first = len(form.rows) == 1
        form.set_rows(self._rows())
        if first:
            form.go_to("ready")
        self.write_title()

    def write_title(self) -> None:
        """Show which game it is, and for whom the table waits."""
        left = self.game.words(self.app.language)["name"]
        middle = "tui.seating.title" if self.session.is_connected else "tui.table.lost"
        self.query_one(TitleBar).say(left, self.say(middle), self.match_id)

    def _rows(self) -> list[Row]:
        match, said = self.match, self.words
        if match is None:
            return [Row("wait", said["tui.seating.coming"], is_title=True)]
        table = match.table
        is_set = table.setting.seating == "set"
        title = said["tui.seating.seats.set" if is_set else "tui.seating.seats"]
        rows = [Row("seats", title, is_title=True)]
        rows += [seat_row(seat, match) for seat in table.seats]
        rows.append(Row("space", "", is_title=True))
        if match.seat is None:
            rows.append(Row("sit", said["tui.lobby.sit"]))
        else:
            ready = table.seats[match.seat].ready
            rows.append(Row("ready", said["tui.seating.not_yet" if ready else "tui.seating.ready"]))
            rows += self._host_rows(table)
        rows.append(Row("invite", said["page.invite"], note=self.session.link(table.match)))
        if is_host(match):
            rows.append(Row("invite_account", said["page.invite_account"]))
        rows.append(Row("details", said["page.options"], note=said["tui.seating.details"]))
        rows.append(Row("stand", said["tui.seating.stand"]))
        rows += [Row(f"s{n}", line, is_title=True) for n, line in enumerate(match.news()[-SAID:])]
        return rows

    def _host_rows(self, table: tell.TableInfo) -> list[Row]:
        """Return what only the host may do."""
        assert self.match is not None
        people = [seat for seat in table.seats if seat.kind != "free"]
        if not is_host(self.match) or len(people) < self.game.player_counts[0]:
            return []
        waiting = [seat.name for seat in people if not seat.ready]
        note = self.say("tui.seating.waiting", names=", ".join(waiting)) if waiting else ""
        return [Row("start", self.say("tui.seating.start", n=len(people)), note=note)]

    def on_form_changed(self, message: Form.Changed) -> None:
        """Let a bot sit down or go."""
        word, _, number = message.key.partition(" ")
        if word == "seat":
            self.run_worker(partial(self._put_bot, int(number), message.value))

    async def _put_bot(self, seat: int, level: str) -> None:
        """Let a bot of a level sit on a seat, in the place of the one that sits there; or none."""
        async with self._changing:
            assert self.match is not None
            if self.match.table.seats[seat].kind == "bot":
                await self.send(ask.RemoveBot, seat=seat)
            if level != FREE:
                await self.send(ask.AddBot, bot=level, seat=seat)

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Sit down, be ready, begin or leave."""
        word, _, number = message.key.partition(" ")
        if word == "sit":
            self.run_worker(partial(self.send, ask.TakeSeat))
        elif word == "ready":
            self.run_worker(self._be_ready)
        elif word == "start":
            self.run_worker(partial(self.send, ask.Start))
        elif word == "seat":
            self._choose_seat(int(number))
        elif word == "stand":
            self.run_worker(self._stand_up)
        else:
            self.do(word)

    # Seats

    def _choose_seat(self, number: int) -> None:
        """Show what may be done with a seat, or sit down on it."""
        assert self.match is not None
        seat = self.match.table.seats[number]
        rows = seat_menu(seat, self.match)
        if not rows and seat.kind == "free":
            self.run_worker(partial(self.send, ask.TakeSeat, seat=number))
        elif [row.key for row in rows] == ["kick"]:
            self._send_away(number)
        elif rows:
            name = seat.name if seat.kind == "person" else self.say("tui.new.seat", n=number + 1)
            title = self.say("page.seat_menu", name=name) if seat.kind == "person" else name
            self.app.push_screen(PickScreen(title, rows), lambda what: self._change(number, what))

    def _change(self, seat: int, what: str | None) -> None:
        """Do with a seat what was picked."""
        word, _, rest = (what or "").partition(" ")
        if word == "move":
            self._move(seat, int(rest))
        elif word == "bot":
            self.run_worker(partial(self._put_bot, seat, rest))
        elif word == "kick":
            self._send_away(seat)

    def action_move_seat(self, by: int) -> None:
        """Move the player under the cursor, or yourself, up or down a seat."""
        word, _, number = self.query_one(Form).here.key.partition(" ")
        if word == "seat":
            self._move(int(number), by)
        elif self.match is not None and self.match.seat is not None:
            self._move(self.match.seat, by)

    def _move(self, seat: int, by: int) -> None:
        assert self.match is not None
        order = swapped(len(self.match.table.seats), seat, by)
        if order is not None:
            form = self.query_one(Form)
            if form.here.key == f"seat {seat}":  # the cursor stays with the person
                form.go_to(f"seat {seat + by}")
            self.run_worker(partial(self.send, ask.SetSeats, order=order))

    def _send_away(self, seat: int) -> None:
        """Ask before somebody is sent away, for that is for good."""
        assert self.match is not None
        sitting = self.match.table.seats[seat]

        def answer(yes: bool | None) -> None:
            assert self.match is not None
            if yes and self.match.table.seats[seat].name == sitting.name:
                self.run_worker(partial(self.send, ask.Kick, seat=seat))

        question = ConfirmScreen("tui.seating.kick", name=sitting.name)
        self.app.push_screen(question, answer)

    async def _be_ready(self) -> None:
        assert self.match is not None
        if self.match.seat is None:  # sent away since the key was pressed
            return
        ready = not self.match.table.seats[self.match.seat].ready
        contribution = secrets.token_hex(16) if ready else None
        await self.send(ask.Ready, ready=ready, contribution=contribution)

    async def _stand_up(self) -> None:
        await self.session.ask(ask.LeaveSeat, match=self.match_id)
        await self.session.ask(ask.Exit, match=self.match_id)
        self.leave_for(None)

    def action_back(self) -> None:
        """Leave the table."""
        self.run_worker(self._stand_up)
