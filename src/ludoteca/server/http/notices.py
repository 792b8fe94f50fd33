"""Routes of notice settings, and the pages behind links in e-mail."""

from html import escape
from typing import Annotated, Literal

from litestar import Response, Router, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from ludoteca.core.errors import UsageError
from ludoteca.language import words
from ludoteca.protocol.http import (
    MailAddressBody,
    NoticeBody,
    NoticeSettings,
    PushBody,
    PushOffBody,
)
from ludoteca.server.http.request import (
    AnyRequest,
    Known,
    Part,
    TheClock,
    TheLimits,
    TheStore,
    address_of,
    documented,
    language_of,
)
from ludoteca.server.notices.encryption import check_client_keys, decode_base64url
from ludoteca.server.notices.notices import Notices
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store.values import NoticeChoices, PushSubscription

MOST_BROWSERS = 10
"""Push subscriptions of one user."""

TheNotices = Part[Notices]
Token = Annotated[str, QueryParameter(max_length=800)]

_PAGE = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>ludoteca</title>
<meta name="viewport" content="width=device-width">
<h1>ludoteca</h1><p>{sentence}</p>{form}</html>
"""
_FORM = '<form method="post"><button>{label}</button></form>'


async def _shown(notices: Notices, choices: NoticeChoices) -> NoticeSettings:
    return NoticeSettings(
        push_key=await notices.public_key(),
        can_mail=notices.can_mail,
        push=sorted(choices.push),  # type: ignore[arg-type]  # only kinds are stored
        mail=sorted(choices.mail),  # type: ignore[arg-type]
        address=choices.address,
        confirmed=choices.confirmed,
    )


@get("/me/notices", responses=documented(401))
async def look(store: TheStore, notices: TheNotices, user: Known) -> NoticeSettings:
    """Return what one has chosen to be told while away."""
    return await _shown(notices, await store.notices.find_choices(user.id))


@put("/me/notices", responses=documented(401))
async def choose(
    store: TheStore, notices: TheNotices, user: Known, data: JSONBody[NoticeBody]
) -> NoticeSettings:
    """Choose what to be told while away, and how."""
    before = await store.notices.find_choices(user.id)
    choices = NoticeChoices(
        user.id,
        frozenset(data.push),
        frozenset(data.mail),
        before.address,
        before.confirmed,
        data.language,
    )
    await store.notices.keep_choices(choices)
    return await _shown(notices, choices)


@post("/me/notices/push", status_code=204, responses=documented(401))
async def subscribe(
    store: TheStore, notices: TheNotices, clock: TheClock, user: Known, data: JSONBody[PushBody]
) -> None:
    """Let a browser take push messages, as long as its session lasts."""
    try:
        notices.check_endpoint(data.endpoint)
        client_key, auth = decode_base64url(data.p256dh), decode_base64url(data.auth)
        check_client_keys(client_key, auth)
    except (UsageError, ValueError):
        raise ServerRefusal("bad_subscription") from None
    subscription = PushSubscription(
        data.endpoint, user.id, user.digest, client_key, auth, data.language, clock()
    )
    await store.notices.subscribe(subscription, MOST_BROWSERS)


@post("/me/notices/push/off", status_code=204, responses=documented(401))
async def unsubscribe(store: TheStore, user: Known, data: JSONBody[PushOffBody]) -> None:
    """End the push messages of a browser."""
    await store.notices.unsubscribe(user.id, data.endpoint)


@post("/me/notices/address", status_code=200, responses=documented(401))
async def set_address(notices: TheNotices, user: Known, data: JSONBody[MailAddressBody]) -> (
    NoticeSettings
):  # fmt: skip
    """Set where e-mail goes; a link that is sent there confirms it. Empty: no e-mail."""
    if user.user.kind != "account":
        raise ServerRefusal("account_needed")
    return await _shown(
        notices, await notices.set_address(user.user, data.address.strip(), data.language)
    )


Act = Literal["confirm", "stop"]


@get("/notices/{act:str}", include_in_schema=False)
async def ask(
    notices: TheNotices, limits: TheLimits, request: AnyRequest, act: FromPath[Act], token: Token
) -> Response[str]:
    """Show what a link in an e-mail does; programs that look at links change nothing by it."""
    return await _follow(notices, limits, request, act, token, really=False)


@post("/notices/{act:str}", status_code=200, include_in_schema=False)
async def act_on(
    notices: TheNotices, limits: TheLimits, request: AnyRequest, act: FromPath[Act], token: Token
) -> Response[str]:
    """Do what a link in an e-mail says, without a session; also in one click (RFC 8058)."""
    return await _follow(notices, limits, request, act, token, really=True)


async def _follow(
    notices: Notices, limits: TheLimits, request: AnyRequest, act: Act, token: str, really: bool
) -> Response[str]:
    if not really and not limits.requests.take(address_of(request)):
        raise ServerRefusal("too_fast")
    is_good = await (notices.confirm if act == "confirm" else notices.stop)(token, really)
    language = language_of(request)
    say = words(language)
    key = f"notice.{act}_{'done' if really else 'ask'}" if is_good else "notice.link_old"
    form = _FORM.format(label=escape(say[f"notice.{act}"])) if is_good and not really else ""
    text = _PAGE.format(language=language, sentence=escape(say[key]), form=form)
    return Response(text, media_type="text/html", status_code=200 if is_good else 404)


ROUTES = Router(
    "/api",
    tags=["people"],
    route_handlers=[look, choose, subscribe, unsubscribe, set_address, ask, act_on],
)
