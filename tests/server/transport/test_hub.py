"""All sockets: found by session and user, limited by session."""

from ludoteca.protocol.to_client import Resync
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.settings import Limits
from ludoteca.server.store.values import User
from ludoteca.server.transport.connection import Connection
from ludoteca.server.transport.hub import Hub
from tests.server.wires import TestWire


def come(hub: Hub, user: str, session: bytes, *before: str) -> Connection:
    ids = frozenset({user, *before})
    identity = Identity(User(user, user, "guest", 0.0), session, ids)
    connection = Connection(hub.next_number(), identity, Limits(), TestWire())
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


def test_a_user_is_told_on_all_sockets() -> None:
    hub = Hub(5)
    one, two, other = come(hub, "v", b"s"), come(hub, "v", b"t"), come(hub, "w", b"u")
    assert hub.tell_user("v", Resync()) == 2
    assert [socket.waiting for socket in (one, two, other)] == [1, 1, 0]


def test_ending_a_session_leaves_others_alone() -> None:
    hub = Hub(5)
    one, two = come(hub, "v", b"s"), come(hub, "v", b"t")
    hub.end_session(b"s")
    assert (one.closing, two.closing) == (4001, None)
    hub.end_user("v", but=b"t")
    assert two.closing is None


def test_a_user_is_found_under_the_ids_of_earlier_guests() -> None:
    hub = Hub(5)
    one, two = come(hub, "v", b"s", "guest"), come(hub, "v", b"t", "guest")
    come(hub, "w", b"u")
    assert hub.known_as("guest") == hub.known_as("v") == [one, two]
    hub.drop(one)
    assert hub.known_as("guest") == [two]
    assert hub.of_user("guest") == []


def test_users_have_their_turn_one_after_the_other() -> None:
    hub = Hub(5)
    for user in ("u", "v", "w"):
        come(hub, user, user.encode())
    assert [hub.next_users(2) for _ in range(3)] == [["u", "v"], ["w", "u"], ["v", "w"]]
    assert hub.next_users(9) == ["u", "v", "w"]


def test_nothing_is_left_of_dropped_connections() -> None:
    hub = Hub(5)
    sockets = [come(hub, "v", b"s", "guest") for _ in range(3)]
    for socket in sockets:
        hub.drop(socket)
        hub.drop(socket)
    assert len(hub) == 0
    assert not hub._by_session
    assert not hub._by_user
    assert not hub._by_id
