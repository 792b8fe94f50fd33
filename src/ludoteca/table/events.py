"""Everything that can happen at a table: its log, from which it can be folded again at any time."""

from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Struct

from ludoteca.protocol.common import Matter, Reaction, TableSetting
from ludoteca.protocol.from_client import snake

STORED = {"user": "visitor"}
"""Fields whose name in stored logs is older than their name here."""


class Event(
    Struct,
    frozen=True,
    tag=snake,
    tag_field="kind",
    kw_only=True,
    omit_defaults=True,
    rename=STORED,
):
    """One thing that happened; `at` is in seconds since 1970."""

    kept: ClassVar[bool] = True
    """Whether it goes into the log; what is gone after a restart anyway does not."""

    at: float


class Ply(Event, frozen=True, kw_only=True):
    """Something that is a line of the record."""

    ply: int


class Sitter(Struct, frozen=True, kw_only=True, omit_defaults=True, rename=STORED):
    """Somebody who sits down: a person by user and name, or a bot."""

    user: str = ""
    name: str = ""
    bot: str | None = None
    account: bool = False
    rating: int | None = None
    avatar: str = ""
    shared: bool = False
    """Shares the device of a person who sits on another seat."""
    quick: bool = False
    """Came by a quick match: ready at once."""
    contribution: str | None = None
    away: bool = False
    """Has a seat, and has not come to the table yet."""


# Before the start


class TableOpened(Event, frozen=True, kw_only=True, tag="opened"):
    """A table was opened; the seed of its shuffle stays in the log."""

    match: str
    setting: TableSetting
    host: str
    seed: str
    sitters: tuple[Sitter | None, ...]
    """One for each seat; None for a free one."""
    source: tuple[str, int] | None = None
    """The match and ply from which this one is played on."""
    plies: tuple[str, ...] = ()
    """The lines of that match's record."""


class SeatTaken(Event, frozen=True, kw_only=True):
    """Somebody sat down."""

    seat: int
    sitter: Sitter


class Introduced(Event, frozen=True, kw_only=True):
    """A person who sits there goes by another name, or has an account by now."""

    seat: int
    name: str
    account: bool
    rating: int | None = None
    avatar: str = ""


class SeatLeft(Event, frozen=True, kw_only=True):
    """Somebody stood up, was sent away, or a bot was removed."""

    seat: int
    kicked: bool = False


class HostChanged(Event, frozen=True, kw_only=True):
    """The table was handed on."""

    host: str


class SeatsSet(Event, frozen=True, kw_only=True):
    """Seats were changed: for each new seat the one before."""

    order: tuple[int, ...]


class SettingChanged(Event, frozen=True, kw_only=True):
    """The host changed the rules of the table; free seats came or went at its end."""

    setting: TableSetting


class Readied(Event, frozen=True, kw_only=True):
    """A person is ready, or not any more."""

    user: str
    ready: bool
    contribution: str | None = None


class Started(Event, frozen=True, kw_only=True):
    """The match began; for each seat of the match the one before."""

    order: tuple[int, ...]


class Closed(Event, frozen=True, kw_only=True):
    """The table was given up unplayed."""


# Plies


class Moved(Ply, frozen=True, kw_only=True):
    """A seat made a move."""

    seat: int
    text: str
    """In its one written form."""
    action: int | None = None
    """The same move as it was just read and checked; not stored: in a log the text counts."""
    move_id: str | None = None
    said: tuple[int, str] | None = None
    """The ply and the text that the client sent."""
    by_bot: bool = False


class Dealt(Ply, frozen=True, kw_only=True):
    """Chance decided."""

    text: str
    used: int
    """How many numbers of the shuffle are used by now."""


class Undone(Ply, frozen=True, kw_only=True):
    """The match went back to the position after an earlier ply."""

    to: int


class Ended(Ply, frozen=True, kw_only=True):
    """Players or table ended the match."""

    how: Literal["resigned", "agreed", "alone"]
    seat: int | None = None
    agreed: tuple[int, ...] = ()
    """The seats of those who agreed on it."""
    by_admin: bool = False
    """An admin decided it."""


class Finalised(Event, frozen=True, kw_only=True):
    """The end stands: nothing is hidden any more."""


# Agreeing


