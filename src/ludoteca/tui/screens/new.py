"""A new match: which game, who sits where, by which rules."""

from typing import TYPE_CHECKING

from textual.widget import Widget

from ludoteca import games
from ludoteca.bots.spec import LEVELS
from ludoteca.core.game import Game
from ludoteca.protocol.common import BankClock, Clock, DaysClock, NoClock, TableSetting, TurnClock
from ludoteca.record.read import ReadRecord
from ludoteca.tui.bars import TitleBar
from ludoteca.tui.form import Form, Row
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.screens.form_screen import FormScreen

if TYPE_CHECKING:
    from ludoteca.tui.remote_session import RemoteSession

NOBODY, PERSON, FREE = "nobody", "person", "free"

USUAL_LEVEL = "medium"
USUAL_SEATS = (PERSON, USUAL_LEVEL, NOBODY, NOBODY)

CLOCKS: dict[str, Clock] = {
    "none": NoClock(),
    "turn": TurnClock(60),
    "bank": BankClock(600, 10),
    "days": DaysClock(1),
}
"""The clocks one can choose from."""

ONLINE: dict[str, tuple[str, ...]] = {
    "clock": tuple(CLOCKS),
    "leaving": ("bot", "wait"),
    "public": ("yes", "no"),
    "allow_spectators": ("yes", "no"),
    "delay": ("0", "30", "120"),
    "seating": ("drawn", "set"),
}
"""What is decided for a table of a server, and how; the first is the usual."""


