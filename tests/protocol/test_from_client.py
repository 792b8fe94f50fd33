"""What clients say: every message reads back, and nothing else is accepted."""

import typing

import msgspec
import pytest

from ludoteca.core.errors import ProtocolError
from ludoteca.protocol import MOST_BYTES, decode_from_client, encode, request_of
from ludoteca.protocol.from_client import FromClient, Hello, PlayMove

MESSAGES = typing.get_args(FromClient)


def test_every_message_has_a_type_of_its_own_and_says_what_it_is() -> None:
    tags = [message.__struct_config__.tag for message in MESSAGES]
    assert len(set(tags)) == len(tags)
    assert all(message.__doc__ for message in MESSAGES)


def test_a_move_reads_back_to_itself() -> None:
    move = PlayMove(request=3, match="k3v9", ply=7, move_id="0" * 32, move="d4 d5>3")
    assert decode_from_client(encode(move)) == move


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"[]",
        b"\xff\xfe",
        b'{"type": "hello"}',
        b'{"type": "dance", "request": 1}',
        b'{"type": "hello", "request": 0, "version": 1}',
        b'{"type": "enter", "request": 1, "match": "../etc"}',
        b'{"type": "play_move", "request": 1, "match": "k3v9", "ply": -1, "move": ""}',
        b"[" * 4000,
    ],
)
def test_what_is_no_message_is_refused_as_unreadable(frame: bytes) -> None:
    with pytest.raises(ProtocolError) as refused:
        decode_from_client(frame)
    assert refused.value.code == "unreadable"


def test_a_long_frame_is_refused_before_it_is_read() -> None:
    with pytest.raises(ProtocolError) as refused:
        decode_from_client(" " * (MOST_BYTES + 1))
    assert refused.value.code == "too_large"


def test_an_unreadable_message_can_still_be_answered_by_its_number() -> None:
    assert request_of(b'{"type": "dance", "request": 12}') == 12
    assert request_of(b"nonsense") == 0


def test_unknown_fields_are_ignored_so_that_newer_clients_may_say_more() -> None:
    frame = msgspec.json.encode({"type": "hello", "request": 1, "version": 1, "mood": "good"})
    assert decode_from_client(frame) == Hello(request=1, version=1)
