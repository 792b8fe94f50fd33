"""A match as this screen knows it: put together from what the table tells."""

from dataclasses import dataclass, field

from ludoteca.core.choice import without_hidden
from ludoteca.core.game import Game
from ludoteca.games import load
from ludoteca.language import Words, words
from ludoteca.protocol.common import Fields
from ludoteca.protocol.to_client import (
    ChatLine,
    Ending,
    Happening,
    PositionInfo,
    SeatInfo,
    Selecting,
    Snapshot,
    TableChange,
    TableInfo,
    Update,
)
from ludoteca.tui.boards.base import Scene
from ludoteca.tui.look import Look

MOST_NEWS = 200
"""Older news are forgotten."""


def said_name(name: str, said: Words) -> str:
    """Return the name of a player; a bot is called by its level, or by its own name.

    >>> [said_name(name, words("it")) for name in ("bot:hard", "bot:greedy", "Ada")]
    ['bot (difficile)', 'bot (greedy)', 'Ada']
    """
    if not name.startswith("bot:"):
        return name
    bot = name.removeprefix("bot:")
    return said.get(f"tui.level.{bot}") or said.say("tui.bot", name=bot)


@dataclass
class MatchView:
    """The latest that was told about a table."""

    table: TableInfo
    seat: int | None
    seats: tuple[int, ...]
    """The seats of everybody at this screen."""
    position: PositionInfo | None
    language: str
    ending: Ending | None = None
    log: list[Happening | ChatLine] = field(default_factory=list)
    """What happened and what was said, the newest last."""
    eyes: int = 0
    """From which seat a spectator sees the table."""
    outage: str | None = None
    """Why moves can't be saved now; None if they can."""
    muted: set[str] = field(default_factory=set)
    """Who is not heard at this screen."""
    selecting: dict[int, Fields] = field(default_factory=dict)
    """What others are choosing just now, by their seats."""

    @classmethod
    def of(cls, snapshot: Snapshot, language: str) -> "MatchView":
        """Begin with all that is known."""
        return cls(
            table=snapshot.table,
            seat=snapshot.seat,
            seats=snapshot.seats or (() if snapshot.seat is None else (snapshot.seat,)),
            position=snapshot.position,
            language=language,
            ending=snapshot.ending,
            log=[*snapshot.happened, *snapshot.chat],
            muted=set(snapshot.muted),
            selecting={int(seat): partial for seat, partial in snapshot.selecting.items()},
        )

    def take(self, update: Update) -> None:
        """Take what has happened since."""
        self.position, self.ending, self.selecting = update.position, update.ending, {}
        known = max((each.ply for each in self.log if isinstance(each, Happening)), default=0)
        open_now = {each.ply: each for each in update.revealed}
        self.log = [
            open_now.get(each.ply, each) if isinstance(each, Happening) else each
            for each in self.log
        ]
        self.log += [each for each in update.happened if each.ply > known]
        del self.log[:-MOST_NEWS]

    def take_table(self, told: TableChange) -> None:
        """Take what has changed about the table."""
        self.table = told.table
        if len(self.seats) < 2:  # people who share a screen change seats by themselves
            self.seat = told.seat
            self.seats = () if told.seat is None else (told.seat,)

    def take_selecting(self, told: Selecting) -> None:
        """Take what somebody is choosing in the present position."""
        if self.position is not None and told.ply == self.position.ply:
            self.selecting[told.seat] = told.partial

    def hear(self, line: ChatLine) -> None:
        """Take a line of chat."""
        self.log.append(line)

    def keep_chat(self, before: "MatchView") -> None:
        """Keep what was said, and whose side is shown, from before the connection was lost."""
        self.eyes = before.eyes
        new = {each.number for each in self.log if isinstance(each, ChatLine)}
        said = (each for each in before.log if isinstance(each, ChatLine))
        self.log[:0] = [each for each in said if each.number not in new]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return load(self.table.setting.game)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where; a bot is called by its level."""
        said = self.words
        return tuple(said_name(each.name, said) for each in self.table.seats)

    @property
    def winners(self) -> list[str]:
        """Who has won; on the seat of somebody who gave up that is a bot."""
        won = () if self.ending is None else self.ending.winners
        return [
            self.words.say("page.bot_for", name=self.names[seat])
            if self.table.seats[seat].resigned
            else self.names[seat]
            for seat in won
        ]

    @property
    def words(self) -> Words:
        """The program's words joined with the game's."""
        return words(self.language, self.game.words(self.language))

    def others(self) -> list[SeatInfo]:
        """List the other people who sit at the table."""
        return [
            each
            for each in self.table.seats
            if each.kind == "person" and each.seat not in self.seats
        ]

    def speakers(self) -> list[str]:
        """Name everybody else who may be heard: who sits here, and who has said something."""
        own = {self.names[seat] for seat in self.seats}
        said = (each.name for each in self.log if isinstance(each, ChatLine))
        known = [*(each.name for each in self.others()), *said, *sorted(self.muted)]
        return [name for name in dict.fromkeys(known) if name not in own]

    def waits_for(self) -> int | None:
        """Name the seat of this screen that is to move next."""
        movers = self.position.movers if self.position else ()
        return next((seat for seat in movers if seat in self.seats), None)

    def news(self) -> tuple[str, ...]:
        """Describe what happened, the newest last."""
        return tuple(said for each in self.log if (said := self.said(each)))

    def said(self, event: Happening | ChatLine) -> str:
        """Describe one thing that happened or was said."""
        said, names = self.words, self.names
        if isinstance(event, ChatLine):
            to = f" → {event.to_name}" if event.to_name else ""
            return f"{event.name}{to} » {event.text}"
        if event.kind == "deal":
            return said.get(f"news.{event.text.split()[0]}", "")
        if event.kind == "undo":
            return said["tui.news.undo"]
        if event.kind == "end":
            how = event.text.split()[1]
            name = "" if event.seat is None else names[event.seat]
            return self.say_of(f"tui.news.{how}", name, name=name)
        name = names[event.seat or 0]
        shown = without_hidden(event.text)
        return f"{name}: {shown}" if shown else self.say_of("tui.news.hidden", name, name=name)

    def say_of(self, key: str, who: str, /, **values: object) -> str:
        """Return a sentence about a player, in the second person for one called "You"."""
        said = self.words
        return said.say(f"{key}.you" if who == said["tui.you"] else key, **values)

    def picture(self) -> str | None:
        """Draw the position as an SVG picture."""
        now, eyes = self.position, self.eyes if self.seat is None else self.seat
        if now is None:
            return None
        return self.game.picture(now.view, now.standing, eyes, self.names, self.language)

    def scene(self, look: Look) -> Scene:
        """Return what the board shows."""
        assert self.position is not None
        return Scene(
            game=self.game,
            words=self.words,
            look=look,
            names=self.names,
            seat=self.seat,
            eyes=self.eyes,
            position=self.position,
            news=self.news()[-40:],
            selecting={
                seat: partial
                for seat, partial in self.selecting.items()
                if partial and seat not in self.seats
            },
        )
