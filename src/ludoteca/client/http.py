"""Coming in at a server over HTTP: a guest's or an account's token for the socket."""

import asyncio
import json
import os
from typing import Any, BinaryIO

from ludoteca.core.errors import LudotecaError
from ludoteca.protocol import http_client

TIMEOUT = 10.0
BACKUP_TIMEOUT = 3600.0
"""Seconds that a backup may take to be made before it comes, or to be restored."""


class HttpRefused(LudotecaError):
    """The server did not let us in; the sentence is its own."""


async def come_in(address: str, name: str) -> str:
    """Come in as a guest; give the token."""
    answer = await ask(address, "/api/guest", {"name": name, "bearer": True})
    return str(answer["token"])


async def log_in(
    address: str,
    name: str,
    password: str,
    token: str | None = None,
    code: str = "",
    language: str = "en",
) -> str:
    """Log in; with the token of a guest, the account takes over what the guest did.

    An account with a second factor refuses with `code_needed`: then the same again, with a code.
    """
    body: dict[str, Any] = {"name": name, "password": password, "bearer": True}
    if code:
        body["code"] = code
    return str((await ask(address, "/api/login", body, token, language))["token"])


async def sign_up(
    address: str, name: str, password: str, token: str | None = None, language: str = "en"
) -> str:
    """Make an account; with the token of a guest, it keeps what the guest did."""
    body = {"name": name, "password": password, "bearer": True}
    return str((await ask(address, "/api/account", body, token, language))["token"])


async def rename(address: str, name: str, token: str, language: str = "en") -> None:
    """Change a guest's nickname; the socket reconnects by itself, under that name."""
    url = address.rstrip("/") + "/api/me"
    body = {"name": name}
    await asyncio.to_thread(_ask, url, body, token, language=language, method="PATCH")


async def ask(
    address: str,
    path: str,
    body: dict[str, Any] | None = None,
    token: str | None = None,
    language: str = "en",
) -> Any:
    """Ask the HTTP API: GET without a body, POST with one; refusals come in a language."""
    url = address.rstrip("/") + path
    text = await asyncio.to_thread(_ask, url, body, token, language=language)
    return json.loads(text) if text else None


async def fetch(address: str, path: str, token: str | None = None) -> bytes:
    """Ask the HTTP API for something that is no JSON."""
    return await asyncio.to_thread(_ask, address.rstrip("/") + path, None, token)


async def download(
    address: str, path: str, body: dict[str, Any], token: str | None, into: BinaryIO
) -> None:
    """Ask the HTTP API for a file, and write what comes."""
    await asyncio.to_thread(_ask, address.rstrip("/") + path, body, token, into)


async def upload(address: str, path: str, file: BinaryIO, token: str | None) -> None:
    """Send a file to the HTTP API."""
    await asyncio.to_thread(_ask, address.rstrip("/") + path, file, token)


def _ask(
    url: str,
    body: dict[str, Any] | BinaryIO | None,
    token: str | None,
    into: BinaryIO | None = None,
    language: str = "en",
    method: str | None = None,
) -> bytes:
    headers = {
        "content-type": "application/json",
        "accept": "application/json",
        "accept-language": language,
    }
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    data, plain = _data(body, headers), body is None or isinstance(body, dict)
    if not url.startswith(("http://", "https://")):
        address = url.partition("/api/")[0]
        raise HttpRefused(
            f"{address!r} is no address of a server: http://HOST:PORT, please", "usage"
        )
    timeout = TIMEOUT if plain and into is None else BACKUP_TIMEOUT
    try:
        return http_client.fetch(url, data, headers, timeout=timeout, method=method, into=into)
    except http_client.Interrupted:
        raise HttpRefused(f"{url} broke off in the middle: try again", "unreachable") from None
    except http_client.HttpStatus as error:
        raise _refusal(error) from None
    except OSError as error:
        why = getattr(error, "reason", error)
        raise HttpRefused(
            f"{url} can't be reached: {why}; does a server run there?", "unreachable"
        ) from None


def _data(body: dict[str, Any] | BinaryIO | None, headers: dict[str, str]) -> Any:
    """Return what is sent: fields as JSON, a file as it is, with its size."""
    if body is None:
        return None
    if isinstance(body, dict):
        return json.dumps(body).encode()
    headers["content-type"] = "application/octet-stream"
    headers["content-length"] = str(body.seek(0, os.SEEK_END))
    body.seek(0)
    return body


def _refusal(error: http_client.HttpStatus) -> HttpRefused:
    try:
        problem = json.loads(error.read())
        return HttpRefused(str(problem["sentence"]), str(problem["code"]))
    except (ValueError, KeyError, TypeError):
        return HttpRefused(f"the server answered {error.code}", "unreadable")
