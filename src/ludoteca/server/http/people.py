"""Routes of guests, accounts, bot tokens, profiles, history and leaderboards."""

from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import Response, Router, delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec.structs import replace

from ludoteca import games
from ludoteca.protocol.http import (
    AccountBody,
    GuestBody,
    HistoryPage,
    Leaderboard,
    LogInBody,
    Me,
    MeBody,
    NewToken,
    PasswordBody,
    PastMatch,
    Profile,
    Ranked,
    RatingInfo,
    Seats,
    TokenBody,
    TokenInfo,
)
from ludoteca.server.accounts import ratings
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.http.device import describe_device
from ludoteca.server.http.request import (
    ENDED_COOKIES,
    AnyRequest,
    Known,
    MaybeKnown,
    TheAccounts,
    TheClock,
    TheLimits,
    ThePresence,
    TheSettings,
    TheStore,
    address_of,
    documented,
    guarded,
    limit_rate,
    session_cookie,
)
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.settings import Settings
from ludoteca.server.store import Store
from ludoteca.server.store.values import Past, StoredRating, StoredResult, User
from ludoteca.server.tables.own import name_of, rows_of
from ludoteca.server.transport.limits import RateLimits
from ludoteca.server.transport.presence import Presence

__all__ = ["ROUTES"]

PAGE = 50


def _let_in(settings: Settings, user: User, token: str, bearer: bool) -> Response[Me]:
    me = Me(user.id, user.name, user.kind, user.avatar, token if bearer else None)
    return Response(me, cookies=[] if bearer else [session_cookie(settings, token)])


def _device(request: AnyRequest) -> str:
    return describe_device(request.headers.get("user-agent", ""))


def _slowly(limits: RateLimits, request: AnyRequest) -> None:
    limit_rate(limits.entries, address_of(request))


@post("/guest", status_code=201, responses=documented(409))
async def come_in(
    accounts: TheAccounts,
    limits: TheLimits,
    settings: TheSettings,
    request: AnyRequest,
    data: JSONBody[GuestBody],
) -> Response[Me]:
    """Come in as a guest, with a nickname only."""
    _slowly(limits, request)
    user, token = await accounts.come_in(data.name, _device(request))
    return _let_in(settings, user, token, data.bearer)


@post("/account", status_code=201, responses=documented(409))
async def sign_up(
    accounts: TheAccounts,
    limits: TheLimits,
    presence: ThePresence,
    settings: TheSettings,
    request: AnyRequest,
    identity: MaybeKnown,
    data: JSONBody[AccountBody],
) -> Response[Me]:
    """Make an account; a guest keeps what they did."""
    _slowly(limits, request)
    user, token = await accounts.sign_up(identity, data.name, data.password, _device(request))
    log.info("signed_up", user=user.id)
    _moved(presence, identity)
    return _let_in(settings, user, token, data.bearer)


@post("/login", status_code=200, responses=documented(401))
async def log_in(
    accounts: TheAccounts,
    limits: TheLimits,
    presence: ThePresence,
    settings: TheSettings,
    request: AnyRequest,
    identity: MaybeKnown,
    data: JSONBody[LogInBody],
) -> Response[Me]:
    """Log in; the account takes over what the guest did."""
    _slowly(limits, request)
    with guarded(limits, request, data.name):
        user, token = await accounts.log_in(
            identity, data.name, data.password, data.code, _device(request)
        )
    log.info("logged_in", user=user.id)
    _moved(presence, identity)
    return _let_in(settings, user, token, data.bearer)


def _moved(presence: Presence, identity: Identity | None) -> None:
    if identity is not None and not identity.by_token:
        presence.end_session(identity, identity.digest)


@post("/logout", status_code=204, responses=documented(), response_cookies=ENDED_COOKIES)
async def log_out(accounts: TheAccounts, presence: ThePresence, identity: MaybeKnown) -> None:
    """Log out here; the sockets of this log-in close."""
    if identity is not None:
        await accounts.log_out(identity)
        log.info("logged_out", user=identity.id)
        presence.end_session(identity, identity.digest)


@get("/me", responses=documented(401))
async def me(user: Known) -> Me:
    """Return who is asking."""
    return Me(user.id, user.user.name, user.user.kind, user.user.avatar)


@patch("/me", responses=documented(401, 409))
async def change_me(
    accounts: TheAccounts,
    presence: ThePresence,
    user: Known,
    data: JSONBody[MeBody],
) -> Me:
    """Take another name or another picture."""
    changed = user.user
    if data.name is not None:
        changed = await accounts.rename(user, data.name)
    if data.avatar is not None:
        changed = replace(await accounts.set_avatar(user, data.avatar), name=changed.name)
    presence.end_session(user, user.digest, 1012)  # come again, as who one is now
    return Me(changed.id, changed.name, changed.kind, changed.avatar)


@post("/me/password", status_code=204, responses=documented(401))
async def change_password(
    accounts: TheAccounts,
    limits: TheLimits,
    presence: ThePresence,
    request: AnyRequest,
    user: Known,
    data: JSONBody[PasswordBody],
) -> None:
    """Change the password; all other sessions end."""
    _slowly(limits, request)
    with guarded(limits, request, user.user.name):
        await accounts.change_password(user, data.old, data.new)
    log.info("password_changed", user=user.id)
    presence.end_others(user)


@get("/me/seats", responses=documented(401))
async def seats(store: TheStore, user: Known) -> Seats:
    """List the matches in which one holds a seat."""
    return Seats([row.match for row in await rows_of(store, user)])


