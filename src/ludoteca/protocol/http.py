"""What goes over HTTP: bodies of requests and answers."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ludoteca.protocol.common import Language, MatchId, Move, Name, Score, Status, View
from ludoteca.protocol.outcomes import ReplayLine
from ludoteca.protocol.to_client import LobbyTable, Moment

Kind = Literal["guest", "account", "bot"]
Password = Annotated[str, Meta(min_length=1, max_length=200)]
AvatarName = Annotated[
    str,
    Meta(
        pattern="^((cats|books|games|frames|trophies|plants)[1-3])?$",
        description="one of eighteen pictures; empty for none",
    ),
]
Code = Annotated[str, Meta(min_length=1, max_length=80)]
SessionId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
Mark = Literal["best", "good", "inaccuracy", "mistake"]


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused."""

    code: str
    sentence: str
    retry_after: float | None = None
    """Seconds after which the same may be taken, as in the header; none: it would be refused."""


class GuestBody(Struct, frozen=True):
    """Somebody comes in with a nickname."""

    name: Name
    bearer: bool = False
    """Return the token in the answer instead of a cookie: for programs, never for pages."""


class AccountBody(Struct, frozen=True):
    """A name and a password."""

    name: Name
    password: Password
    bearer: bool = False


class LogInBody(AccountBody, frozen=True):
    """A name and a password, and a code if the account asks for one."""

    code: Code | None = None
    """Six digits from the authenticator, or a recovery code."""


class MeBody(Struct, frozen=True):
    """What to change of oneself: the name, the picture, or both."""

    name: Name | None = None
    avatar: AvatarName | None = None


class ResetBody(Struct, frozen=True):
    """A new password in place of a forgotten one, with a recovery code."""

    name: Name
    recovery: Code
    new: Password
    code: Code | None = None
    """Where a second factor is on: of the authenticator, or another recovery code."""


class DeleteBody(Struct, frozen=True):
    """Shows that it is oneself who wants to be deleted; guests have no password."""

    password: Password | None = None
    code: Code | None = None


class PasswordBody(Struct, frozen=True):
    """A change of password."""

    old: Password
    new: Password


class TokenBody(Struct, frozen=True):
    """What a new token of a bot is called."""

    label: Annotated[str, Meta(max_length=40)] = ""


class Me(Struct, frozen=True, omit_defaults=True):
    """Who one is."""

    user: str
    name: str
    kind: Kind
    avatar: str = ""
    token: str | None = None
    """Only if asked for: keep it secret."""


class NewToken(Struct, frozen=True):
    """A bot's token; it is shown this once."""

    token: str


class TokenInfo(Struct, frozen=True):
    """A token of a bot, as far as it is known: not the token itself."""

    id: str
    label: str
    created_at: Moment


class OptionInfo(Struct, frozen=True):
    """A choice before the match; the first value is the default."""

    key: str
    values: list[str | int]


class GameInfo(Struct, frozen=True):
    """A game of this server."""

    id: str
    version: int
    name: str
    players: list[int]
    options: list[OptionInfo]
    editions: dict[str, dict[str, str | int]]
    ratings: dict[str, int]
    """How strong the levels are at it, as far as that was measured: two players, in the arena."""
    ratings_by_players: dict[int, dict[str, int]] = {}
    """The same for every number of players that was measured."""
    losses_by_players: dict[int, dict[str, float]] = {}
    """The chance to win that each level gives away with a move, as the analysis judges."""


class Offer(Struct, frozen=True):
    """What there is to play, and against whom."""

    version: str
    protocol: int
    games: list[GameInfo]
    levels: list[str]
    """Levels of bots, gentle to strong."""
    bots: list[str]
    languages: list[str]
    address: str
    """Where links for others lead, if that is elsewhere than where one asks; else empty."""


class GameText(Struct, frozen=True):
    """A game's own words in a language, for pages that do not know the game."""

    words: dict[str, str]
    rules: str
    """In Markdown; empty if there are none."""


class TableList(Struct, frozen=True):
    """Public tables."""

    tables: list[LobbyTable]


class PastMatch(Struct, frozen=True):
    """A match in somebody's history."""

    match: MatchId
    game: str
    status: str
    players: list[str]
    seat: int
    at: Moment
    rank: int | None = None
    scores: Score | None = None
    totals: list[int] = []
    """The final score of each seat; empty while the match runs."""


class HistoryPage(Struct, frozen=True):
    """Some of somebody's matches, the latest first."""

    matches: list[PastMatch]
    before: Moment | None = None
    """Ask with this for those before."""


class ShownMatch(Struct, frozen=True):
    """A match in the public gallery."""

    match: MatchId
    game: str
    players: list[str]
    totals: list[int]
    at: Moment


