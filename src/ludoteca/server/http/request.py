"""The session and language of a request, and how a refusal is written."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import ceil
from typing import Any, TypeVar

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import SkipValidation
from litestar.routes import HTTPRoute

from ludoteca.core.errors import LudotecaError
from ludoteca.language import words
from ludoteca.protocol.http import Problem
from ludoteca.server.accounts.accounts import LIFETIME, Accounts, Identity
from ludoteca.server.http.fields import describe_fields
from ludoteca.server.logs import log
from ludoteca.server.problem import (
    ServerRefusal,
    preferred_language,
    problem_of,
    status_of,
)
from ludoteca.server.settings import Settings
from ludoteca.server.store import Store
from ludoteca.server.transport.credentials import COOKIE, SECURE_COOKIE, cookie_name, token_of
from ludoteca.server.transport.limits import Buckets, RateLimits
from ludoteca.server.transport.presence import Presence

T = TypeVar("T")
Part = NamedDependency[SkipValidation[T]]
"""A part of the server that a handler takes as an argument; the name chooses it."""

AnyRequest = Request[Any, Any, Any]
TheStore = Part[Store]
TheAccounts = Part[Accounts]
ThePresence = Part[Presence]
TheSettings = Part[Settings]
TheLimits = Part[RateLimits]
TheClock = Part[Callable[[], float]]
MaybeKnown = NamedDependency[Identity | None]
Known = NamedDependency[Identity]
AnyConnection = ASGIConnection[Any, Any, Any, Any]

_CODES = {401: "no_session", 403: "wrong_origin", 404: "not_found", 429: "too_fast"}


def documented(*statuses: int) -> dict[int, ResponseSpec]:
    """Name the statuses that a handler may refuse with; all may answer that something is wrong."""
    return {
        status: ResponseSpec(Problem, description="refused", generate_examples=False)
        for status in {400, 403, 413, 429, 503, *statuses}
    }


ENDED_COOKIES = [
    Cookie(key=key, value="", max_age=0, path="/", secure=secure, httponly=True, samesite="lax")
    for key, secure in ((COOKIE, False), (SECURE_COOKIE, True))
]
"""What ends the cookie of a session, whichever it is."""


def session_cookie(settings: Settings, token: str) -> Cookie:
    """Put a token into a cookie."""
    return Cookie(
        key=cookie_name(settings),
        value=token,
        max_age=int(LIFETIME),
        path="/",
        secure=settings.is_https,
        httponly=True,
        samesite="lax",
    )


async def provide_identity(
    request: AnyRequest, accounts: TheAccounts, settings: TheSettings
) -> Identity | None:
    """Find out who asks; None without a good token."""
    return await accounts.who(token_of(request.headers, settings))


async def provide_user(identity: MaybeKnown) -> Identity:
    """Find out who asks; refuse without a good token."""
    if identity is None:
        raise ServerRefusal("no_session")
    return identity


def language_of(request: AnyRequest) -> str:
    """Choose the language of an answer."""
    return preferred_language(request.headers.get("accept-language", ""))


def address_of(connection: AnyConnection) -> str:
    """Return the address somebody comes from."""
    return connection.client.host if connection.client else ""


def limit_rate(buckets: Buckets, key: str) -> None:
    """Refuse somebody who is too fast, with the seconds to wait."""
    if not buckets.take(key):
        raise ServerRefusal("too_fast", retry_after=buckets.wait(key))


@contextmanager
def guarded(limits: RateLimits, request: AnyRequest, account: str) -> Iterator[None]:
    """Let passwords and codes of an account be tried slowly only, and log what is refused."""
    address = address_of(request)
    try:
        limit_rate(limits.log_ins, account.casefold()[:80])
        yield
    except ServerRefusal as refusal:
        log.warning("log_in_refused", code=refusal.code, address=address)
        raise


class RequestGuard:
    """Refuses requests that change something from other pages than ours, or too fast."""

    def __init__(self, origins: frozenset[str], limits: RateLimits) -> None:
        """Take the pages that are ours, as browsers name them."""
        self._origins, self._limits = origins, limits

    async def check(self, request: AnyRequest) -> Response[None] | None:
        """Refuse a request, or do nothing; answer which methods an address knows."""
        if request.method == "OPTIONS":
            return Response(None, status_code=204, headers={"allow": _methods(request)})
        if request.method in ("GET", "HEAD"):
            return None
        origin = request.headers.get("origin")
        if origin is not None and origin not in self._origins:
            raise ServerRefusal("wrong_origin")
        limit_rate(self._limits.requests, address_of(request))
        await _check_types(request)
        return None


def _methods(request: AnyRequest) -> str:
    """List the methods of all handlers at the address of a request."""
    path, found = request.scope["path_template"], set[str]()
    for route in request.app.routes:
        if isinstance(route, HTTPRoute) and route.path_format == path:
            found |= set(route.methods)
    return ", ".join(sorted(found))


async def _check_types(request: AnyRequest) -> None:
    """Refuse a body whose numbers and texts would have to be taken for something else.

    What can't be read at all is left to the handler, which names the field.
    """
    field = request.route_handler.parsed_data_field
    kind = None if field is None else field.annotation
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return
    body = await request.body()
    try:
        msgspec.json.decode(body, type=kind)
    except msgspec.MsgspecError as error:
        with suppress(msgspec.MsgspecError):
            msgspec.convert(msgspec.json.decode(body), kind, strict=False)
            raise ServerRefusal("bad_request") from error


def on_refusal(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer a refusal of ours."""
    assert isinstance(error, LudotecaError)
    problem, status = problem_of(error, language_of(request)), status_of(error)
    if status == 403:
        path, address = request.url.path, address_of(request)
        log.warning("not_allowed", code=error.code, path=path, address=address)
    wait = problem.retry_after
    headers = {} if wait is None else {"retry-after": str(ceil(wait))}
    return Response(problem, status_code=status, media_type="application/json", headers=headers)


def on_http_error(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer what the framework refuses: no such page, a body that does not fit."""
    assert isinstance(error, HTTPException)
    status = error.status_code
    code = _CODES.get(status, "bad_request")
    language = language_of(request)
    found = problem_of(ServerRefusal(code), language)
    if status == 400 and (reasons := _reasons(error, language)):
        found = Problem(found.code, f"{words(language)['field.invalid']} {reasons}")
    return Response(
        found, status_code=status, media_type="application/json", headers=error.headers or {}
    )


def _reasons(error: HTTPException, language: str) -> str:
    if isinstance(error.extra, list):
        return describe_fields(error.extra, language)
    broken = re.search("malformed|truncated", str(error.detail))
    return words(language)["field.json"] if broken else ""


def on_deep_body(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer JSON that is nested too deeply to be read."""
    language = language_of(request)
    said = words(language)
    problem = Problem("bad_request", f"{said['field.invalid']} {said['field.json']}")
    return Response(problem, status_code=400, media_type="application/json")


def on_fault(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer a fault of ours; the details stay in the log."""
    log.error("http_fault", path=request.url.path, error=type(error).__name__, exc_info=error)
    problem = problem_of(ServerRefusal("fault"), language_of(request))
    return Response(problem, status_code=500, media_type="application/json")
