"""Tells tables in every process when a connection comes or goes, or a session ends."""

from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.background import Background
from ludoteca.server.bus.port import USER, Bus
from ludoteca.server.tables.proxy import TableProxies
from ludoteca.server.tables.registry import TableRegistry
from ludoteca.server.transport.connection import Connection
from ludoteca.server.transport.hub import SESSION_UNKNOWN, Hub

GONE = 1000
"""The code of a connection that ended from the other side."""


class Presence:
    """Adds connections and removes them, here and where other processes need to know."""

    def __init__(
        self,
        hub: Hub,
        bus: Bus,
        background: Background,
        tables: TableRegistry,
        proxies: TableProxies,
    ) -> None:
        self.hub, self._bus, self._background = hub, bus, background
        self._tables, self._proxies = tables, proxies

    def arrive(self, connection: Connection) -> None:
        """Add a connection, and subscribe to what changes about its user elsewhere."""
        if not self.hub.of_user(connection.identity.id):
            self._background.run(self._bus.follow(USER + connection.identity.id))
        self.hub.add(connection)

    def leave(self, connection: Connection) -> None:
        """Remove a connection: it gets nothing more, and its seats are shown as away."""
        self.hub.drop(connection)
        if not self.hub.of_user(connection.identity.id) and not self._background.is_ended:
            self._background.run(self._bus.leave(USER + connection.identity.id))
        connection.close(GONE)
        self._tables.leave(connection)
        self._proxies.leave(connection)

    def end_session(self, identity: Identity, digest: bytes, code: int = SESSION_UNKNOWN) -> None:
        """Close the sockets of a session or token that has ended, at every process."""
        self.hub.end_session(digest, code)
        self._background.run(self._bus.say(USER + identity.id, 0))

    def end_others(self, identity: Identity) -> None:
        """Close the sockets of all other sessions of a user, at every process."""
        self.hub.end_user(identity.id, but=identity.digest)
        self._background.run(self._bus.say(USER + identity.id, 0))

    def end_user(self, user: str) -> None:
        """Close all sockets of a user, at every process."""
        self.hub.end_user(user)
        self._background.run(self._bus.say(USER + user, 0))
