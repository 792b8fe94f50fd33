"""What a client may be told."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ludoteca.protocol.common import (
    Choices,
    Language,
    MatchId,
    Matter,
    PartialMove,
    PlayedMove,
    Ply,
    Reaction,
    Score,
    SeatNumber,
    Standing,
    Status,
    TableSetting,
    View,
)
from ludoteca.protocol.from_client import snake
from ludoteca.protocol.outcomes import Continuation, HintLine, ScoringStep

Moment = Annotated[float, Meta(description="seconds since 1970, by the server's clock")]


class Told(Struct, frozen=True, tag=snake, tag_field="type", kw_only=True, omit_defaults=True):
    """Everything a client is told."""


class Pace(Struct, frozen=True):
    """How many messages the server takes of one session: some at once, then a number a second."""

    a_second: float
    burst: int


class Answer(Told, frozen=True, kw_only=True):
    """The answer to one message of the client."""

    request: int


# Parts


class SeatInfo(Struct, frozen=True, kw_only=True):
    """Who sits on a seat, as everybody may know."""

    seat: SeatNumber
    kind: Literal["free", "person", "bot"]
    name: str = ""
    bot: str | None = None
    """The bot or level; for a person, who has left: the bot that plays on."""
    ready: bool = False
    away: bool = False
    bot_at: Moment | None = None
    """When a bot will take over from somebody who is away."""
    resigned: bool = False
    account: bool = False
    rating: int | None = None
    avatar: str = ""
    """The picture this person has chosen; empty for none."""


class ClockInfo(Struct, frozen=True, kw_only=True):
    """The time each seat has left; a running one ends at its moment."""

    left: tuple[float | None, ...]
    """Seconds left when the clock last stopped: of one that runs, count down from `ends`."""
    ends: tuple[Moment | None, ...]
    """When a clock that runs will be over; null for one that stands."""


class Proposal(Struct, frozen=True, kw_only=True):
    """Something to be agreed on."""

    matter: Matter
    by: SeatNumber
    agreed: tuple[SeatNumber, ...]
    needed: tuple[SeatNumber, ...]


class ChatLine(Struct, frozen=True, kw_only=True):
    """One line of chat; `number` rises."""

    number: int
    at: Moment
    name: str
    text: str
    seat: SeatNumber | None = None
    to: SeatNumber | None = None
    """Whispered to this seat; as `seat`, the number it had when this was said."""
    to_name: str = ""
    """Whispered to whom."""
    spectators: bool = False
    """Among spectators."""


class Ending(Struct, frozen=True, kw_only=True):
    """How a match ended."""

    how: Literal["rules", "resigned", "agreed", "alone", "admin"]
    """By the rules, or by whom; admin: the people who run the server (the record says agreed)."""
    seat: SeatNumber | None
    winners: tuple[SeatNumber, ...]
    scores: tuple[Score, ...]
    """Score parts by seat; with null for what is still hidden."""
    steps: tuple[ScoringStep, ...] = ()
    """Final scoring step by step, once nothing is hidden."""
    reversible_until: Moment | None = None
    seed: str | None = None
    """Revealed once the match is final."""


class Happening(Struct, frozen=True, kw_only=True):
    """One ply as the viewer may know it: a line of the record."""

    ply: Ply
    kind: Literal["deal", "move", "undo", "end"]
    text: str
    seat: SeatNumber | None = None
    move: PlayedMove | None = None
    by_bot: bool = False


class TableInfo(Struct, frozen=True, kw_only=True):
    """A table as everybody at it may know it."""

    match: MatchId
    status: Status
    setting: TableSetting
    options: dict[str, str | int]
    """All options of the match, also those left at their default."""
    host: SeatNumber | None
    seats: tuple[SeatInfo, ...]
    commitment: str
    """SHA-256 of the seed of the shuffle, in hex."""
    spectators: int
    proposals: tuple[Proposal, ...] = ()
    alone: SeatNumber | None = None
    """The last person at the table may decide how to go on."""
    alone_wins_at: Moment | None = None
    alone_choice: Literal["wait", "win"] | None = None
    """What that person has decided so far; without it, the table's own choice applies then."""
    closes_at: Moment | None = None
    rematch_due: bool = False
    """All have agreed to play again; the table for it is being opened."""
    rematch: MatchId | None = None
    """The table at which the same people play again."""
    rated: bool = False
    played_from: tuple[MatchId, int] | None = None


class PositionInfo(Struct, frozen=True, kw_only=True):
    """The match as one viewer may know it now."""

    ply: Ply
    view: View
    movers: tuple[SeatNumber, ...]
    """Who may move now; all of them at once in a set-up choice."""
    choices: Choices = {}
    standing: tuple[Standing, ...] = ()
    """How each seat stands, as far as the viewer may know."""
    drawing: str | None = None
    """The view as text, for those who entered with `drawing`."""
    clock: ClockInfo | None = None
    undo_to: Ply | None = None
    """How far an undo would go back."""


class LobbyTable(Struct, frozen=True, kw_only=True):
    """A public table in the lobby: an open one, or one to watch, as its status tells."""

    match: MatchId
    status: Status
    setting: TableSetting
    seats: tuple[SeatInfo, ...]
    opened_at: Moment


# Answers


class Done(Answer, frozen=True, kw_only=True):
    """It has happened."""


