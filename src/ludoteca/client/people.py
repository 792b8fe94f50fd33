"""Who plays at a server: profiles, past matches and leaderboards, as it tells them over HTTP."""

from urllib.parse import quote

from msgspec import Struct


class Rating(Struct, frozen=True):
    """How strong somebody is at a game with so many players."""

    game: str
    players: int
    rating: int
    matches: int = 0


class Profile(Struct, frozen=True):
    """What everybody may know of an account."""

    name: str
    kind: str
    since: float
    ratings: tuple[Rating, ...] = ()


class PastMatch(Struct, frozen=True):
    """A match in somebody's history."""

    match: str
    game: str
    status: str
    players: tuple[str, ...]
    at: float
    rank: int | None = None


class History(Struct, frozen=True):
    """Some of somebody's matches, the latest first; `before` asks for those before."""

    matches: tuple[PastMatch, ...]
    before: float | None = None


class Seats(Struct, frozen=True):
    """The matches in which one holds a seat."""

    matches: tuple[str, ...]


class Ranked(Struct, frozen=True):
    """A line of a leaderboard."""

    rank: int
    name: str
    bot: bool
    rating: int
    matches: int


class Leaderboard(Struct, frozen=True):
    """The best at a game with so many players; bots of the house are listed too."""

    ranked: tuple[Ranked, ...]


def profile_path(name: str) -> str:
    """Give where the profile of an account is found.

    >>> profile_path("Zoë/1")
    '/api/people/Zo%C3%AB%2F1'
    """
    return f"/api/people/{quote(name, safe='')}"


def history_path(name: str | None, before: float | None = None) -> str:
    """Give where the matches of an account are found; one's own without a name.

    >>> history_path(None), history_path("Ada", 12.5)
    ('/api/me/matches', '/api/people/Ada/matches?before=12.5')
    """
    path = "/api/me" if name is None else profile_path(name)
    return f"{path}/matches" + ("" if before is None else f"?before={before}")
