"""Routes of the second factor: on with a code, off with password and code."""

from litestar import Router, get, post
from litestar.params import JSONBody

from ludoteca.protocol.http import (
    DropFactorBody,
    FactorCodeBody,
    FactorInfo,
    OfferedFactor,
    OfferFactorBody,
    RecoveryCodes,
)
from ludoteca.server.http.request import (
    AnyRequest,
    Known,
    TheAccounts,
    TheLimits,
    ThePresence,
    TheStore,
    documented,
    guarded,
)
from ludoteca.server.logs import log


@get("/me/factor", responses=documented(401))
async def look(store: TheStore, user: Known) -> FactorInfo:
    """Return whether one has a second factor."""
    found = await store.factors.find_factor(user.id)
    left = await store.factors.count_recovery_codes(user.id)
    return FactorInfo(None if found is None else found.since, left)


@post("/me/factor", status_code=200, responses=documented(401, 409))
async def offer(
    accounts: TheAccounts,
    limits: TheLimits,
    request: AnyRequest,
    user: Known,
    data: JSONBody[OfferFactorBody],
) -> OfferedFactor:
    """Ask for a secret for one's authenticator; a code must confirm it within ten minutes."""
    with guarded(limits, request, user.user.name):
        return await accounts.offer_factor(user, data.password)


@post("/me/factor/confirm", status_code=200, responses=documented(401, 409))
async def confirm(
    accounts: TheAccounts,
    limits: TheLimits,
    presence: ThePresence,
    request: AnyRequest,
    user: Known,
    data: JSONBody[FactorCodeBody],
) -> RecoveryCodes:
    """Turn the second factor on with a first code; all other sessions end."""
    with guarded(limits, request, user.user.name):
        codes = await accounts.confirm_factor(user, data.code)
    log.info("factor_on", user=user.id)
    presence.end_others(user)
    return RecoveryCodes(codes)


@post("/me/factor/off", status_code=204, responses=documented(401, 409))
async def turn_off(
    accounts: TheAccounts,
    limits: TheLimits,
    request: AnyRequest,
    user: Known,
    data: JSONBody[DropFactorBody],
) -> None:
    """Turn the second factor off, with password and code."""
    with guarded(limits, request, user.user.name):
        await accounts.drop_factor(user, data.password, data.code)
    log.info("factor_off", user=user.id)


ROUTES = Router("/api", tags=["people"], route_handlers=[look, offer, confirm, turn_off])
