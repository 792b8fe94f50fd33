"""Routes of one's account: recovery codes, a forgotten password, data export, deletion."""

from litestar import Response, Router, get, post
from litestar.params import JSONBody

from ludoteca.protocol.http import DeleteBody, OfferFactorBody, OwnData, RecoveryCodes, ResetBody
from ludoteca.server.accounts.own_data import collect
from ludoteca.server.http.request import (
    ENDED_COOKIES,
    AnyRequest,
    Known,
    TheAccounts,
    TheClock,
    TheLimits,
    ThePresence,
    TheStore,
    address_of,
    documented,
    guarded,
    limit_rate,
)
from ludoteca.server.logs import log


@post("/me/recovery", status_code=201, responses=documented(401))
async def renew_codes(
    accounts: TheAccounts,
    limits: TheLimits,
    request: AnyRequest,
    user: Known,
    data: JSONBody[OfferFactorBody],
) -> RecoveryCodes:
    """Make recovery codes, shown this once; those made before are good for nothing any more."""
    with guarded(limits, request, user.user.name):
        codes = await accounts.renew_recovery_codes(user, data.password)
    log.info("recovery_codes_made", user=user.id)
    return RecoveryCodes(codes)


@post("/password/reset", status_code=204, responses=documented(401))
async def reset_password(
    accounts: TheAccounts,
    limits: TheLimits,
    presence: ThePresence,
    request: AnyRequest,
    data: JSONBody[ResetBody],
) -> None:
    """Replace a forgotten password with a recovery code; all sessions of the account end."""
    limit_rate(limits.entries, address_of(request))
    with guarded(limits, request, data.name):
        account = await accounts.reset_password(data.name, data.recovery, data.new, data.code)
    log.info("password_reset", user=account.id)
    presence.end_user(account.id)


@post("/me/delete", status_code=204, responses=documented(401), response_cookies=ENDED_COOKIES)
async def delete_me(
    accounts: TheAccounts,
    limits: TheLimits,
    presence: ThePresence,
    request: AnyRequest,
    user: Known,
    data: JSONBody[DeleteBody],
) -> None:
    """Delete oneself for good: log-in, sessions, tokens, ratings; finished matches stay."""
    with guarded(limits, request, user.user.name):
        await accounts.delete(user, data.password, data.code)
    log.info("user_deleted", user=user.id)
    presence.end_user(user.id)


@get("/me/data", responses=documented(401))
async def own_data(
    store: TheStore, clock: TheClock, limits: TheLimits, request: AnyRequest, user: Known
) -> Response[OwnData]:
    """Return all that is stored about oneself, as a file."""
    limit_rate(limits.requests, address_of(request))
    found = await collect(store, user, clock())
    return Response(found, headers={"content-disposition": 'attachment; filename="ludoteca.json"'})


ROUTES = Router(
    "/api", tags=["people"], route_handlers=[renew_codes, reset_password, delete_me, own_data]
)
