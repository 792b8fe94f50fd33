"""What a client may say."""

from typing import Annotated

from msgspec import Meta, Struct

from ludoteca.core.choice import MOST_CONTINUATIONS
from ludoteca.protocol.common import (
    BotName,
    Contribution,
    Language,
    MatchId,
    Matter,
    MoveId,
    MoveText,
    PartialMove,
    Ply,
    Reaction,
    SeatNumber,
    TableSetting,
    Text,
)

MOST_REQUEST = 2**53 - 1
"""Numbers up to this one are exact in every language."""


def snake(name: str) -> str:
    """Write the name of a class as the `type` of its messages."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


class Message(Struct, frozen=True, tag=snake, tag_field="type", kw_only=True):
    """Everything a client says: the number comes back with the answer."""

    request: Annotated[int, Meta(ge=1, le=MOST_REQUEST)]


class AtTable(Message, frozen=True, kw_only=True):
    """Everything said at one table."""

    match: MatchId


# Arriving


class Hello(Message, frozen=True, kw_only=True):
    """The first message on a socket. Answer: Welcome."""

    version: int
    language: Language = "en"


class WatchLobby(Message, frozen=True, kw_only=True):
    """Follow the list of public tables. Answer: LobbyList, then LobbyChange as it happens."""

    game: str | None = None


class LeaveLobby(Message, frozen=True, kw_only=True):
    """Stop following the list of public tables."""


class OpenTable(Message, frozen=True, kw_only=True):
    """Open a table and sit down as its host. Answer: Opened; then `enter` it to hear of it."""

    setting: TableSetting
    set_aside: bool = False
    """Put live matches with other people aside, where nobody has to wait for one there."""


class QuickMatch(Message, frozen=True, kw_only=True):
    """Sit down at any open public table of this game, or open one. Answer: Opened; then `enter`.

    You are ready at once, and a table opened this way starts by itself. The contribution goes into
    the shuffle of a table that is open already; at a new one, send it with Ready.
    """

    game: Annotated[str, Meta(max_length=60)]
    set_aside: bool = False
    """Put live matches with other people aside, where nobody has to wait for one there."""
    contribution: Contribution | None = None


class PlayOn(Message, frozen=True, kw_only=True):
    """Open a table that goes on from a position of a final match. Answer: Opened; then `enter`."""

    match: MatchId
    ply: Ply
    setting: TableSetting
    set_aside: bool = False
    """Put live matches with other people aside, where nobody has to wait for one there."""


# At the table


class Enter(AtTable, frozen=True, kw_only=True):
    """Come to a table: on one's seat if one holds one, else to watch. Answer: Snapshot.

    After a lost connection the same; `after` is the number of the last line of chat one has. People
    who share a device enter as the seat whose turn it is: each sees only what that seat may see.
    """

    after: Annotated[int, Meta(ge=0)] = 0
    seat: SeatNumber | None = None
    drawing: bool = False
    """Get each position as text too: for games without a board, and for those who do not see."""


class Exit(AtTable, frozen=True, kw_only=True):
    """Leave a table, also one that is over; a seat is kept and shown as away."""


class TakeSeat(AtTable, frozen=True, kw_only=True):
    """Sit down, before the start; `enter` to hear what happens there."""

    seat: SeatNumber | None = None
    set_aside: bool = False
    """Put live matches with other people aside, where nobody has to wait for one there."""


class LeaveSeat(AtTable, frozen=True, kw_only=True):
    """Stand up, before the start; a host hands the table on, the last one closes it."""


class Kick(AtTable, frozen=True, kw_only=True):
    """The host sends somebody away, before the start."""

    seat: SeatNumber


class SetSeats(AtTable, frozen=True, kw_only=True):
    """The host decides who sits where: for each new seat the present one."""

    order: tuple[SeatNumber, ...]


class AddBot(AtTable, frozen=True, kw_only=True):
    """The host puts a bot on a free seat (any if none is named)."""

    bot: BotName
    seat: SeatNumber | None = None


class RemoveBot(AtTable, frozen=True, kw_only=True):
    """The host sends a bot away."""

    seat: SeatNumber


class ChangeSetting(AtTable, frozen=True, kw_only=True):
    """The host changes seats, options, clock and other rules of the table, before the start.

    The game stays, and who sits there; `here` and `bots` of the new setting are not read.
    """

    setting: TableSetting


class Invite(AtTable, frozen=True, kw_only=True):
    """The host invites an account, also that of a bot from outside, by name."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]


