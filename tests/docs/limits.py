"""The reference of limits for those who write a client: what is counted, and what follows."""

from ludoteca import protocol
from ludoteca.protocol.common import Text
from ludoteca.server.http.app import MOST_BODY
from ludoteca.server.settings import Limits
from ludoteca.server.transport.websocket import WAIT_FOR_SOCKETS
from ludoteca.table import chat, chores
from tests.docs import writing

TEXT = """
What one client may do before a server refuses it or closes its socket. A refusal that passes has
`retry_after`, the seconds to wait; over HTTP it is also in the header `Retry-After`, and the status
is 429, or 503 where the server itself is busy or its database away. A refusal without it would be
refused again. Limits of sessions and addresses are counted by process.
"""


def _rate(a_second: float, burst: int, what: str) -> str:
    return f"{burst:,} {what} at once, then {a_second:g} a second"


def socket_rows(limits: Limits) -> list[tuple[str, str, str]]:
    """List what is counted on sockets."""
    pace = _rate(limits.messages_a_second, limits.message_burst, "messages")
    frames = _rate(limits.frames_a_second, limits.frame_burst, "frames")
    of_address = _rate(limits.address_frames_a_second, limits.address_frame_burst, "frames")
    return [
        ("bytes of a frame", f"{protocol.MOST_BYTES:,}", "closed with 1009"),
        ("a session, over all its sockets", pace, "`too_fast` with `retry_after`"),
        ("such refusals", f"{limits.floods} in a minute",
         f"closed with 1008; then 1013 until {60 / limits.floods:g} s have passed for each"),
        ("messages of a socket without an answer yet", f"{limits.pending}", "`busy`"),
        ("tables a socket has entered, those that are over too", f"{limits.entered}",
         "`too_many_tables`: send `exit`"),
        ("sockets of a session", f"{limits.sockets}", "the oldest is closed with 4008"),
        ("WebSocket frames of a socket, pings and fragments too", frames, "closed with 1008"),
        ("bytes of a socket", f"{limits.byte_burst:,} at once, then {limits.bytes_a_second:,.0f}"
         " a second", "closed with 1008"),
        ("fragments of a message", f"{limits.fragments}", "closed with 1008"),
        ("frames of an address", of_address, "closed with 1008"),
        ("sockets of an address", f"{limits.address_sockets}; new ones "
         + _rate(limits.handshakes_a_second, limits.handshake_burst, "handshakes"),
         f"429 in place of the handshake, `Retry-After: {WAIT_FOR_SOCKETS}`"),
        ("what waits to be sent to a socket",
         f"{limits.queue_messages} frames or {limits.queue_bytes:,} bytes",
         "`resync`; after that, closed with 1013: connect again"),
        ("silence", f"no pong for {protocol.PING_EVERY:g} s after a ping",
         "closed with 1011: connect again"),
    ]  # fmt: skip


def table_rows() -> list[tuple[str, str, str]]:
    """List what is counted at a table."""
    longest = Text.__metadata__[0].max_length  # type: ignore[attr-defined]
    return [
        ("chat", f"{chat.MOST_LINES} lines in {chat.WITHIN:g} s, {longest} characters each",
         "`too_fast` with `retry_after`"),
        ("muted names", f"{chat.MOST_MUTED}", "`too_many_muted`"),
        ("changes of seats, settings, readiness, bots and proposals",
         f"{chores.BURST} at once, then one every {chores.EVERY:g} s",
         "`too_fast` with `retry_after`"),
    ]  # fmt: skip


def http_rows(limits: Limits) -> list[tuple[str, str, str]]:
    """List what is counted over HTTP."""
    writing_ = _rate(limits.requests_a_second, limits.request_burst, "requests")
    told = "429 `too_fast`, `Retry-After`"
    return [
        ("bytes of a body", f"{MOST_BODY:,}", "413"),
        ("requests of an address that write, and replays", writing_, told),
        ("new guests, accounts and log-ins of an address",
         f"{limits.guest_burst} at once, then {limits.guests_a_minute:g} a minute", told),
        ("tries to log in to an account",
         f"{limits.log_in_burst} at once, then {limits.log_ins_a_minute:g} a minute", told),
        ("wrong codes of a second factor", f"{limits.code_burst} at once, then"
         f" {limits.codes_an_hour:g} an hour", "429 `too_many_codes`, `Retry-After`"),
        ("connections of an address without a request", f"{limits.connections}",
         "the new one is closed"),
        ("time for a request's head", f"{limits.header_seconds:g} s",
         "408 if it has begun; the line is closed"),
        ("time for a body", f"{limits.body_seconds:g} s", "408, and the line is closed"),
        ("time to take some of an answer", f"{limits.reader_seconds:g} s", "the line is closed"),
    ]  # fmt: skip


def page() -> str:
    """Write the page."""
    limits, titles = Limits(), ("what", "how much", "beyond it")
    return "\n".join(
        [
            writing.head("Limits", TEXT),
            "## The socket\n",
            writing.table(titles, socket_rows(limits)),
            "## At a table\n",
            writing.table(titles, table_rows()),
            "## HTTP\n",
            writing.table(titles, http_rows(limits)),
        ]
    )
