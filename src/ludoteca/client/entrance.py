"""Coming in at a server over HTTP: a guest's or an account's token for the socket."""

import asyncio
import json
import urllib.error
import urllib.request
from typing import Any

from ludoteca.core.errors import LudotecaError

TIMEOUT = 10.0


class Refused(LudotecaError):
    """The server did not let us in; the sentence is its own."""


async def come_in(address: str, name: str) -> str:
    """Come in as a guest; give the token."""
    answer = await ask(address, "/api/guest", {"name": name, "bearer": True})
    return str(answer["token"])


async def log_in(address: str, name: str, password: str, token: str | None = None) -> str:
    """Log in; with the token of a guest, the account takes over what the guest did."""
    body = {"name": name, "password": password, "bearer": True}
    return str((await ask(address, "/api/login", body, token))["token"])


async def sign_up(address: str, name: str, password: str, token: str | None = None) -> str:
    """Make an account; with the token of a guest, it keeps what the guest did."""
    body = {"name": name, "password": password, "bearer": True}
    return str((await ask(address, "/api/account", body, token))["token"])


async def ask(
    address: str, path: str, body: dict[str, Any] | None = None, token: str | None = None
) -> Any:
    """Ask the HTTP API: GET without a body, POST with one."""
    return await asyncio.to_thread(_ask, address.rstrip("/") + path, body, token)


def _ask(url: str, body: dict[str, Any] | None, token: str | None) -> Any:
    headers = {"content-type": "application/json", "accept": "application/json"}
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    if not url.startswith(("http://", "https://")):
        raise Refused(f"{url!r} is no address of a server: http://HOST:PORT, please", "usage")
    request = urllib.request.Request(url, data, headers)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=TIMEOUT) as answer:
            text = answer.read()
    except urllib.error.HTTPError as error:
        raise _refusal(error) from None
    except OSError as error:
        raise Refused(f"{url} can't be reached: {error}", "unreachable") from None
    return json.loads(text) if text else None


def _refusal(error: urllib.error.HTTPError) -> Refused:
    try:
        problem = json.loads(error.read())
        return Refused(str(problem["sentence"]), str(problem["code"]))
    except (ValueError, KeyError, TypeError):
        return Refused(f"the server answered {error.code}", "unreadable")
