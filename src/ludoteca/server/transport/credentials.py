"""Session tokens, from a header or a cookie."""

from collections.abc import Mapping

from ludoteca.server.settings import Settings

COOKIE, SECURE_COOKIE = "ludoteca", "__Host-ludoteca"
"""Browsers keep a cookie with this prefix to https and to this host."""


def cookie_name(settings: Settings) -> str:
    """Name the cookie of a session."""
    return SECURE_COOKIE if settings.is_https else COOKIE


def token_of(headers: Mapping[str, str], settings: Settings) -> str:
    """Find the token somebody shows, in the header or in the cookie."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return value_of(headers.get("cookie", ""), cookie_name(settings))


def value_of(cookies: str, name: str) -> str:
    """Find a cookie among those of a header; "" if it is not there.

    >>> value_of("theme=dark; ludoteca=abc=; other=1", "ludoteca")
    'abc='
    """
    for cookie in cookies.split(";"):
        key, _, value = cookie.partition("=")
        if key.strip() == name:
            return value.strip().strip('"')
    return ""
