"""The wire, typed once: what clients say, what they are told, and how both are written.

A conversation runs over one socket. Every message of a client has a `request` number of its own
choosing and gets exactly one answer with it: `Done`, another answer named below, or `Refused`.
What happens at tables is told without being asked. Frames are JSON objects whose `type` names the
message.

>>> decode_from_client(b'{"type": "enter", "request": 1, "match": "k3v9"}')
Enter(request=1, match='k3v9', after=0, seat=None, drawing=False)
>>> encode(Done(request=1))
b'{"type":"done","request":1}'
"""

import msgspec

from ludoteca.core.errors import ProtocolError
from ludoteca.protocol.from_client import Enter, FromClient, Message
from ludoteca.protocol.to_client import Done, ToClient, Told

VERSION = 1
"""Raised when an old client could misunderstand a new server, or the other way round."""

MOST_BYTES = 4096
"""A client's frame is no longer than this."""

PING_EVERY = 15.0
"""Seconds between the pings of a server; as long it waits for the pong."""

_FROM_CLIENT = msgspec.json.Decoder(FromClient)
_TO_CLIENT = msgspec.json.Decoder(ToClient)
_ENCODER = msgspec.json.Encoder()

__all__ = [
    "MOST_BYTES",
    "PING_EVERY",
    "VERSION",
    "Done",
    "Enter",
    "FromClient",
    "ToClient",
    "decode_from_client",
    "decode_to_client",
    "encode",
    "request_of",
]


def encode(message: Message | Told) -> bytes:
    """Write a message."""
    return _ENCODER.encode(message)


def decode_from_client(frame: bytes | str) -> FromClient:
    """Read what a client says; refuse what does not fit the protocol."""
    size = len(frame.encode()) if isinstance(frame, str) else len(frame)
    if size > MOST_BYTES:
        raise ProtocolError(f"the message has {size} bytes; {MOST_BYTES} are allowed", "too_large")
    try:
        return _FROM_CLIENT.decode(frame)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ProtocolError(f"this is no message of the protocol: {error}", "unreadable") from error


def decode_to_client(frame: bytes | str) -> ToClient:
    """Read what a server says."""
    try:
        return _TO_CLIENT.decode(frame)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise ProtocolError(f"the server speaks another protocol: {error}") from error


class _Numbered(msgspec.Struct):
    request: int = 0


def request_of(frame: bytes | str) -> int:
    """Find the number of a message that could not be read, to answer it; 0 if it has none."""
    try:
        return msgspec.json.decode(frame, type=_Numbered).request
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return 0
