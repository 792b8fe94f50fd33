"""What a client shows: a bearer's token comes before a cookie, and only our cookie counts."""

from types import SimpleNamespace
from typing import Any

import pytest

from ludoteca.server.transport.credentials import token_of


def settings(https: bool = False) -> Any:
    """Make as much of the settings as is asked."""
    return SimpleNamespace(is_https=https)


@pytest.mark.parametrize(
    ("headers", "token"),
    [
        ({}, ""),
        ({"authorization": "Bearer abc"}, "abc"),
        ({"authorization": "bearer abc", "cookie": "ludoteca=other"}, "abc"),
        ({"authorization": "Basic abc"}, ""),
        ({"cookie": "ludoteca=abc"}, "abc"),
        ({"cookie": 'theme=dark;ludoteca="abc"; z'}, "abc"),
        ({"cookie": "xludoteca=abc; __Host-ludoteca=abc"}, ""),
    ],
)
def test_the_token_is_found(headers: dict[str, str], token: str) -> None:
    assert token_of(headers, settings()) == token


def test_over_https_only_the_cookie_of_this_host_counts() -> None:
    both = {"cookie": "ludoteca=planted; __Host-ludoteca=ours"}
    assert token_of(both, settings(https=True)) == "ours"