class Refused(Answer, frozen=True, kw_only=True):
    """It has not happened, and why: a code for programs, a sentence for people."""

    code: str
    sentence: str
    match: MatchId | None = None
    ply: Ply | None = None
    """The present ply, when the move was meant for another one."""
    retry_after: float | None = None
    """Seconds after which the same may be taken; none: it would be refused again."""


class Welcome(Answer, frozen=True, kw_only=True):
    """Who one is, and where."""

    version: int
    server: str
    user: str
    """An id that stays; no secret."""
    name: str
    account: bool
    language: Language
    now: Moment
    seats: tuple[MatchId, ...]
    """Matches in which one holds a seat."""
    pace: Pace | None = None
    """How fast messages may come; none: as fast as they like."""


class LobbyList(Answer, frozen=True, kw_only=True):
    """The public tables one may join or watch, the latest opened."""

    tables: tuple[LobbyTable, ...]


class Opened(Answer, frozen=True, kw_only=True):
    """The table one now sits at."""

    match: MatchId


class Accepted(Answer, frozen=True, kw_only=True):
    """The move is saved for good, as this ply."""

    match: MatchId
    ply: Ply


class Snapshot(Answer, frozen=True, kw_only=True):
    """All one may know of a table: at the first identity and after every lost connection."""

    table: TableInfo
    seat: SeatNumber | None
    """The viewer's own seat; null for a spectator."""
    seats: tuple[SeatNumber, ...] = ()
    """All seats of the viewer's session: several where people share a device."""
    position: PositionInfo | None
    """Null before the start."""
    happened: tuple[Happening, ...]
    """All plies of the match."""
    chat: tuple[ChatLine, ...]
    muted: tuple[str, ...] = ()
    ending: Ending | None = None
    selecting: dict[str, PartialMove] = {}


class Continuations(Answer, frozen=True, kw_only=True):
    """The legal moves that contain a partial choice, and what each would bring."""

    match: MatchId
    ply: Ply
    continuations: tuple[Continuation, ...]


class WhyNot(Answer, frozen=True, kw_only=True):
    """Why a choice is not allowed; both empty if it is allowed."""

    match: MatchId
    code: str
    sentence: str


class Hint(Answer, frozen=True, kw_only=True):
    """What a strong bot would do, the best first; or the view to think about, and no lines."""

    match: MatchId
    ply: Ply
    lines: tuple[HintLine, ...]
    view: str | None = None
    """What one's seat may know, if it was asked for: a state of the game's engine in base64."""


# What happens


class LobbyChange(Told, frozen=True, kw_only=True):
    """A table in the lobby is new, has changed, or is gone."""

    match: MatchId
    table: LobbyTable | None


class TableChange(Told, frozen=True, kw_only=True, tag="table"):
    """Something about the table has changed, not about the position."""

    table: TableInfo
    seat: SeatNumber | None


class Update(Told, frozen=True, kw_only=True):
    """The match has moved on."""

    match: MatchId
    happened: tuple[Happening, ...]
    position: PositionInfo
    ending: Ending | None = None
    revealed: tuple[Happening, ...] = ()
    """Once the match is final: earlier plies of which something was hidden, now all of it."""


class Selecting(Told, frozen=True, kw_only=True):
    """What somebody is choosing, where that is public."""

    match: MatchId
    ply: Ply
    seat: SeatNumber
    partial: PartialMove


class Chat(Told, frozen=True, kw_only=True):
    """Somebody has said something."""

    match: MatchId
    line: ChatLine


class Reacted(Told, frozen=True, kw_only=True):
    """Somebody shows a feeling."""

    match: MatchId
    reaction: Reaction
    name: str
    seat: SeatNumber | None = None


class Invited(Told, frozen=True, kw_only=True):
    """One is invited to a table."""

    match: MatchId
    setting: TableSetting
    by: str


class YourTurn(Told, frozen=True, kw_only=True):
    """It is one's turn at a table, also at one that is not open on this socket."""

    match: MatchId
    game: str


class Resync(Told, frozen=True, kw_only=True):
    """Frames were left out: enter the table again."""

    match: MatchId | None = None


class Outage(Told, frozen=True, kw_only=True):
    """Moves can't be saved now (`up` false), or again; clocks stand still meanwhile."""

    match: MatchId
    up: bool
    sentence: str = ""


ToClient = (
    Done | Refused | Welcome | LobbyList | Opened | Accepted | Snapshot | Continuations | WhyNot
    | Hint | LobbyChange | TableChange | Update | Selecting | Chat | Reacted | Invited | YourTurn
    | Resync | Outage
)  # fmt: skip

CLOSE_CODES = {
    1001: "the server stops or restarts: connect again",
    1002: "a frame broke the rules of WebSockets",
    1007: "a text was not UTF-8",
    1008: "a rule of the wire was broken: flooding; a wrong Origin gets no socket at all, but 403",
    1009: "the message was too large",
    1011: "no pong came in time, or a fault of the server: connect again",
    1012: "the server restarts: connect again in a moment",
    1013: "too slow a reader, a flood just before, or the database away: wait, connect again, enter"
    " the tables again",
    4001: "the session is not known any more: come in again",
    4003: "another connection of this seat has taken over",
    4008: "too many sockets of one session",
    4010: "banned by the host",
}
"""Why a server closes a socket."""