class GalleryPage(Struct, frozen=True):
    """Some of the matches that their players agreed to show, the latest first."""

    matches: list[ShownMatch]
    before: Moment | None = None
    """Ask with this for those before."""


class Showing(Struct, frozen=True):
    """Whether a final match is in the gallery, and what it still needs."""

    match: MatchId
    shown: bool
    """Everybody may find it."""
    agreed: bool
    """The one who asks has agreed."""
    waiting: int
    """How many players have not agreed yet."""
    mine: bool
    """The one who asks has played in it."""


class ShowingBody(Struct, frozen=True):
    """Agree to show a match to everybody, or take that back."""

    agree: bool


class RatingInfo(Struct, frozen=True):
    """How strong somebody is at a game with this number of players."""

    game: str
    players: int
    rating: int
    sigma: float
    matches: int


class Profile(Struct, frozen=True):
    """What everybody may know of an account."""

    name: str
    kind: Kind
    since: Moment
    ratings: list[RatingInfo]
    avatar: str = ""


class Ranked(Struct, frozen=True):
    """A line of a leaderboard."""

    rank: int
    name: str
    bot: bool
    rating: int
    sigma: float
    matches: int


class Leaderboard(Struct, frozen=True):
    """The best at a game with this number of players; the server's bots are listed too."""

    game: str
    players: int
    ranked: list[Ranked]


class Seats(Struct, frozen=True):
    """The matches in which one holds a seat."""

    matches: list[MatchId]


class OwnSession(Struct, frozen=True):
    """Where one is logged in."""

    created_at: Moment
    seen_at: Moment
    ends_at: Moment
    device: str


class OwnNotices(Struct, frozen=True):
    """What one wants to be told while away, and where."""

    push: list[str]
    mail: list[str]
    address: str
    confirmed: bool
    browsers: list[str]
    """Addresses of push services that one's browsers have given."""


class OwnMatch(Struct, frozen=True):
    """A match one has played, or plays; its record is at `/api/matches/MATCH/record`."""

    match: MatchId
    game: str
    status: str
    seat: int
    at: Moment
    rank: int | None = None
    scores: Score | None = None


class OwnData(Struct, frozen=True):
    """All that is stored about oneself."""

    user: str
    name: str
    kind: Kind
    avatar: str
    since: Moment
    former_guests: list[str]
    """Ids of guests one was before the account took over what they did."""
    second_factor_since: Moment | None
    notices: OwnNotices
    sessions: list[OwnSession]
    tokens: list[TokenInfo]
    ratings: list[RatingInfo]
    matches: list[OwnMatch]


NoticeKind = Literal["turn", "invitation", "end"]


class NoticeSettings(Struct, frozen=True):
    """What one is told while away, and how."""

    push_key: str
    """The server's key for push messages, as browsers take it."""
    can_mail: bool
    """Whether this server sends e-mail."""
    push: list[NoticeKind]
    mail: list[NoticeKind]
    address: str
    confirmed: bool
    """Whether the link that was sent to the address has been followed."""


class NoticeBody(Struct, frozen=True):
    """What one wants to be told while away."""

    push: Annotated[list[NoticeKind], Meta(max_length=3)]
    mail: Annotated[list[NoticeKind], Meta(max_length=3)]
    language: Language = "en"


class PushBody(Struct, frozen=True):
    """A browser's push subscription, as it makes it; keys in base64url."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, Meta(min_length=1, max_length=100)]
    auth: Annotated[str, Meta(min_length=1, max_length=40)]
    language: Language = "en"


class PushOffBody(Struct, frozen=True):
    """A push subscription that ends."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]


class MailAddressBody(Struct, frozen=True):
    """Where e-mail goes; empty: nowhere."""

    address: Annotated[str, Meta(max_length=254)]
    language: Language = "en"


class Glance(Struct, frozen=True):
    """A match in which one holds a seat, as that seat sees it."""

    table: LobbyTable
    seat: int
    at: Moment
    """When something last happened there."""
    movers: list[int]
    """Who may move now."""
    mine: bool
    """Whether it is one's turn."""
    view: View | None
    """The position; null before the start."""


class GlanceList(Struct, frozen=True):
    """The matches in which one holds a seat: one's turn first, then the latest."""

    matches: list[Glance]
    more: bool
    """Whether there are others, which changed longer ago."""


class Health(Struct, frozen=True):
    """How the server is."""

    status: Literal["up", "degraded"]
    store: bool
    bus: bool
    tables: int
    sockets: int
    version: str


class Replay(Struct, frozen=True):
    """A finished match, ply by ply: the replay stream, and how everybody stands after each."""

    match: MatchId
    lines: list[ReplayLine]


