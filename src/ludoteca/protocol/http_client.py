"""The one small HTTP client: one request, one answer, from the standard library alone."""

import shutil
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPResponse
from typing import BinaryIO

HttpStatus = urllib.error.HTTPError
"""The answer has a status that is no success; its body can still be read."""


class _Straight(urllib.request.HTTPRedirectHandler):
    """Goes where it was sent, and nowhere else."""

    def redirect_request(self, *_: object) -> None:
        """Follow no redirect: it counts as a failure."""


class Interrupted(OSError):
    """The answer broke off in the middle."""


def fetch(
    url: str,
    body: bytes | BinaryIO | None = None,
    headers: Mapping[str, str] = {},
    *,
    timeout: float,
    method: str | None = None,
    into: BinaryIO | None = None,
    by_proxy: bool = False,
    most: int | None = None,
) -> bytes:
    """Ask, and return the answer or write it `into` a file; `OSError` if that can't be.

    Redirects are not followed. `by_proxy`: as the environment says, for addresses of others.
    `most` bytes of the answer are read, if it is given.
    """
    request = urllib.request.Request(url, body, dict(headers), method=method)
    proxies = urllib.request.ProxyHandler(None if by_proxy else {})
    opener = urllib.request.build_opener(proxies, _Straight)
    try:
        with opener.open(request, timeout=timeout) as answer:
            return _read(answer, into, most)
    except urllib.error.URLError as error:
        if not isinstance(error, HttpStatus) and isinstance(error.reason, OSError):
            raise error.reason from None
        raise


def _read(answer: HTTPResponse, into: BinaryIO | None, most: int | None) -> bytes:
    if into is None:
        return answer.read(most)
    shutil.copyfileobj(answer, into)
    if answer.length:  # what is still missing of what was announced
        raise Interrupted("it broke off in the middle")
    return b""
