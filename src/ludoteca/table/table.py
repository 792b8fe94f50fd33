"""What a table is at one moment: seats, match, clocks, talk; never changed, only replaced."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, Literal

from msgspec import Struct, field

from ludoteca.core.game import Game, Options
from ludoteca.core.shuffle import commitment_of
from ludoteca.protocol.common import DaysClock, Matter, Status, TableSetting
from ludoteca.protocol.to_client import ChatLine
from ludoteca.table.progress import Progress

DAY = 86_400.0
"""Its seconds."""

GRACE = 30.0
"""Seconds a host who is away before the start keeps the table, if others are here."""

COUNTDOWN = 60.0
"""Seconds the last player at a table waits before they may claim the win."""

IDLE = 600.0
"""Idle seconds after which an open table closes, unless it is for a correspondence match."""

REVERSIBLE = DAY
"""Seconds during which an end that the table decided can be reversed."""

REPLACEMENT = "medium"
"""The bot that plays on for people who left, resigned or ran out of time."""


_commitment_of = lru_cache(4096)(commitment_of)


class Seat(Struct, frozen=True):
    """A chair and who sits on it."""

    kind: Literal["free", "person", "bot"] = "free"
    user: str = ""
    name: str = ""
    bot: str | None = None
    """The bot that sits here, or plays on for a person."""
    account: bool = False
    rating: int | None = None
    avatar: str = ""
    shared: bool = False
    quick: bool = False
    """Came by a quick match."""
    ready: bool = False
    contribution: str | None = None
    away: bool = False
    grace_ends: float | None = None
    """When the table stops waiting; None if it does not wait, or has stopped."""
    resigned: bool = False
    overdue: bool = False
    """Out of time: a bot makes this move."""

    @property
    def is_person(self) -> bool:
        """Whether a person sits here who has not given up."""
        return self.kind == "person" and not self.resigned

    @property
    def is_present(self) -> bool:
        """Whether such a person is here now."""
        return self.is_person and not self.away

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot chooses the next move of this seat."""
        return self.kind == "bot" or self.bot is not None or self.overdue


class Timer(Struct, frozen=True):
    """The time of one seat: what is left, and since when it runs."""

    left: float
    since: float | None = None
    turn: int | None = None
    """The number of the seat's turn, while it may move."""
    rewarded: tuple[int, ...] = ()
    """The plies since the last deal that ended a turn and brought the increment of a bank."""


class Pending(Struct, frozen=True):
    """A proposal."""

    matter: Matter
    by: int
    agreed: tuple[int, ...]
    to: int | None = None


class Alone(Struct, frozen=True):
    """The last person at the table, and what that person decided."""

    user: str
    wins_at: float
    choice: Literal["wait", "bots", "win"] | None = None


class Known(Struct, frozen=True):
    """A move that was accepted: who sent it, what it said, and which ply it became."""

    user: str
    said: tuple[int, str]
    ply: int


class Spoken(Struct, frozen=True):
    """A line of chat and whose it is."""

    user: str
    line: ChatLine
    listener: str | None = None
    """The user it was whispered to: seats may change hands."""


class Table(Struct, frozen=True, dict=True):
    """One table and its match."""

    match: str
    game: Game
    setting: TableSetting
    options: Options
    host: str
    seed: bytes
    opened_at: float
    touched_at: float
    seats: tuple[Seat, ...]
    status: Status = "open"
    progress: Progress | None = None
    contributions: tuple[bytes, ...] = ()
    rolled: int = 0
    """How many numbers of the shuffle are used."""
    timers: tuple[Timer, ...] = ()
    known: Mapping[str, Known] = field(default_factory=dict)
    proposals: tuple[Pending, ...] = ()
    alone: Alone | None = None
    host_until: float | None = None
    """How long a host who is away before the start keeps the table, if others are here."""
    reversible_until: float | None = None
    ended_by_admin: bool = False
    """An admin ended the match; for the record it counts as agreed."""
    rematch_seats: tuple[int, ...] = ()
    """The seats of people who agreed to play again, until that table is open."""
    rematch: str | None = None
    source: tuple[str, int] | None = None
    chat: tuple[Spoken, ...] = ()
    muted: tuple[tuple[str, str], ...] = ()
    """Pairs: a user, and a name that the user does not want to hear."""
    banned: tuple[str, ...] = ()
    """Accounts whom the host sent away."""
    selecting: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    watchers: tuple[str, ...] = ()
    events: int = 0
    """How many entries its log has."""

    @cached_property
    def commitment(self) -> str:
        """The hash of the seed, shown from the opening."""
        return _commitment_of(self.seed)

    @cached_property
    def worked_out(self) -> dict[str, Any]:
        """What was worked out about this table, to be read again: it never changes."""
        return {}

    @property
    def closes_at(self) -> float | None:
        """When it closes if nothing happens before the start; one for days waits as for a move."""
        if self.status != "open":
            return None
        clock = self.setting.clock
        return self.touched_at + (clock.days * DAY if isinstance(clock, DaysClock) else IDLE)

    @property
    def is_live(self) -> bool:
        """Whether people are expected to stay; in a correspondence match they come and go."""
        return not isinstance(self.setting.clock, DaysClock)

    @property
    def is_playing(self) -> bool:
        """Whether moves can be made."""
        return self.status == "playing"

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that may move now."""
        return self.progress.movers if self.progress is not None and self.is_playing else ()

    def seats_of(self, user: str) -> tuple[int, ...]:
        """List the seats of a user: several where people share a device."""
        found = self._seats_of.get(user)
        if found is None:
            pairs = enumerate(self.seats)
            found = tuple([n for n, s in pairs if s.user == user and s.kind == "person"])
            self._seats_of[user] = found
        return found

    @cached_property
    def _seats_of(self) -> dict[str, tuple[int, ...]]:
        return {}

    def people(self) -> tuple[int, ...]:
        """List the seats of people who have not given up."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_person)

    def resigned(self) -> tuple[int, ...]:
        """List the seats of people who have given up."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.resigned)

    def present(self) -> tuple[int, ...]:
        """List the seats of those of them who are here."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.is_present)

    def who_may_play_again(self) -> tuple[int, ...]:
        """List the seats of people who are still here, also of those who gave up.

        In a correspondence match all are, as long as one is.
        """
        people = [number for number, seat in enumerate(self.seats) if seat.kind == "person"]
        here = tuple(number for number in people if not self.seats[number].away)
        return here if self.is_live or not here else tuple(people)

    @property
    def rematch_due(self) -> bool:
        """Whether a table is to be opened at which the same people play again."""
        return bool(self.rematch_seats)

    def users(self) -> tuple[str, ...]:
        """List the people who have not given up, each once."""
        return tuple(dict.fromkeys(self.seats[number].user for number in self.people()))

    @property
    def is_rated(self) -> bool:
        """Whether the result counts for ratings: all people have accounts and a seat of their own.

        A match played on from another one does not count.
        """
        people = [seat for seat in self.seats if seat.kind == "person"]
        return (
            self.source is None
            and bool(people)
            and all(seat.account for seat in people)
            and len({seat.user for seat in people}) == len(people)
        )
