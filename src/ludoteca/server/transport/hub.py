"""All sockets of this process, by session, user and subscription."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import count, islice

from ludoteca.protocol.to_client import ToClient
from ludoteca.server.transport.connection import Connection

SESSION_UNKNOWN = 4001
TOO_MANY_SOCKETS = 4008
BANNED = 4010


class Hub:
    """Knows who is there; it sends nothing by itself."""

    def __init__(self, sockets_a_session: int) -> None:
        self._most = sockets_a_session
        self._numbers = count(1)
        self._connections: dict[int, Connection] = {}
        self._by_session: defaultdict[bytes, list[Connection]] = defaultdict(list)
        self._by_user: defaultdict[str, set[Connection]] = defaultdict(set)
        self._by_id: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        """Also by the ids of the guests that a user was before; in the order of arrival."""
        self._in_lobby: dict[Connection, str] = {}
        """Who hears of the tables of which game; "": of all."""

    def next_number(self) -> int:
        """Return a number higher than that of every connection before."""
        return next(self._numbers)

    def add(self, connection: Connection) -> None:
        """Let a connection in; of too many of one session the oldest is closed."""
        self._connections[connection.number] = connection
        of_session = self._by_session[connection.identity.digest]
        of_session.append(connection)
        self._by_user[connection.identity.id].add(connection)
        for known_as in connection.identity.ids:
            self._by_id[known_as][connection] = None
        open_ones = [other for other in of_session if other.closing is None]
        if len(open_ones) > self._most:
            open_ones[0].close(TOO_MANY_SOCKETS)

    def drop(self, connection: Connection) -> None:
        """Forget a connection."""
        self._connections.pop(connection.number, None)
        self.leave_lobby(connection)
        of_session = self._by_session[connection.identity.digest]
        if connection in of_session:
            of_session.remove(connection)
        if not of_session:
            del self._by_session[connection.identity.digest]
        of_user = self._by_user[connection.identity.id]
        of_user.discard(connection)
        if not of_user:
            del self._by_user[connection.identity.id]
        for known_as in connection.identity.ids:
            self._by_id[known_as].pop(connection, None)
            if not self._by_id[known_as]:
                del self._by_id[known_as]

    def __iter__(self) -> Iterator[Connection]:
        """Return all connections."""
        return iter(list(self._connections.values()))

    def of_user(self, user: str) -> list[Connection]:
        """Return the sockets of a user."""
        return list(self._by_user.get(user, ()))

    def next_users(self, most: int) -> list[str]:
        """Return some of those who are here, each time the next ones, so that all get a turn."""
        found = list(islice(self._by_user, most))
        for user in found:
            self._by_user[user] = self._by_user.pop(user)
        return found

    def known_as(self, player: str) -> list[Connection]:
        """Return the sockets of a user, under whatever id they are known at a table."""
        return list(self._by_id.get(player, ()))

    def tell_user(self, user: str, message: ToClient) -> int:
        """Tell a user something on all their sockets; return how many there are."""
        connections = self.of_user(user)
        for connection in connections:
            connection.tell(message)
        return len(connections)

    def enter_lobby(self, connection: Connection, game: str) -> None:
        """Let a connection hear of the tables of one game; "": of all."""
        self._in_lobby[connection] = game

    def leave_lobby(self, connection: Connection) -> None:
        """Let a connection hear of no tables any more."""
        self._in_lobby.pop(connection, None)

    def in_lobby(self, game: str) -> list[Connection]:
        """Return the connections that hear of the tables of a game."""
        return [there for there, wanted in self._in_lobby.items() if wanted in ("", game)]

    def end_session(self, digest: bytes, code: int = SESSION_UNKNOWN) -> None:
        """Close the sockets of a session that has ended."""
        for connection in list(self._by_session.get(digest, ())):
            connection.close(code)

    def end_user(self, user: str, but: bytes | None = None, code: int = SESSION_UNKNOWN) -> None:
        """Close the sockets of all sessions of a user, or all but one."""
        for connection in self.of_user(user):
            if connection.identity.digest != but:
                connection.close(code)

    def close_all(self, code: int) -> None:
        """Close every socket."""
        for connection in list(self._connections.values()):
            connection.close(code)

    def __len__(self) -> int:
        """Count the connections."""
        return len(self._connections)