@post("/me/tokens", status_code=201, responses=documented(401, 409))
async def add_token(accounts: TheAccounts, user: Known, data: JSONBody[TokenBody]) -> NewToken:
    """Mark this account as a bot and make a token for its program."""
    return NewToken(await accounts.add_bot_token(user, data.label))


@get("/me/tokens", responses=documented(401))
async def list_tokens(store: TheStore, user: Known) -> list[TokenInfo]:
    """List the tokens of one's programs."""
    tokens = await store.users.list_tokens(user.id)
    return [TokenInfo(t.digest.hex()[:16], t.label, t.created_at) for t in tokens]


@delete("/me/tokens/{token_id:str}", responses=documented(401, 404))
async def drop_token(
    accounts: TheAccounts,
    store: TheStore,
    presence: ThePresence,
    user: Known,
    token_id: Annotated[str, PathParameter(pattern="^[0-9a-f]{16}$")],
) -> None:
    """End a token; its sockets close."""
    for token in await store.users.list_tokens(user.id):
        if token.digest.hex()[:16] == token_id:
            await accounts.drop_bot_token(user, token.digest)
            presence.end_session(user, token.digest)
            return
    raise ServerRefusal("not_found")


@get("/people/{name:str}", responses=documented(404))
async def profile(
    store: TheStore, name: Annotated[str, PathParameter(min_length=1, max_length=80)]
) -> Profile:
    """Show an account or a bot from outside."""
    account = await _account(store, name)
    found = await store.history.ratings_of(account.id)
    return Profile(
        account.name,
        account.kind,
        account.created_at,
        [_rating_info(rating) for rating in found],
        account.avatar,
    )


@get("/people/{name:str}/matches", responses=documented(404))
async def history(
    store: TheStore,
    clock: TheClock,
    name: Annotated[str, PathParameter(min_length=1, max_length=80)],
    before: FromQuery[float | None] = None,
) -> HistoryPage:
    """List the final matches of an account, the latest first."""
    account = await _account(store, name)
    return await _history(store, clock(), account.id, before, _is_told)


@get("/me/matches", responses=documented(401))
async def my_history(
    store: TheStore, clock: TheClock, user: Known, before: FromQuery[float | None] = None
) -> HistoryPage:
    """List one's own matches, also those that still run."""
    return await _history(store, clock(), user.id, before)


@get("/leaderboard/{game:str}/{players:int}", responses=documented(404))
async def leaderboard(
    store: TheStore,
    game: FromPath[str],
    players: FromPath[int],
    offset: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
) -> Leaderboard:
    """List the best at a game with this number of players, bots too."""
    if game not in games.names() or players not in games.load(game).player_counts:
        raise ServerRefusal("not_found")
    found = await store.history.leaderboard(game, players, limit=PAGE, offset=offset)
    ranked = []
    for rank, rating in enumerate(found, offset + 1):
        name, bot = await name_of(store, rating.player)
        shown = ratings.shown(rating)
        ranked.append(Ranked(rank, name, bot, shown, round(rating.sigma, 2), rating.matches))
    return Leaderboard(game, players, ranked)


async def _account(store: Store, name: str) -> User:
    account = await store.users.find_account(name)
    if account is None:
        raise ServerRefusal("not_found")
    return account


async def _history(
    store: Store,
    now: float,
    player: str,
    before: float | None,
    is_listed: Callable[[Past, float], bool] = lambda past, now: True,
) -> HistoryPage:
    past = await store.history.matches_of(player, PAGE, before)
    listed = [one for one in past if is_listed(one, now)]
    results = await store.history.totals_of([one.table.match for one in listed])
    matches = [_past(one, results.get(one.table.match, [])) for one in listed]
    return HistoryPage(matches, past[-1].table.updated_at if len(past) == PAGE else None)


def _is_told(past: Past, now: float) -> bool:
    """Return whether everyone may know how a match ended: not yet where spectators see later."""
    delay = _summary(past).setting.spectator_delay
    return past.result is not None and (past.final_at or 0.0) + delay <= now


def _summary(past: Past) -> "_Summary":
    return msgspec.json.decode(past.table.summary.seats, type=_Summary)


def _past(past: Past, results: list[StoredResult]) -> PastMatch:
    table = past.table
    names = _summary(past)
    return PastMatch(
        match=table.match,
        game=table.summary.game,
        status=table.summary.status,
        players=[seat.name for seat in names.seats],
        seat=past.seat,
        at=past.final_at or table.updated_at,
        rank=None if past.result is None else past.result.rank,
        scores=None if past.result is None else msgspec.json.decode(past.result.scores),
        totals=[one.total for one in results],
    )


class _Seat(msgspec.Struct):
    name: str = ""


class _Setting(msgspec.Struct):
    spectator_delay: float = 0.0


class _Summary(msgspec.Struct):
    """The part of a table's summary that a history needs."""

    seats: list[_Seat] = []
    setting: _Setting = msgspec.field(default_factory=_Setting)


def _rating_info(rating: StoredRating) -> RatingInfo:
    shown, sigma = ratings.shown(rating), round(rating.sigma, 2)
    return RatingInfo(rating.game, rating.players, shown, sigma, rating.matches)


ROUTES = Router(
    "/api",
    tags=["people"],
    route_handlers=[
        come_in, sign_up, log_in, log_out, me, change_me, change_password, seats, add_token,
        list_tokens, drop_token, profile, history, my_history, leaderboard,
    ],
)  # fmt: skip
