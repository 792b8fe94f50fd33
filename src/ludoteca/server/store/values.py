"""Values that the store keeps and returns; times are seconds since 1970, JSON is bytes."""

from typing import Literal

import msgspec
from msgspec import Struct

Status = Literal["open", "playing", "paused", "over", "final", "closed"]
"""open: seats are being taken · over: ended, and may be reversed · closed: given up unplayed."""

Kind = Literal["guest", "account", "bot"]

Answer = Literal["open", "accepted", "declined"]


class LogEntry(Struct, frozen=True):
    """One line of a table's log; numbers count 1, 2, … without gaps."""

    number: int
    kind: str
    body: bytes
    """The event as JSON."""
    at: float
    ply: int | None = None
    move_id: str | None = None
    chain: bytes | None = None
    """A digest of this entry and all before it; None in logs of older versions."""


class TableSummary(Struct, frozen=True):
    """What can be told of a table without reading its log."""

    status: Status
    game: str
    public: bool
    seats: bytes
    """JSON for lists: who sits where, options, clock."""
    wake_at: float | None = None
    """When the table must be looked after though nobody sends anything: its next deadline."""
    host: str | None = None
    """The user who opened the table."""


class TableRow(Struct, frozen=True):
    """One table as listed."""

    match: str
    summary: TableSummary
    last: int
    """The number of the last entry."""
    opened_at: float
    updated_at: float


class Owner(Struct, frozen=True):
    """The process that runs a table."""

    process: str
    address: str
    epoch: int
    until: float
    """When its lease ends, unless renewed."""


class Process(Struct, frozen=True):
    """A server process that is, or was, at work."""

    name: str
    address: str
    started_at: float
    seen_at: float
    """When it last said that it was there."""
    until: float
    """When its lease ends, unless renewed."""


class User(Struct, frozen=True):
    """A guest, an account, or an account marked as a bot."""

    id: str
    name: str
    kind: Kind
    created_at: float
    password_hash: str | None = None
    banned: bool = False
    became: str | None = None
    """The account that took over what this guest did."""
    avatar: str = ""
    """The picture this user has chosen; empty for none."""


class StoredSession(Struct, frozen=True):
    """A user's session; the store never sees its token, only the SHA-256 of it."""

    digest: bytes
    user: str
    expires_at: float
    seen_at: float
    created_at: float = 0.0
    device: str = ""
    """What the browser or program called itself, in a few words."""


class BotToken(Struct, frozen=True):
    """What a bot from outside shows instead of a session; SHA-256 again."""

    digest: bytes
    user: str
    created_at: float
    label: str = ""


class Factor(Struct, frozen=True):
    """The second factor of an account: what its authenticator makes codes from."""

    user: str
    secret: str
    """In base32, as authenticators want it."""
    offered_at: float
    since: float | None = None
    """When a first code confirmed it; None: it was offered and is asked for by nobody yet."""
    last_step: int = 0
    """The step of time of the last code that was used; no earlier one is good any more."""


class NoticeChoices(Struct, frozen=True):
    """What a user wants to be told while they are away, and how."""

    user: str
    push: frozenset[str] = frozenset()
    """Kinds of notices for browsers: `turn`, `invitation`, `end`."""
    mail: frozenset[str] = frozenset()
    """Kinds of notices by e-mail."""
    address: str = ""
    confirmed: bool = False
    """Whether a link in an e-mail has shown that the address is theirs."""
    language: str = "en"


class PushSubscription(Struct, frozen=True):
    """A browser that takes push messages (RFC 8030)."""

    endpoint: str
    """The address of its push service."""
    user: str
    digest: bytes
    """The session that subscribed: nothing is sent once that has ended."""
    client_key: bytes
    """The browser's public key, an uncompressed point of P-256."""
    auth: bytes
    language: str
    created_at: float


class StoredShowing(Struct, frozen=True):
    """A final match in the gallery."""

    match: str
    final_at: float
    game: str
    seats: bytes
    """The table in short, as its summary has it."""


class _Total(Struct):
    total: int = 0


class StoredResult(Struct, frozen=True):
    """How a seat fared in a final match."""

    seat: int
    player: str
    """A user's id, or `bot:` and the name of a bot of ours."""
    scores: bytes
    """JSON: points by source."""
    rank: int

    @property
    def total(self) -> int:
        """The final score."""
        return msgspec.json.decode(self.scores, type=_Total).total


class Past(Struct, frozen=True):
    """A match in somebody's history; the result is there once it is final."""

    table: TableRow
    seat: int
    result: StoredResult | None = None
    final_at: float | None = None


class StoredRating(Struct, frozen=True):
    """How strong a player is, by game and number of players."""

    player: str
    game: str
    players: int
    mu: float
    sigma: float
    matches: int


class Invitation(Struct, frozen=True):
    """A seat offered: to anybody who has the id (it is in the link), or to one user."""

    id: str
    match: str
    sender: str
    created_at: float
    expires_at: float
    seat: int | None = None
    user: str | None = None
    answer: Answer = "open"
