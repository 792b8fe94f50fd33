"""One socket's queue: bounded, answers are kept, a slow reader is told and then closed."""

import asyncio

from ludoteca.protocol import decode_to_client
from ludoteca.protocol.to_client import Done, LobbyChange, Refused, Resync
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.settings import Limits
from ludoteca.server.store.values import User
from ludoteca.server.transport.connection import Connection, pump
from tests.server.wires import TestWire

VISIT = Identity(User("v1", "Ada", "guest", 0.0), b"d", frozenset({"v1"}))


def make(limits: Limits | None = None, cuts: list[int] | None = None) -> Connection:
    noted = cuts if cuts is not None else []
    return Connection(1, VISIT, limits or Limits(), TestWire(cut=lambda: noted.append(1)))


def drain(connection: Connection) -> list[object]:
    found: list[object] = []
    while (frame := connection.take()) is not None:
        found.append(decode_to_client(frame))
    return found


def change(match: str = "abcd") -> LobbyChange:
    return LobbyChange(match=match, table=None)


def test_frames_come_in_order() -> None:
    connection = make()
    connection.tell(change("aaaa"))
    connection.tell(Done(request=1))
    assert drain(connection) == [change("aaaa"), Done(request=1)]


def test_too_many_frames_become_one_resync_but_answers_stay() -> None:
    connection = make(Limits(queue_messages=10))
    connection.tell(Done(request=7))
    for _ in range(10):
        connection.tell(change())
    assert drain(connection) == [Done(request=7), Resync()]
    connection.tell(change())
    assert drain(connection) == [change()]


def test_too_many_bytes_count_as_well() -> None:
    connection = make(Limits(queue_bytes=1000))
    for _ in range(30):
        connection.tell(change())
    assert Resync() in drain(connection)


def test_who_reads_nothing_after_a_resync_is_closed_and_cut() -> None:
    cuts: list[int] = []
    connection = make(Limits(queue_messages=10), cuts)
    for _ in range(40):
        connection.tell(change())
    assert connection.closing == 1013
    assert cuts == [1]
    assert drain(connection) == []
    connection.tell(change())
    assert drain(connection) == []


def test_the_first_close_code_counts() -> None:
    connection = make()
    connection.close(4003)
    connection.close(1013)
    assert connection.closing == 4003


def test_a_refusal_is_in_the_language_of_the_reader() -> None:
    connection = make()
    connection.language = "de"
    connection.refuse(3, ServerRefusal("busy"))
    [refused] = drain(connection)
    assert isinstance(refused, Refused)
    assert refused.sentence.startswith("Auf dem Server ist gerade viel los")


async def test_what_is_queued_before_a_close_is_sent() -> None:
    wake, sent, closed = asyncio.Event(), [], []
    connection = Connection(1, VISIT, Limits(), TestWire(wake.set))

    async def send(frame: str) -> None:
        sent.append(frame)

    async def close(code: int) -> None:
        closed.append(code)

    connection.tell(Done(request=1))
    connection.close(1012)
    await pump(connection, wake, send, close)
    assert len(sent) == 1
    assert closed == [1012]


def test_a_frame_goes_at_once_unless_another_waits() -> None:
    sent: list[bytes] = []
    open_ = [True]

    def write(frame: bytes) -> bool:
        if open_[0]:
            sent.append(frame)
        return open_[0]

    connection = Connection(1, VISIT, Limits(), TestWire(write=write))
    connection.put(b"1")
    open_[0] = False
    connection.put(b"2")
    open_[0] = True
    connection.put(b"3")  # not before the one that waits
    assert sent == [b"1"]
    assert [connection.take(), connection.take()] == [b"2", b"3"]
    connection.put(b"4")  # the last one may be under way still
    assert connection.take() == b"4"
    assert connection.take() is None
    connection.put(b"5")
    assert sent == [b"1", b"5"]
