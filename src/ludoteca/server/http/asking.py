"""Who asks, in which language, and how a refusal is written."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from ludoteca.core.errors import LudotecaError
from ludoteca.server.house import House
from ludoteca.server.logs import log
from ludoteca.server.problem import Problem, Refusal, preferred_language, problem_of, status_of
from ludoteca.server.shown import COOKIE, SECURE_COOKIE, cookie_name, token_of
from ludoteca.server.visitors import LIFETIME, Visit

AnyRequest = Request[Any, Any, Any]
TheHouse = NamedDependency[House]
MaybeKnown = NamedDependency[Visit | None]
Known = NamedDependency[Visit]
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


def session_cookie(house: House, token: str) -> Cookie:
    """Put a token into a cookie."""
    return Cookie(
        key=cookie_name(house),
        value=token,
        max_age=int(LIFETIME),
        path="/",
        secure=house.settings.is_https,
        httponly=True,
        samesite="lax",
    )


async def provide_visit(request: AnyRequest, house: TheHouse) -> Visit | None:
    """Say who asks; None if he shows nothing good."""
    return await house.visitors.who(token_of(request.headers, house))


async def provide_visitor(request: AnyRequest, house: TheHouse) -> Visit:
    """Say who asks; refuse who is unknown."""
    visit = await provide_visit(request, house)
    if visit is None:
        raise Refusal("no_session")
    return visit


def language_of(request: AnyRequest) -> str:
    """Choose the language of an answer."""
    return preferred_language(request.headers.get("accept-language", ""))


def address_of(connection: AnyConnection) -> str:
    """Give the address somebody comes from."""
    return connection.client.host if connection.client else ""


@contextmanager
def guarded(house: House, request: AnyRequest, account: str) -> Iterator[None]:
    """Let passwords and codes of an account be tried slowly only, and log what is refused."""
    address = address_of(request)
    if not house.log_ins.take(account.casefold()[:80]):
        log.warning("log_in_refused", code="too_fast", address=address)
        raise Refusal("too_fast")
    try:
        yield
    except Refusal as refusal:
        log.warning("log_in_refused", code=refusal.code, address=address)
        raise


async def guard_request(request: AnyRequest) -> None:
    """See that a request which changes something comes from our pages, and not too fast."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    house: House = request.app.state.house
    origin = request.headers.get("origin")
    if origin is not None and origin not in house.origins:
        raise Refusal("wrong_origin")
    if not house.requests.take(address_of(request)):
        raise Refusal("too_fast")


def on_refusal(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer a refusal of ours."""
    assert isinstance(error, LudotecaError)
    problem, status = problem_of(error, language_of(request)), status_of(error)
    if status == 403:
        path, address = request.url.path, address_of(request)
        log.warning("not_allowed", code=error.code, path=path, address=address)
    return Response(problem, status_code=status, media_type="application/json")


def on_http_error(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer what the framework refuses: no such page, a body that does not fit."""
    assert isinstance(error, HTTPException)
    status = error.status_code
    code = _CODES.get(status, "bad_request")
    found = problem_of(Refusal(code), language_of(request))
    if status == 400 and error.extra:
        found = Problem(found.code, f"{found.sentence} {_reasons(error.extra)}")
    return Response(
        found, status_code=status, media_type="application/json", headers=error.headers or {}
    )


def _reasons(extra: Any) -> str:
    if not isinstance(extra, list):
        return ""
    parts = [f"{e.get('key', '')}: {e.get('message', '')}" for e in extra if isinstance(e, dict)]
    return "; ".join(parts)[:300]


def on_fault(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer a fault of ours; the details stay in the log."""
    log.error("http_fault", path=request.url.path, error=type(error).__name__, exc_info=error)
    problem = problem_of(Refusal("fault"), language_of(request))
    return Response(problem, status_code=500, media_type="application/json")
