"""Coming in, accounts, bots' tokens; profiles, history and leaderboards."""

from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import Response, Router, delete, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter

from ludoteca import games
from ludoteca.server import ratings
from ludoteca.server.house import House
from ludoteca.server.http.asking import (
    ENDED_COOKIES,
    AnyRequest,
    Known,
    MaybeKnown,
    TheHouse,
    address_of,
    documented,
    guarded,
    session_cookie,
)
from ludoteca.server.http.values import (
    AccountBody,
    GuestBody,
    HistoryPage,
    Leaderboard,
    LogInBody,
    Me,
    NameBody,
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
from ludoteca.server.logs import log
from ludoteca.server.problem import Refusal
from ludoteca.server.store.values import Past, Rating, Visitor
from ludoteca.server.visitors import Visit

__all__ = ["ROUTES"]

PAGE = 50


def _let_in(house: House, visitor: Visitor, token: str, bearer: bool) -> Response[Me]:
    me = Me(visitor.id, visitor.name, visitor.kind, token if bearer else None)
    return Response(me, cookies=[] if bearer else [session_cookie(house, token)])


def _slowly(house: House, request: AnyRequest) -> None:
    if not house.entries.take(address_of(request)):
        raise Refusal("too_fast")


@post("/guest", status_code=201, responses=documented(409))
async def come_in(house: TheHouse, request: AnyRequest, data: JSONBody[GuestBody]) -> Response[Me]:
    """Come in as a guest, with a nickname only."""
    _slowly(house, request)
    visitor, token = await house.visitors.come_in(data.name)
    return _let_in(house, visitor, token, data.bearer)


@post("/account", status_code=201, responses=documented(409))
async def sign_up(
    house: TheHouse, request: AnyRequest, visit: MaybeKnown, data: JSONBody[AccountBody]
) -> Response[Me]:
    """Make an account; a guest keeps what he did."""
    _slowly(house, request)
    visitor, token = await house.visitors.sign_up(visit, data.name, data.password)
    log.info("signed_up", visitor=visitor.id)
    _moved(house, visit)
    return _let_in(house, visitor, token, data.bearer)


@post("/login", status_code=200, responses=documented(401))
async def log_in(
    house: TheHouse, request: AnyRequest, visit: MaybeKnown, data: JSONBody[LogInBody]
) -> Response[Me]:
    """Log in; the account takes over what the guest did."""
    _slowly(house, request)
    with guarded(house, request, data.name):
        visitor, token = await house.visitors.log_in(visit, data.name, data.password, data.code)
    log.info("logged_in", visitor=visitor.id)
    _moved(house, visit)
    return _let_in(house, visitor, token, data.bearer)


def _moved(house: House, visit: Visit | None) -> None:
    if visit is not None and not visit.by_token:
        house.end_session(visit, visit.digest)


@post("/logout", status_code=204, responses=documented(), response_cookies=ENDED_COOKIES)
async def log_out(house: TheHouse, visit: MaybeKnown) -> None:
    """End this session; its sockets close."""
    if visit is not None:
        await house.visitors.log_out(visit)
        log.info("logged_out", visitor=visit.id)
        house.end_session(visit, visit.digest)


@get("/me", responses=documented(401))
async def me(visitor: Known) -> Me:
    """Say who one is."""
    return Me(visitor.id, visitor.visitor.name, visitor.visitor.kind)


@patch("/me", responses=documented(401, 409))
async def rename(house: TheHouse, visitor: Known, data: JSONBody[NameBody]) -> Me:
    """Give oneself another nickname: guests only."""
    changed = await house.visitors.rename(visitor, data.name)
    house.end_session(visitor, visitor.digest, 1012)  # come again, by the new name
    return Me(changed.id, changed.name, changed.kind)


@post("/me/password", status_code=204, responses=documented(401))
async def change_password(
    house: TheHouse, request: AnyRequest, visitor: Known, data: JSONBody[PasswordBody]
) -> None:
    """Change the password; all other sessions end."""
    _slowly(house, request)
    with guarded(house, request, visitor.visitor.name):
        await house.visitors.change_password(visitor, data.old, data.new)
    log.info("password_changed", visitor=visitor.id)
    house.end_others(visitor)


@get("/me/seats", responses=documented(401))
async def seats(house: TheHouse, visitor: Known) -> Seats:
    """List the matches in which one holds a seat."""
    return Seats([row.match for row in await house.rows_of(visitor)])


@post("/me/tokens", status_code=201, responses=documented(401, 409))
async def add_token(house: TheHouse, visitor: Known, data: JSONBody[TokenBody]) -> NewToken:
    """Mark this account as a bot and make a token for its program."""
    return NewToken(await house.visitors.add_bot_token(visitor, data.label))


@get("/me/tokens", responses=documented(401))
async def list_tokens(house: TheHouse, visitor: Known) -> list[TokenInfo]:
    """List the tokens of one's programs."""
    tokens = await house.store.list_tokens(visitor.id)
    return [TokenInfo(t.digest.hex()[:16], t.label, t.created_at) for t in tokens]


@delete("/me/tokens/{token_id:str}", responses=documented(401, 404))
async def drop_token(
    house: TheHouse,
    visitor: Known,
    token_id: Annotated[str, PathParameter(pattern="^[0-9a-f]{16}$")],
) -> None:
    """End a token; its sockets close."""
    for token in await house.store.list_tokens(visitor.id):
        if token.digest.hex()[:16] == token_id:
            await house.visitors.drop_bot_token(visitor, token.digest)
            house.end_session(visitor, token.digest)
            return
    raise Refusal("not_found")


@get("/people/{name:str}", responses=documented(404))
async def profile(
    house: TheHouse, name: Annotated[str, PathParameter(min_length=1, max_length=80)]
) -> Profile:
    """Show an account or a bot from outside."""
    account = await _account(house, name)
    found = await house.store.ratings_of(account.id)
    return Profile(
        account.name, account.kind, account.created_at, [_rating_info(rating) for rating in found]
    )


@get("/people/{name:str}/matches", responses=documented(404))
async def history(
    house: TheHouse,
    name: Annotated[str, PathParameter(min_length=1, max_length=80)],
    before: FromQuery[float | None] = None,
) -> HistoryPage:
    """List the final matches of an account, the latest first."""
    account = await _account(house, name)
    return await _history(house, account.id, before, _is_told)


@get("/me/matches", responses=documented(401))
async def my_history(
    house: TheHouse, visitor: Known, before: FromQuery[float | None] = None
) -> HistoryPage:
    """List one's own matches, also those that still run."""
    return await _history(house, visitor.id, before)


@get("/leaderboard/{game:str}/{players:int}", responses=documented(404))
async def leaderboard(
    house: TheHouse,
    game: FromPath[str],
    players: FromPath[int],
    offset: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
) -> Leaderboard:
    """List the best at a game with so many players, bots too."""
    if game not in games.names() or players not in games.load(game).player_counts:
        raise Refusal("not_found")
    found = await house.store.leaderboard(game, players, limit=PAGE, offset=offset)
    ranked = []
    for rank, rating in enumerate(found, offset + 1):
        name, bot = await house.name_of(rating.player)
        shown = ratings.shown(rating)
        ranked.append(Ranked(rank, name, bot, shown, round(rating.sigma, 2), rating.matches))
    return Leaderboard(game, players, ranked)


async def _account(house: House, name: str) -> Visitor:
    account = await house.store.find_account(name)
    if account is None:
        raise Refusal("not_found")
    return account


async def _history(
    house: House,
    player: str,
    before: float | None,
    is_listed: Callable[[Past, float], bool] = lambda past, now: True,
) -> HistoryPage:
    past = await house.store.matches_of(player, PAGE, before)
    matches = [_past(one) for one in past if is_listed(one, house.clock())]
    return HistoryPage(matches, past[-1].table.updated_at if len(past) == PAGE else None)


def _is_told(past: Past, now: float) -> bool:
    """Say whether everybody may know how a match ended: where spectators see later, not at once."""
    delay = _summary(past).setting.spectator_delay
    return past.result is not None and (past.final_at or 0.0) + delay <= now


def _summary(past: Past) -> "_Summary":
    return msgspec.json.decode(past.table.summary.seats, type=_Summary)


def _past(past: Past) -> PastMatch:
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
    )


class _Seat(msgspec.Struct):
    name: str = ""


class _Setting(msgspec.Struct):
    spectator_delay: float = 0.0


class _Summary(msgspec.Struct):
    """The part of a table's summary that a history needs."""

    seats: list[_Seat] = []
    setting: _Setting = msgspec.field(default_factory=_Setting)


def _rating_info(rating: Rating) -> RatingInfo:
    shown, sigma = ratings.shown(rating), round(rating.sigma, 2)
    return RatingInfo(rating.game, rating.players, shown, sigma, rating.matches)


ROUTES = Router(
    "/api",
    tags=["people"],
    route_handlers=[
        come_in, sign_up, log_in, log_out, me, rename, change_password, seats, add_token,
        list_tokens, drop_token, profile, history, my_history, leaderboard,
    ],
)  # fmt: skip