class Ready(AtTable, frozen=True, kw_only=True):
    """Be ready, or not yet. The contribution goes into the shuffle; the commitment is known."""

    ready: bool = True
    contribution: Contribution | None = None


class Start(AtTable, frozen=True, kw_only=True):
    """The host begins the match: all people are ready; free seats go away."""


# Playing


class PlayMove(AtTable, frozen=True, kw_only=True):
    """Make a move. Answer: Accepted, once it is saved for good.

    The same move_id with the same move gets the same answer however often it is sent.
    """

    ply: Ply
    move_id: MoveId
    move: MoveText
    """The `text` of a continuation, or anything in the game's notation."""


class Select(AtTable, frozen=True, kw_only=True):
    """Show the others what one is choosing, where that is public; {} for nothing."""

    ply: Ply
    partial: PartialMove


MOST_SKIPPED = 100_000


class AskMoves(AtTable, frozen=True, kw_only=True):
    """What could follow a partial choice, and what would it bring? Answer: Continuations."""

    partial: PartialMove
    most: Annotated[int, Meta(ge=1, le=MOST_CONTINUATIONS)] = MOST_CONTINUATIONS
    """How many at most, in the order of the game's actions."""
    skip: Annotated[int, Meta(ge=0, le=MOST_SKIPPED)] = 0
    """How many to leave out at the beginning: with it, all can be asked for in parts."""


class AskWhyNot(AtTable, frozen=True, kw_only=True):
    """Why is this choice not allowed? Answer: WhyNot."""

    partial: PartialMove


class AskHint(AtTable, frozen=True, kw_only=True):
    """What would a strong bot do here? Answer: Hint. Not in rated matches of people."""

    view: bool = False
    """Ask for the view alone: clients with the game's engine think about it themselves."""


class Propose(AtTable, frozen=True, kw_only=True):
    """Propose something to all people at the table; alone against bots it happens at once."""

    matter: Matter


class Agree(AtTable, frozen=True, kw_only=True):
    """Answer yes or no to what is proposed."""

    matter: Matter
    agree: bool


class Resign(AtTable, frozen=True, kw_only=True):
    """Resign: with two players the match ends, with more a bot plays on."""


class AloneChoice(AtTable, frozen=True, kw_only=True):
    """The last one at the table decides: wait, play on with bots, or win after the countdown."""

    choice: Annotated[str, Meta(pattern="^(wait|bots|win)$")]


# Talking


class Say(AtTable, frozen=True, kw_only=True):
    """Chat with the table (spectators: with spectators), or whisper to one seat."""

    text: Text
    to: SeatNumber | None = None


class React(AtTable, frozen=True, kw_only=True):
    """Show a feeling."""

    reaction: Reaction


class Mute(AtTable, frozen=True, kw_only=True):
    """Mute somebody, or hear them again."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    muted: bool = True


FromClient = (
    Hello | WatchLobby | LeaveLobby | OpenTable | QuickMatch | PlayOn
    | Enter | Exit | TakeSeat | LeaveSeat | Kick | SetSeats | AddBot | RemoveBot | ChangeSetting
    | Invite | Ready | Start | PlayMove | Select | AskMoves | AskWhyNot | AskHint | Propose
    | Agree | Resign | AloneChoice | Say | React | Mute
)  # fmt: skip
