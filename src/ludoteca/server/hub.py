"""All sockets of this process: by session, by visitor and by what they listen to."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import count, islice

from ludoteca.protocol.to_client import ToClient
from ludoteca.server.connection import Connection

SESSION_UNKNOWN = 4001
TOO_MANY_SOCKETS = 4008
BANNED = 4010


class Hub:
    """Knows who is there; it sends nothing by itself."""

    def __init__(self, sockets_a_session: int) -> None:
        """Start empty."""
        self._most = sockets_a_session
        self._numbers = count(1)
        self._connections: dict[int, Connection] = {}
        self._by_session: defaultdict[bytes, list[Connection]] = defaultdict(list)
        self._by_visitor: defaultdict[str, set[Connection]] = defaultdict(set)
        self._by_id: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        """Also by the ids of the guests that a visitor was before; in the order of arrival."""
        self._in_hall: dict[Connection, str] = {}
        """Who hears of the tables of which game; "": of all."""

    def next_number(self) -> int:
        """Give a number higher than that of every connection before."""
        return next(self._numbers)

    def add(self, connection: Connection) -> None:
        """Let a connection in; of too many of one session the oldest is closed."""
        self._connections[connection.number] = connection
        of_session = self._by_session[connection.visit.digest]
        of_session.append(connection)
        self._by_visitor[connection.visit.id].add(connection)
        for known_as in connection.visit.ids:
            self._by_id[known_as][connection] = None
        open_ones = [other for other in of_session if other.closing is None]
        if len(open_ones) > self._most:
            open_ones[0].close(TOO_MANY_SOCKETS)

    def drop(self, connection: Connection) -> None:
        """Forget a connection."""
        self._connections.pop(connection.number, None)
        self.leave_hall(connection)
        of_session = self._by_session[connection.visit.digest]
        if connection in of_session:
            of_session.remove(connection)
        if not of_session:
            del self._by_session[connection.visit.digest]
        of_visitor = self._by_visitor[connection.visit.id]
        of_visitor.discard(connection)
        if not of_visitor:
            del self._by_visitor[connection.visit.id]
        for known_as in connection.visit.ids:
            self._by_id[known_as].pop(connection, None)
            if not self._by_id[known_as]:
                del self._by_id[known_as]

    def __iter__(self) -> Iterator[Connection]:
        """Give all connections."""
        return iter(list(self._connections.values()))

    def of_visitor(self, visitor: str) -> list[Connection]:
        """Give the sockets of a visitor."""
        return list(self._by_visitor.get(visitor, ()))

    def next_visitors(self, most: int) -> list[str]:
        """Give some of those who are here, each time the next ones, so that all have their turn."""
        found = list(islice(self._by_visitor, most))
        for visitor in found:
            self._by_visitor[visitor] = self._by_visitor.pop(visitor)
        return found

    def known_as(self, player: str) -> list[Connection]:
        """Give the sockets of a visitor, under whatever id he is known at a table."""
        return list(self._by_id.get(player, ()))

    def tell_visitor(self, visitor: str, message: ToClient) -> int:
        """Tell somebody something on all his sockets; say how many there are."""
        connections = self.of_visitor(visitor)
        for connection in connections:
            connection.tell(message)
        return len(connections)

    def enter_hall(self, connection: Connection, game: str) -> None:
        """Let a connection hear of the tables of one game; "": of all."""
        self._in_hall[connection] = game

    def leave_hall(self, connection: Connection) -> None:
        """Let a connection hear of no tables any more."""
        self._in_hall.pop(connection, None)

    def in_hall(self, game: str) -> list[Connection]:
        """Give the connections that hear of the tables of a game."""
        return [there for there, wanted in self._in_hall.items() if wanted in ("", game)]

    def end_session(self, digest: bytes, code: int = SESSION_UNKNOWN) -> None:
        """Close the sockets of a session that has ended."""
        for connection in list(self._by_session.get(digest, ())):
            connection.close(code)

    def end_visitor(
        self, visitor: str, but: bytes | None = None, code: int = SESSION_UNKNOWN
    ) -> None:
        """Close the sockets of all sessions of a visitor, or all but one."""
        for connection in self.of_visitor(visitor):
            if connection.visit.digest != but:
                connection.close(code)

    def close_all(self, code: int) -> None:
        """Close every socket."""
        for connection in list(self._connections.values()):
            connection.close(code)

    def __len__(self) -> int:
        """Count the connections."""
        return len(self._connections)
