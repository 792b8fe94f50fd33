"""What clients are told: every message has its own type and reads back."""

import typing

import pytest

from ludoteca.core.errors import ProtocolError
from ludoteca.protocol import decode_to_client, encode
from ludoteca.protocol.to_client import CLOSE_CODES, Refused, ToClient

MESSAGES = typing.get_args(ToClient)


def test_every_message_has_a_type_of_its_own_and_says_what_it_is() -> None:
    tags = [message.__struct_config__.tag for message in MESSAGES]
    assert len(set(tags)) == len(tags)
    assert all(message.__doc__ for message in MESSAGES)


def test_a_refusal_reads_back_to_itself() -> None:
    refused = Refused(request=2, code="stale_move", sentence="Bo has moved.", ply=9)
    assert decode_to_client(encode(refused)) == refused


def test_what_a_server_would_not_say_is_refused() -> None:
    with pytest.raises(ProtocolError):
        decode_to_client(b'{"type": "sing"}')


def test_close_codes_are_those_of_the_standard_or_our_own() -> None:
    assert all(1000 <= code <= 1015 or 4000 <= code < 5000 for code in CLOSE_CODES)