class RecordBody(Struct, frozen=True):
    """A record that somebody has as a file."""

    record: Annotated[str, Meta(min_length=1, max_length=15_000)]


class UploadBody(Struct, frozen=True):
    """A match of one's device, with the seats of the people there."""

    record: Annotated[str, Meta(min_length=1, max_length=15_000)]
    seats: Annotated[list[Annotated[int, Meta(ge=0, le=9)]], Meta(min_length=1, max_length=10)]


class Uploaded(Struct, frozen=True):
    """Under which id a match of one's device is kept now."""

    match: MatchId


class OpenedRecord(Struct, frozen=True):
    """A record as a replay, after it was checked; nothing of it is kept."""

    match: MatchId
    lines: list[ReplayLine]
    shuffle_checked: bool
    """Whether the record holds the seed, so that every deal could be derived again."""


class FinalBoard(Struct, frozen=True):
    """The last position of a final match, with everything revealed."""

    match: MatchId
    game: str
    position: View
    winners: list[int]


class RatedReason(Struct, frozen=True):
    """A part of the expected final scores that is different after the better move."""

    part: str
    """A part of the score, or total."""
    seat: int
    points: float


class Judged(Struct, frozen=True):
    """One move that was played, beside the best one that is known."""

    ply: int
    seat: int
    text: str
    mark: Mark
    win: float
    """The seat's chance to win after its move, from 0 to 1, by what the seat could know."""
    better: str | None
    """The better move in the game's notation; none if nothing better is known."""
    better_move: Move | None
    win_lost: float
    points_lost: float
    """What the move gave away of the chance, and of the final score."""
    chances: list[float] = []
    """Every seat's chance after the move, by all that is known afterwards; they add up to 1."""
    error: float = 0.0
    """How far the chance given away may be wrong, either way (95 %)."""
    reasons: list[RatedReason] = []
    """Where the better move is better, the weightiest first."""
    changes: list[float] = []
    """Every seat's chance less that after the best move known, by what the mover could know."""


class MatchAnalysis(Struct, frozen=True):
    """How good the moves of a finished match were, as far as they have been judged."""

    match: MatchId
    state: Literal["none", "under_way", "done"]
    of: int
    """Moves there are to judge; 0 while that is not known."""
    judged: list[Judged]
    mine: list[int]
    """The seats of who asks."""


class FactorInfo(Struct, frozen=True):
    """Whether this account asks for a code, and how many recovery codes are left."""

    since: Moment | None
    """None: it asks for none."""
    recovery_codes: int


class OfferFactorBody(Struct, frozen=True):
    """The password shows that it is oneself."""

    password: Password


class FactorCodeBody(Struct, frozen=True):
    """A code of the authenticator."""

    code: Code


class DropFactorBody(Struct, frozen=True):
    """Both factors: the code may be a recovery code."""

    password: Password
    code: Code


class RecoveryCodes(Struct, frozen=True):
    """What lets one in without the authenticator, each once; they are shown this once."""

    recovery_codes: list[str]


class SessionInfo(Struct, frozen=True):
    """A session, as far as it may be known: not its token."""

    id: str
    created_at: Moment
    seen_at: Moment
    """When it was last used, to the day."""
    this: bool
    """Whether it is the one that asks."""
    device: str
    """What the browser or program called itself; empty if that is not known."""


class EndSessionsBody(Struct, frozen=True):
    """Which session to end; none: all others. The password shows that it is oneself."""

    password: Password
    id: SessionId | None = None


class OfferedFactor(Struct, frozen=True):
    """What an authenticator needs."""

    secret: str
    """For typing."""
    address: str
    """For its camera, as a QR code: otpauth://…"""


class PushMessage(Struct, frozen=True):
    """What the service worker of the page gets as a push message."""

    body: str
    url: str
    tag: str


class TableLine(Struct, frozen=True):
    """One table in an admin's list, with what the lobby knows of its match."""

    match: str
    status: Status
    game: str
    public: bool
    players: list[str]
    away: list[str]
    opened_at: float
    updated_at: float
    awake: bool
    """Whether the process that was asked looks after it now."""
    set_aside: bool
    """Whether its log can't be read."""


class Person(Struct, frozen=True):
    """A user, as admins see them."""

    id: str
    name: str
    kind: Kind
    since: float
    banned: bool
    became: str | None = None
    """The account that took over what this guest did."""


class WhoBody(Struct, frozen=True):
    """Somebody: the name of an account, or the id of any user."""

    who: Annotated[str, Meta(min_length=1, max_length=80)]


class BanBody(WhoBody, frozen=True):
    """Whether a user is banned, or allowed again."""

    banned: bool
