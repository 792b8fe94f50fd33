"""Limits of connections and requests per address, checked before they cost anything."""

import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from ludoteca.server.settings import Limits
from ludoteca.server.transport.limits import Buckets

SHARE = 4
"""Idle connections take at most this part (one in four) of the file descriptors."""

MOST_FILES = 65_536

MOST_HELD = 20
"""Refused sockets of one address that wait for their answer."""


def raise_file_limit() -> int:
    """Let this process have many sockets; return how many descriptors it may have."""
    if sys.platform == "win32":
        return MOST_FILES  # it has no such limit
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


class IdleConnection(Protocol):
    """A connection that has not asked for anything yet."""

    def make_room(self) -> None:
        """End it, because others need the room."""


class ConnectionGuard:
    """Counts what comes from each address."""

    def __init__(
        self, limits: Limits, files: int = MOST_FILES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.limits = limits
        self._most_waiting = max(1, min(limits.waiting_connections, files // SHARE))
        self._waiting: dict[IdleConnection, str] = {}
        """In the order of arrival, each with its address."""
        self._waiting_of: Counter[str] = Counter()
        self._sockets: Counter[str] = Counter()
        self.frames = Buckets(limits.address_frames_a_second, limits.address_frame_burst, clock)
        """The frames of all sockets of an address."""
        self._handshakes = Buckets(limits.handshakes_a_second, limits.handshake_burst, clock)
        self._held: Counter[str] = Counter()

    # Connections that wait for a request

    def wait(self, connection: IdleConnection, address: str, trusted: bool) -> bool:
        """Let a connection wait for its request; False if its address has too many.

        A trusted proxy speaks for many people: only the limit of all addresses holds for it.
        """
        if connection in self._waiting:
            return True
        if not trusted and self._has_too_many(address):
            return False
        self._waiting[connection] = address
        self._waiting_of[address] += 1
        if len(self._waiting) > self._most_waiting:
            oldest = next(iter(self._waiting))
            self.stop_waiting(oldest)
            oldest.make_room()
        return True

    def stop_waiting(self, connection: IdleConnection) -> None:
        """Note that a connection is being served, or gone."""
        address = self._waiting.pop(connection, None)
        if address is not None:
            _count_down(self._waiting_of, address)

    def _has_too_many(self, address: str) -> bool:
        if self._held[address] >= MOST_HELD:
            return True
        return self._waiting_of[address] >= self.limits.connections

    # Sockets

    def may_open(self, address: str) -> bool:
        """Return whether an address may open another socket now."""
        if self._sockets[address] >= self.limits.address_sockets:
            return False
        return self._handshakes.take(address)

    def opened(self, address: str) -> None:
        """Count a socket."""
        self._sockets[address] += 1

    def closed(self, address: str) -> None:
        """Count it no longer."""
        _count_down(self._sockets, address)

    def hold(self, address: str) -> bool:
        """Let a refused socket wait for its answer; False if enough of its address do."""
        if self._held[address] >= MOST_HELD:
            return False
        self._held[address] += 1
        return True

    def let_go(self, address: str) -> None:
        """Count it no longer."""
        _count_down(self._held, address)

    @property
    def waiting(self) -> int:
        """How many connections wait for a request."""
        return len(self._waiting)

    @property
    def addresses(self) -> int:
        """How many addresses have sockets."""
        return len(self._sockets)


def _count_down(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