class Proposed(Event, frozen=True, kw_only=True):
    """Somebody proposed something."""

    matter: Matter
    seat: int
    to: int | None = None
    """How far an undo would go back."""


class Agreed(Event, frozen=True, kw_only=True):
    """Somebody agreed."""

    matter: Matter
    seat: int


class Withdrawn(Event, frozen=True, kw_only=True):
    """A proposal is off: refused, taken back or done."""

    matter: Matter


class Paused(Event, frozen=True, kw_only=True):
    """The match pauses."""


class Resumed(Event, frozen=True, kw_only=True):
    """The match goes on."""


class RematchAgreed(Event, frozen=True, kw_only=True):
    """The same people will play again: a table is to be opened."""


class RematchOpened(Event, frozen=True, kw_only=True):
    """That table is open."""

    match: str


# Leaving


class Went(Event, frozen=True, kw_only=True):
    """A person's last connection was lost."""

    user: str


class Came(Event, frozen=True, kw_only=True):
    """A person is back; bots hand the seats back."""

    user: str


class GraceOver(Event, frozen=True, kw_only=True):
    """A person has been away for longer than the table holds its breath."""

    user: str


class BotTookOver(Event, frozen=True, kw_only=True):
    """A bot plays on for somebody."""

    seat: int
    bot: str


class Resigned(Event, frozen=True, kw_only=True):
    """Somebody gave up."""

    seat: int


class LeftAlone(Event, frozen=True, kw_only=True):
    """All other people are gone."""

    user: str
    wins_at: float


class AloneChose(Event, frozen=True, kw_only=True):
    """The last one decided how to go on; `bots` if nothing was said in time."""

    choice: Literal["wait", "bots", "win"]


# Time


class RanOut(Event, frozen=True, kw_only=True):
    """A seat's time is over: a bot makes this move."""

    seat: int


class Stood(Event, frozen=True, kw_only=True):
    """The server could not work from then until now: that time counts for nobody.

    Where `since` is later than `at`, the clock was set back, and all deadlines with it.
    """

    since: float


# Talking


class Said(Event, frozen=True, kw_only=True):
    """A line of chat."""

    user: str
    name: str
    text: str
    seat: int | None = None
    to: int | None = None


class Muted(Event, frozen=True, kw_only=True):
    """Somebody mutes or unmutes a name."""

    user: str
    name: str
    muted: bool


class ReactionSent(Event, frozen=True, kw_only=True, tag="reacted"):
    """A feeling was shown."""

    kept: ClassVar[bool] = False

    user: str
    name: str
    reaction: Reaction
    seat: int | None = None


class Selected(Event, frozen=True, kw_only=True):
    """A seat shows what it is choosing."""

    kept: ClassVar[bool] = False

    seat: int
    partial: dict[str, Any]


class Watched(Event, frozen=True, kw_only=True):
    """A spectator came, or went."""

    kept: ClassVar[bool] = False

    user: str
    here: bool


AnyEvent = (
    TableOpened | SeatTaken | Introduced | SeatLeft | HostChanged | SeatsSet
    | SettingChanged | Readied | Started
    | Closed | Moved | Dealt | Undone | Ended | Finalised
    | Proposed | Agreed | Withdrawn | Paused | Resumed | RematchAgreed | RematchOpened
    | Went | Came | GraceOver | BotTookOver | Resigned | LeftAlone | AloneChose
    | RanOut | Stood | Said | Muted | ReactionSent | Selected | Watched
)  # fmt: skip

_DECODER = msgspec.json.Decoder(AnyEvent)


def encode(event: Event) -> bytes:
    """Write an event for the log."""
    if isinstance(event, Moved):
        event = msgspec.structs.replace(event, action=None)
    return msgspec.json.encode(event)


def decode(body: bytes) -> AnyEvent:
    """Read an event of the log."""
    return _DECODER.decode(body)


def kind_of(event: Event) -> str:
    """Name the kind of an event, as the log does."""
    return str(event.__struct_config__.tag)


def ply_of(event: Event) -> int | None:
    """Return the ply of an event that is a line of the record."""
    return event.ply if isinstance(event, Ply) else None


def move_id_of(event: Event) -> str | None:
    """Return the id that a client made for its move."""
    return event.move_id if isinstance(event, Moved) else None
