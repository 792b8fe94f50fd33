"""All sockets: found by session and visitor, limited by session."""

from ludoteca.protocol.to_client import Resync
from ludoteca.server.connection import Connection
from ludoteca.server.hub import Hub
from ludoteca.server.settings import Limits
from ludoteca.server.store.values import Visitor
from ludoteca.server.visitors import Visit


def come(hub: Hub, visitor: str, session: bytes, *before: str) -> Connection:
    ids = frozenset({visitor, *before})
    visit = Visit(Visitor(visitor, visitor, "guest", 0.0), session, ids)
    connection = Connection(hub.next_number(), visit, Limits(), lambda: None)
    hub.add(connection)
    return connection


def test_the_sixth_socket_of_a_session_closes_the_first() -> None:
    hub = Hub(5)
    sockets = [come(hub, "v", b"s") for _ in range(6)]
    other = come(hub, "v", b"t")
    assert [socket.closing for socket in sockets] == [4008, None, None, None, None, None]
    assert other.closing is None


def test_numbers_of_connections_rise() -> None:
    hub = Hub(5)
    assert come(hub, "v", b"s").number < come(hub, "v", b"s").number


def test_a_visitor_is_told_on_all_sockets() -> None:
    hub = Hub(5)
    one, two, other = come(hub, "v", b"s"), come(hub, "v", b"t"), come(hub, "w", b"u")
    assert hub.tell_visitor("v", Resync()) == 2
    assert [socket.waiting for socket in (one, two, other)] == [1, 1, 0]


def test_ending_a_session_leaves_others_alone() -> None:
    hub = Hub(5)
    one, two = come(hub, "v", b"s"), come(hub, "v", b"t")
    hub.end_session(b"s")
    assert (one.closing, two.closing) == (4001, None)
    hub.end_visitor("v", but=b"t")
    assert two.closing is None


def test_a_visitor_is_found_under_the_ids_of_earlier_guests() -> None:
    hub = Hub(5)
    one, two = come(hub, "v", b"s", "guest"), come(hub, "v", b"t", "guest")
    come(hub, "w", b"u")
    assert hub.known_as("guest") == hub.known_as("v") == [one, two]
    hub.drop(one)
    assert hub.known_as("guest") == [two]
    assert hub.of_visitor("guest") == []


def test_visitors_have_their_turn_one_after_the_other() -> None:
    hub = Hub(5)
    for visitor in ("u", "v", "w"):
        come(hub, visitor, visitor.encode())
    assert [hub.next_visitors(2) for _ in range(3)] == [["u", "v"], ["w", "u"], ["v", "w"]]
    assert hub.next_visitors(9) == ["u", "v", "w"]


def test_nothing_is_left_of_dropped_connections() -> None:
    hub = Hub(5)
    sockets = [come(hub, "v", b"s", "guest") for _ in range(3)]
    for socket in sockets:
        hub.drop(socket)
        hub.drop(socket)
    assert len(hub) == 0
    assert not hub._by_session
    assert not hub._by_visitor
    assert not hub._by_id