class NewScreen(FormScreen):
    """Seats and options of a new match."""

    CSS = "NewScreen Form { margin: 1 4; height: 1fr; }"
    TITLE_KEY = "tui.new.title"

    def __init__(
        self,
        source: tuple[ReadRecord, int] | None = None,
        session: "RemoteSession | None" = None,
    ) -> None:
        """Begin with one person against one bot, or with those who sat at a table before.

        At a server the seats are free until somebody comes.
        """
        super().__init__()
        self._source, self._session = source, session
        self._take_game(games.names()[0])
        self._seats = list(USUAL_SEATS)
        self._names = [""] * len(USUAL_SEATS)
        self._online = {key: values[0] for key, values in ONLINE.items()}
        if session:
            self._seats = [PERSON, FREE, NOBODY, NOBODY]
        if source:
            record, ply = source
            self._game = record.header.game
            steps = record.timeline.steps
            state = steps[ply - 1].state if ply else record.timeline.start
            own = self._game.to_move(state) or 0
            names = record.header.players
            self._seats = [
                PERSON if seat == own else _level(name) for seat, name in enumerate(names)
            ]

    def write_title(self) -> None:
        """Return whether a match begins here or a table is opened."""
        title = self.say("page.new_table" if self._session else self.TITLE_KEY)
        self.query_one(TitleBar).say("ludoteca", title)

    def body(self) -> list[Widget]:
        """Put the form."""
        self._names[self._seats.index(PERSON)] = self.app.player_name
        return [Form(self._rows())]

    @property
    def _most(self) -> int:
        return len(self._seats) if self._source else self._game.player_counts[-1]

    def _title_of(self, game: Game) -> str:
        return game.words(self.app.language)["name"]

    def _rows(self) -> list[Row]:
        said = self.words
        listed = [(name, self._title_of(games.load(name))) for name in games.names()]
        rows = [] if self._source else [Row("game", said["tui.new.game"], listed, self._game.id)]
        rows.append(Row("seats", said["tui.new.seats"], is_title=True))
        for seat in range(self._most):
            rows += self._seat_rows(seat)
        if not self._source:
            rows += self._rules_rows()
        start = "tui.new.start"
        if self._session:
            rows += self._online_rows()
            start = "page.open_table"
        rows.append(Row("space", "", is_title=True))
        rows.append(Row("start", said[start], note=self._lack()))
        return rows

    def _rules_rows(self) -> list[Row]:
        """Offer the editions of the game; of one that has none, its options."""
        said, own = self.words, self._game.words(self.app.language)
        rows = [Row("rules", said["tui.new.rules"], is_title=True)]
        if self._edition:
            names = [(name, said.get(f"tui.edition.{name}", name)) for name in self._game.editions]
            return [*rows, Row("edition", said["tui.new.edition"], names, self._edition)]
        for option in self._game.options:
            key = f"option.{option.key}"
            values = [(str(value), own[f"{key}.{value}"]) for value in option.values]
            rows.append(Row(f"option {option.key}", own[key], values, self._options[option.key]))
        return rows if self._game.options else []

    def _take_game(self, name: str) -> None:
        self._game = games.load(name)
        self._edition = next(iter(self._game.editions), None)
        options = {} if self._edition else self._game.choose_options()
        self._options = {key: str(value) for key, value in options.items()}

    def _online_rows(self) -> list[Row]:
        said = self.words
        answers = {"yes": said["page.agree"], "no": said["page.disagree"]}
        rows = []
        for key, values in ONLINE.items():
            if key == "delay":
                rows += self._delay_rows()
                continue
            shown = [(value, answers.get(value) or said[f"page.{key}.{value}"]) for value in values]
            note = said["tui.new.public_note"] if key == "public" else ""
            rows.append(Row(key, said[f"page.{key}"], shown, self._online[key], note=note))
        return rows

    def _delay_rows(self) -> list[Row]:
        """Offer to let spectators see everything later, if there may be any."""
        if self._online["allow_spectators"] == "no":
            return []
        said, values = self.words, ONLINE["delay"]
        shown = [(value, said.say("page.delay.later", n=value)) for value in values]
        shown[0] = (values[0], said["page.delay.at_once"])
        return [Row("delay", said["page.delay"], shown, self._online["delay"])]

    def _seat_rows(self, seat: int) -> list[Row]:
        said = self.words
        values = [(level, said[f"tui.level.{level}"]) for level in LEVELS]
        if self._session and seat:
            values.insert(0, (FREE, said["tui.seating.free"]))
        elif self._session:
            values = [(PERSON, said["tui.you"])]
        elif not self._source:
            values.insert(0, (PERSON, said["tui.new.person"]))
        elif self._seats[seat] == PERSON:
            values = [(PERSON, said["tui.new.person"])]
        if seat >= self._game.player_counts[0] and not self._source:
            values.append((NOBODY, said["tui.new.nobody"]))
        label = said.say("tui.new.seat", n=seat + 1)
        rows = [Row(f"seat {seat}", label, values, self._seats[seat])]
        if self._seats[seat] == PERSON and not self._session:
            rows.append(Row(f"name {seat}", said["tui.new.name"], value=self._names[seat],
                            is_text=True))  # fmt: skip
        return rows

    def _taken(self) -> list[int]:
        return [seat for seat in range(self._most) if self._seats[seat] != NOBODY]

    def _lack(self) -> str:
        """Show what is missing before the match can begin."""
        people = [seat for seat in self._taken() if self._seats[seat] == PERSON]
        if not people:
            return self.say("tui.new.no_person")
        names = [self._names[seat].strip() for seat in people]
        if not all(names) or len(set(names)) < len(names):
            return self.say("tui.new.no_name")
        return ""

    def on_form_changed(self, message: Form.Changed) -> None:
        """Take a value."""
        word, _, number = message.key.partition(" ")
        if word == "game":
            self._take_game(message.value)
        elif word == "edition":
            self._edition = message.value
        elif word == "option":
            self._options[number] = message.value
        elif word in ONLINE:
            self._online[word] = message.value
        elif word == "seat":
            self._seats[int(number)] = message.value
        elif word == "name":
            self._names[int(number)] = message.value
        form = self.query_one(Form)
        form.set_rows(self._rows())

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Begin."""
        if message.key != "start" or self._lack():
            return
        self.app.pop_screen()
        if self._session:
            self.app.sit(self._session, self.opening())
        else:
            self.app.play(self.opening())

    def opening(self) -> TableOpening:
        """Return the table that was put together."""
        taken = self._taken()
        people = [seat for seat in taken if self._seats[seat] == PERSON]
        bots = [seat for seat in taken if self._seats[seat] in LEVELS]
        order = () if self._session else tuple((people + bots).index(seat) for seat in taken)
        names = [self._names[seat].strip() for seat in people]
        setting = TableSetting(
            game=self._game.id,
            seats=len(taken),
            options={} if self._source else dict(self._options),
            edition=None if self._source else self._edition,
            here=tuple(names[1:]),
            bots=tuple(self._seats[seat] for seat in bots),
            seating="drawn" if self._session and self._online["seating"] == "drawn" else "set",
            clock=CLOCKS[self._online["clock"]],
            leaving="bot" if self._online["leaving"] == "bot" else "wait",
            public=self._online["public"] == "yes",
            spectators=self._online["allow_spectators"] == "yes",
            spectator_delay=int(self._online["delay"]),
        )
        if self._source:  # seats stay as they were
            return TableOpening(setting, name=names[0], source=self._source)
        return TableOpening(setting, names[0], order)


def _level(name: str) -> str:
    """Return the level of a bot that played before; anybody else is replaced by a usual one.

    >>> _level("bot:hard"), _level("Ada")
    ('hard', 'medium')
    """
    level = name.removeprefix("bot:")
    return level if level in LEVELS else USUAL_LEVEL
