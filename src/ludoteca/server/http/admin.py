"""Routes for admins, open only to the server's token."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Annotated, get_args

from litestar import Router, get, post
from litestar.handlers import BaseRouteHandler
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from ludoteca.protocol.http import BanBody, Person, TableLine, WhoBody
from ludoteca.server.accounts.accounts import digest_of
from ludoteca.server.admin.owner import OwnerClient
from ludoteca.server.admin.service import AdminService
from ludoteca.server.http.request import (
    AnyConnection,
    AnyRequest,
    Part,
    address_of,
    limit_rate,
)
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store.values import Status
from ludoteca.server.tables.proxy import PASSED_ON, OwnedElsewhere
from ludoteca.server.transport.limits import RateLimits

TheAdmin = Part[AdminService]
TheOwners = Part[OwnerClient]
ID = "^[0-9A-Za-z_-]{4,40}$"
Match = Annotated[str, PathParameter(pattern=ID)]
Limit = Annotated[int, QueryParameter(ge=1, le=100_000)]
ADMIN = "\0admin"
"""The key by which wrong tokens are counted; no account can have this name."""
CHUNK = 1 << 18


class AdminGuard:
    """Lets nobody in who does not show the token; guessing is as slow as with passwords."""

    def __init__(self, token: str, limits: RateLimits) -> None:
        """Take the token; "": nobody gets in."""
        self._wanted = digest_of(token) if token else b"closed"
        self._limits = limits

    def check(self, connection: AnyConnection, _: BaseRouteHandler) -> None:
        """Refuse a request without the token."""
        scheme, _space, token = connection.headers.get("authorization", "").partition(" ")
        shown = digest_of(token.strip()) if scheme.lower() == "bearer" else b""
        if hmac.compare_digest(shown, self._wanted):
            return
        address = address_of(connection)
        log.warning("admin_refused", address=address)
        limit_rate(self._limits.entries, address)
        limit_rate(self._limits.log_ins, ADMIN)
        raise ServerRefusal("not_found")


@get("/tables")
async def tables(
    admin: TheAdmin,
    status: Annotated[str, QueryParameter(max_length=80)] = "",
    limit: Limit = 200,
) -> list[TableLine]:
    """List tables: those that live, or those of some statuses."""
    known = get_args(Status)
    asked = [each for each in status.split(",") if each]
    if any(each not in known for each in asked):
        raise ServerRefusal("bad_request")
    return await admin.tables([each for each in known if each in asked], limit)


@post("/tables/{match:str}/end", status_code=200)
async def end(admin: TheAdmin, owners: TheOwners, request: AnyRequest, match: Match) -> TableLine:
    """End a match, which can be reversed for a day, or close a table that has not begun."""
    return await _at_owner(owners, request, match, admin.end)


@post("/tables/{match:str}/reopen", status_code=200)
async def reopen(
    admin: TheAdmin, owners: TheOwners, request: AnyRequest, match: Match
) -> TableLine:
    """Reverse an end, let a paused match go on, wake a table."""
    return await _at_owner(owners, request, match, admin.reopen)


async def _at_owner(
    owners: OwnerClient,
    request: AnyRequest,
    match: str,
    act: Callable[[str], Awaitable[TableLine]],
) -> TableLine:
    try:
        return await act(match)
    except OwnedElsewhere as there:
        if PASSED_ON in request.headers:  # the sender thought that we own it
            raise
        return await owners.ask(there.owner, request.url.path)


@get("/people")
async def people(
    admin: TheAdmin,
    match: Annotated[str, QueryParameter(max_length=40)] = "",
    banned: FromQuery[bool] = False,
    limit: Limit = 200,
) -> list[Person]:
    """List users: all, those who are banned, or those at a table."""
    return await admin.people(match, banned, limit)


@post("/bans", status_code=200)
async def ban(admin: TheAdmin, data: JSONBody[BanBody]) -> Person:
    """Ban a user, or lift the ban."""
    return await admin.ban(data.who, data.banned)


@post("/factors/drop", status_code=200)
async def drop_factor(admin: TheAdmin, data: JSONBody[WhoBody]) -> Person:
    """Turn off somebody's second factor."""
    return await admin.drop_factor(data.who)


@post("/backup", status_code=200)
async def backup(admin: TheAdmin) -> Stream:
    """Return a backup of all there is at this moment, while play goes on."""
    stack = AsyncExitStack()
    path = await stack.enter_async_context(admin.backup())

    async def chunks() -> AsyncIterator[bytes]:
        async with stack:
            with path.open("rb") as file:
                while chunk := await asyncio.to_thread(file.read, CHUNK):
                    yield chunk

    size = {"content-length": str(path.stat().st_size)}
    return Stream(chunks(), media_type="application/vnd.sqlite3", headers=size)


@post("/restore", status_code=204, request_max_body_size=None)
async def restore(admin: TheAdmin, request: AnyRequest) -> None:
    """Replace all data by the backup that is sent."""
    await admin.restore(request.stream())


def routes(guard: AdminGuard) -> Router:
    """Collect the routes, behind the guard."""
    return Router(
        "/api/admin",
        guards=[guard.check],
        include_in_schema=False,
        route_handlers=[tables, end, reopen, people, ban, drop_factor, backup, restore],
    )
