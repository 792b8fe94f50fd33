"""For whoever runs the server, by its token alone; to all others there is nothing here."""

import asyncio
import hmac
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Annotated, get_args

from litestar import Router, get, post
from litestar.handlers import BaseRouteHandler
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from ludoteca.core.errors import UsageError
from ludoteca.server.accounts.accounts import digest_of
from ludoteca.server.admin.owner import ask_owner
from ludoteca.server.admin.service import AdminService
from ludoteca.server.admin.values import BanBody, Person, TableLine, WhoBody
from ludoteca.server.http.request import AnyConnection, AnyRequest, TheRuntime, address_of
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.runtime import Runtime
from ludoteca.server.store.values import Status
from ludoteca.server.tables.proxy import PASSED_ON, OwnedElsewhere

ID = "^[0-9A-Za-z_-]{4,40}$"
Match = Annotated[str, PathParameter(pattern=ID)]
Limit = Annotated[int, QueryParameter(ge=1, le=100_000)]
ADMIN = "\0admin"
"""The key by which wrong tokens are counted; no account can have this name."""
CHUNK = 1 << 18


def guard_admin(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Let nobody in who does not show the token; guessing is as slow as with passwords."""
    runtime: Runtime = connection.app.state.runtime
    scheme, _space, token = connection.headers.get("authorization", "").partition(" ")
    shown = digest_of(token.strip()) if scheme.lower() == "bearer" else b""
    wanted = digest_of(runtime.admin_token) if runtime.admin_token else b"closed"
    if hmac.compare_digest(shown, wanted):
        return
    address = address_of(connection)
    slow = runtime.entries.take(address) and runtime.log_ins.take(ADMIN)
    log.warning("admin_refused", address=address)
    raise ServerRefusal("not_found" if slow else "too_fast")


@get("/tables")
async def tables(
    runtime: TheRuntime,
    status: Annotated[str, QueryParameter(max_length=80)] = "",
    limit: Limit = 200,
) -> list[TableLine]:
    """List tables: those that live, or those of some statuses."""
    known = get_args(Status)
    asked = [each for each in status.split(",") if each]
    if any(each not in known for each in asked):
        raise ServerRefusal("bad_request")
    return await AdminService(runtime).tables([each for each in known if each in asked], limit)


@post("/tables/{match:str}/end", status_code=200)
async def end(runtime: TheRuntime, request: AnyRequest, match: Match) -> TableLine:
    """End a match, which can be reversed for a day, or close a table that has not begun."""
    return await _at_owner(runtime, request, match, AdminService(runtime).end)


@post("/tables/{match:str}/reopen", status_code=200)
async def reopen(runtime: TheRuntime, request: AnyRequest, match: Match) -> TableLine:
    """Reverse an end, let a paused match go on, wake a table."""
    return await _at_owner(runtime, request, match, AdminService(runtime).reopen)


async def _at_owner(
    runtime: Runtime, request: AnyRequest, match: str, act: Callable[[str], Awaitable[TableLine]]
) -> TableLine:
    try:
        return await act(match)
    except OwnedElsewhere as there:
        if PASSED_ON in request.headers:  # the sender thought that we own it
            raise
        return await ask_owner(runtime, there.owner, request.url.path)


@get("/people")
async def people(
    runtime: TheRuntime,
    match: Annotated[str, QueryParameter(max_length=40)] = "",
    banned: FromQuery[bool] = False,
    limit: Limit = 200,
) -> list[Person]:
    """List users: all, those who are banned, or those at a table."""
    return await AdminService(runtime).people(match, banned, limit)


@post("/bans", status_code=200)
async def ban(runtime: TheRuntime, data: JSONBody[BanBody]) -> Person:
    """Let somebody in no more, or again."""
    return await AdminService(runtime).ban(data.who, data.banned)


@post("/factors/drop", status_code=200)
async def drop_factor(runtime: TheRuntime, data: JSONBody[WhoBody]) -> Person:
    """Turn off somebody's second factor."""
    return await AdminService(runtime).drop_factor(data.who)


@post("/backup", status_code=200)
async def backup(runtime: TheRuntime) -> Stream:
    """Give a backup of all there is at this moment, while play goes on."""
    stack = AsyncExitStack()
    path = await stack.enter_async_context(AdminService(runtime).backup())

    async def chunks() -> AsyncIterator[bytes]:
        async with stack:
            with path.open("rb") as file:
                while chunk := await asyncio.to_thread(file.read, CHUNK):
                    yield chunk

    size = {"content-length": str(path.stat().st_size)}
    return Stream(chunks(), media_type="application/vnd.sqlite3", headers=size)


@post("/restore", status_code=204, request_max_body_size=None)
async def restore(runtime: TheRuntime, request: AnyRequest) -> None:
    """Replace all data by the backup that is sent."""
    with tempfile.TemporaryDirectory(prefix="restore-", dir=runtime.folder_for_copies) as folder:
        path = Path(folder) / "backup.sqlite"
        with path.open("wb") as file:
            async for chunk in request.stream():
                await asyncio.to_thread(file.write, chunk)
        try:
            await AdminService(runtime).restore(path)
        except UsageError as error:
            raise UsageError(error.message.replace(str(path), "the file")) from None


ROUTES = Router(
    "/api/admin",
    guards=[guard_admin],
    include_in_schema=False,
    route_handlers=[tables, end, reopen, people, ban, drop_factor, backup, restore],
)
