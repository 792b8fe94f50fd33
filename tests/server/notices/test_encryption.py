"""Encryption and signatures of push messages."""

import pytest
from cryptography.exceptions import InvalidTag

from ludoteca.core.errors import UsageError
from ludoteca.server.notices.encryption import (
    check_client_keys,
    encode_base64url,
    encrypt,
    make_private_key,
    public_point,
    read_private_key,
    sign,
)
from tests.server.notices.stand_ins import Browser, check_vapid, unbase64url


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    client_key = unbase64url(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    own = read_private_key(unbase64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        client_key,
        unbase64url("BTBZMqHH6r4Tts7J_aSIgg"),
        own,
        unbase64url("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode_base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
        "gSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_can_read_a_message() -> None:
    one, other = Browser(), Browser()
    body = encrypt("è il tuo turno".encode(), one.point, one.auth)
    assert one.decrypt(body).decode() == "è il tuo turno"
    with pytest.raises(InvalidTag):
        other.decrypt(body)
    assert body != encrypt("è il tuo turno".encode(), one.point, one.auth)


def test_a_push_service_knows_the_server_again() -> None:
    key = read_private_key(make_private_key())
    found = check_vapid(
        sign(key, "https://push.example", "mailto:me@example.org", 1000.0),
        "https://push.example",
        1000.0,
    )
    assert found["sub"] == "mailto:me@example.org"
    assert found["key"] == encode_base64url(public_point(key))


@pytest.mark.parametrize(
    ("client_key", "auth"),
    [(b"\x04" + bytes(64), bytes(16)), (b"", bytes(16)), (Browser().point, bytes(15))],
    ids=["no point of the curve", "empty", "a short secret"],
)
def test_keys_that_no_browser_makes_are_refused(client_key: bytes, auth: bytes) -> None:
    with pytest.raises(UsageError):
        check_client_keys(client_key, auth)
