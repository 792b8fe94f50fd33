"""Words that both sides of the wire use."""

import secrets
import string
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

ID_LETTERS, ID_LENGTH = string.digits + string.ascii_lowercase, 12
"""Of the ids that we give to matches."""

MatchId = Annotated[str, Meta(pattern="^[0-9A-Za-z_-]{4,40}$", description="names table and match")]
MoveId = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="128 random bits of the client")]
Contribution = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", description="16 random bytes in hex")]
SeatNumber = Annotated[int, Meta(ge=0, le=9, description="0 is the first seat")]
Ply = Annotated[int, Meta(ge=0, description="plies so far: deals and moves alike")]
Name = Annotated[str, Meta(min_length=1, max_length=80, description="1–20 visible characters")]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
MoveText = Annotated[str, Meta(min_length=1, max_length=200, description="the game's notation")]
BotName = Annotated[str, Meta(max_length=40, description="a bot or a level, such as medium")]
Fields = dict[str, Any]
"""An object whose fields depend on the game."""


def _by_game(title: str, description: str) -> Meta:
    """Describe an object of which each game has its own form (`protocol.games`)."""
    return Meta(title=title, description=description)


View = Annotated[Fields, _by_game("View", "a position as one viewer may know it")]
Move = Annotated[Fields, _by_game("Move", "a whole move, in fields")]
PlayedMove = Annotated[
    Fields, _by_game("PlayedMove", "a move that was made; null for what the viewer may not know")
]
PartialMove = Annotated[
    Fields, _by_game("PartialMove", "some or all fields of a move; {} is part of every move")
]
Choices = Annotated[
    Fields, _by_game("Choices", "the viewer's legal moves in few bytes; {} when there are none")
]
Points = Annotated[
    Fields, _by_game("Points", "the change of each part of the score that changes, and of total")
]
Notes = Annotated[Fields, _by_game("Notes", "what a move would bring besides its points")]
Standing = Annotated[Fields, _by_game("Standing", "points and progress of a seat")]
Score = Annotated[
    Fields, _by_game("Score", "the parts of a score; null for what the viewer may not know")
]
Detail = Annotated[Fields, _by_game("Detail", "where the points of a step come from")]

Language = Literal["en", "it", "de"]
Leaving = Literal["bot", "wait"]
"""What happens on the seat of somebody who has left: a bot plays on, or the table waits."""

Reaction = Literal["applause", "laugh", "wow", "think", "sad", "heart"]
Matter = Literal["undo", "end", "pause", "resume", "reverse", "rematch"]
"""What the table may agree on; `reverse` takes back an end that the table decided."""

Status = Literal["open", "playing", "paused", "over", "final", "closed"]
"""`over`: ended, but the end can still be reversed; `final`: nothing hidden is left."""


class NoClock(Struct, tag="none", tag_field="kind", frozen=True):
    """Nobody is hurried."""


class TurnClock(Struct, tag="turn", tag_field="kind", frozen=True):
    """Seconds for each turn."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class BankClock(Struct, tag="bank", tag_field="kind", frozen=True):
    """A bank of seconds for the match, and some more with each turn."""

    seconds: Annotated[int, Meta(ge=10, le=36_000)]
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class DaysClock(Struct, tag="days", tag_field="kind", frozen=True):
    """Days for each turn."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = NoClock | TurnClock | BankClock | DaysClock


class TableSetting(Struct, frozen=True):
    """What the host decides when a table is opened."""

    game: Annotated[str, Meta(max_length=60)]
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    options: dict[str, str | int] = {}
    edition: Annotated[str, Meta(max_length=60)] | None = None
    public: bool = True
    """Listed in the lobby; else only by invitation."""
    clock: Clock = NoClock()
    leaving: Leaving = "bot"
    grace: Annotated[int, Meta(ge=5, le=600)] = 30
    """Seconds a live table waits for a player who is away, before that happens."""
    seating: Literal["drawn", "set"] = "drawn"
    """Seats are drawn at the start, or stay as the host has set them."""
    starting: Literal["host", "full"] = "host"
    """The host begins the match, or it begins by itself once all seats are taken and all ready."""
    spectator_delay: Annotated[int, Meta(ge=0, le=600)] = 0
    """Seconds by which spectators see everything later."""
    spectators: bool = True
    here: tuple[Name, ...] = ()
    """People who share the host's device: each gets a seat of the host's session."""
    bots: tuple[BotName, ...] = ()
    """These sit down at once, on the last seats."""


def new_match_id() -> str:
    """Make the id of a new table and its match."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
