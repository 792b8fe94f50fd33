"""Links that work without a session."""

import pytest

from ludoteca.server.notices.encryption import decode_base64url, encode_base64url
from ludoteca.server.notices.links import Links

LINKS = Links(b"a key of the server")


def test_a_link_says_who_and_what() -> None:
    token = LINKS.make("confirm", "ada", "ada@example.org")
    assert LINKS.read("confirm", token) == ("ada", "ada@example.org")
    assert LINKS.read("stop", token) is None
    assert Links(b"another key").read("confirm", token) is None


@pytest.mark.parametrize("place", [0, 15, 16, -1])
def test_a_changed_link_leads_nowhere(place: int) -> None:
    token = bytearray(decode_base64url(LINKS.make("stop", "ada")))
    token[place] ^= 1
    assert LINKS.read("stop", encode_base64url(bytes(token))) is None


@pytest.mark.parametrize("token", ["", "x", "!", "é", "AAAA"])
def test_no_link_at_all(token: str) -> None:
    assert LINKS.read("stop", token) is None
