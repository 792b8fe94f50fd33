"""Where one is logged in: one's sessions, and how to end them."""

from typing import Annotated

from litestar import Router, get, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from ludoteca.protocol.to_client import Moment
from ludoteca.server.http.asking import AnyRequest, Known, TheHouse, documented, guarded
from ludoteca.server.http.values import Password
from ludoteca.server.logs import log
from ludoteca.server.problem import Refusal
from ludoteca.server.visitors import Visit

SessionId = Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


class SessionInfo(Struct, frozen=True):
    """A session, as far as it may be known: not its token."""

    id: str
    created_at: Moment
    seen_at: Moment
    """When it was last used, to the day."""
    this: bool
    """Whether it is the one that asks."""


class EndBody(Struct, frozen=True):
    """Which session to end; none: all others. The password shows that it is oneself."""

    password: Password
    id: SessionId | None = None


def _id(digest: bytes) -> str:
    return digest.hex()[:16]


@get("/me/sessions", responses=documented(401))
async def list_sessions(house: TheHouse, visitor: Known) -> list[SessionInfo]:
    """List where one is logged in."""
    found = await house.store.list_sessions(visitor.id, house.clock())
    return [
        SessionInfo(_id(one.digest), one.created_at, one.seen_at, one.digest == visitor.digest)
        for one in found
    ]


@post("/me/sessions/end", status_code=204, responses=documented(401, 404))
async def end_sessions(
    house: TheHouse, request: AnyRequest, visitor: Known, data: JSONBody[EndBody]
) -> None:
    """End one session or all others; their sockets close."""
    digest = await _digest(house, visitor, data.id)
    with guarded(house, request, visitor.visitor.name):
        await house.visitors.end_sessions(visitor, data.password, digest)
    log.info("sessions_ended", visitor=visitor.id, all=digest is None)
    if digest is None:
        house.end_others(visitor)
    else:
        house.end_session(visitor, digest)


async def _digest(house: TheHouse, visitor: Visit, wanted: str | None) -> bytes | None:
    if wanted is None:
        return None
    for one in await house.store.list_sessions(visitor.id, house.clock()):
        if _id(one.digest) == wanted:
            return one.digest
    raise Refusal("not_found")


ROUTES = Router("/api", tags=["people"], route_handlers=[list_sessions, end_sessions])
