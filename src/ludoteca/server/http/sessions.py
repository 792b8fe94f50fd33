"""Routes that list and end one's sessions."""

from litestar import Router, get, post
from litestar.params import JSONBody

from ludoteca.protocol.http import EndSessionsBody, SessionInfo
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.http.request import (
    AnyRequest,
    Known,
    TheAccounts,
    TheClock,
    TheLimits,
    ThePresence,
    TheStore,
    documented,
    guarded,
)
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store


def _id(digest: bytes) -> str:
    return digest.hex()[:16]


@get("/me/sessions", responses=documented(401))
async def list_sessions(store: TheStore, clock: TheClock, user: Known) -> list[SessionInfo]:
    """List where one is logged in."""
    found = await store.users.list_sessions(user.id, clock())
    return [
        SessionInfo(
            _id(one.digest), one.created_at, one.seen_at, one.digest == user.digest, one.device
        )
        for one in found
    ]


@post("/me/sessions/end", status_code=204, responses=documented(401, 404))
async def end_sessions(
    store: TheStore,
    clock: TheClock,
    accounts: TheAccounts,
    limits: TheLimits,
    presence: ThePresence,
    request: AnyRequest,
    user: Known,
    data: JSONBody[EndSessionsBody],
) -> None:
    """End one session or all others; their sockets close."""
    digest = await _digest(store, clock(), user, data.id)
    with guarded(limits, request, user.user.name):
        await accounts.end_sessions(user, data.password, digest)
    log.info("sessions_ended", user=user.id, all=digest is None)
    if digest is None:
        presence.end_others(user)
    else:
        presence.end_session(user, digest)


async def _digest(store: Store, now: float, user: Identity, wanted: str | None) -> bytes | None:
    if wanted is None:
        return None
    for one in await store.users.list_sessions(user.id, now):
        if _id(one.digest) == wanted:
            return one.digest
    raise ServerRefusal("not_found")


ROUTES = Router("/api", tags=["people"], route_handlers=[list_sessions, end_sessions])
