"""Who is at one table: connections and what each of them may see."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from msgspec import Struct

from ludoteca.protocol import encode
from ludoteca.protocol.to_client import Snapshot, Told
from ludoteca.server.connection import Connection
from ludoteca.table import Table, Viewer, frames, seat_after, snapshot
from ludoteca.table.events import Event

TAKEN_OVER = 4003


class Late(Struct, frozen=True):
    """Something that spectators hear of later."""

    due: float
    before: Table
    after: Table
    events: tuple[Event, ...]


class Audience:
    """The connections at one table; of each visitor who sits there only the newest acts."""

    def __init__(self, match: str) -> None:
        """Start with nobody there."""
        self._match = match
        self._viewers: dict[Connection, Viewer] = {}
        self._late: deque[Late] = deque()

    def __len__(self) -> int:
        """Count the connections."""
        return len(self._viewers)

    def __contains__(self, connection: Connection) -> bool:
        """Say whether a connection has entered."""
        return connection in self._viewers

    def connections(self) -> Iterable[tuple[Connection, Viewer]]:
        """Give all connections with what they may see."""
        return list(self._viewers.items())

    def viewer(self, connection: Connection) -> Viewer | None:
        """Give what a connection may see."""
        return self._viewers.get(connection)

    def enter(self, connection: Connection, viewer: Viewer) -> None:
        """Let a connection in; an older one of the same seat is closed."""
        if viewer.seat is not None:
            for other, seen in list(self._viewers.items()):
                if other is not connection and seen.visitor == viewer.visitor:
                    self.drop(other)
                    other.close(TAKEN_OVER)
        self._viewers[connection] = viewer
        connection.tables.add(self._match)

    def drop(self, connection: Connection) -> Viewer | None:
        """Let a connection go; give what it saw."""
        connection.tables.discard(self._match)
        return self._viewers.pop(connection, None)

    def has(self, visitor: str) -> bool:
        """Say whether a visitor has a connection here."""
        return any(viewer.visitor == visitor for viewer in self._viewers.values())

    def tell_all(self, message: Told) -> None:
        """Tell everybody the same."""
        frame = encode(message)
        for connection in list(self._viewers):
            connection.put(frame)

    def greet(
        self, connection: Connection, viewer: Viewer, table: Table, request: int, after: int
    ) -> None:
        """Let a connection in and tell it all it may know now."""
        self.enter(connection, viewer)
        if viewer.seat is None and self._late:
            table = self._late[0].before
        told: Snapshot = snapshot(table, viewer, request, after)
        connection.tell(told)

    def tell(self, before: Table, after: Table, events: Sequence[Event], now: float) -> None:
        """Tell everybody what happened, as far as each may know; spectators perhaps later."""
        self._reseat(after)
        delay = after.setting.spectator_delay
        if delay and after.status != "open":
            self._late.append(Late(now + delay, before, after, tuple(events)))
            self._tell(before, after, events, seated=True)
        else:
            self._tell(before, after, events, seated=None)

    def tell_late(self, now: float) -> None:
        """Tell spectators what they may know by now."""
        while self._late and self._late[0].due <= now:
            late = self._late.popleft()
            self._tell(late.before, late.after, late.events, seated=False)

    @property
    def next_late(self) -> float | None:
        """When spectators are to be told something."""
        return self._late[0].due if self._late else None

    def _reseat(self, table: Table) -> None:
        """See from which seat everybody looks now."""
        for connection, viewer in self._viewers.items():
            seat = seat_after(table, viewer)
            if seat != viewer.seat:
                self._viewers[connection] = replace(viewer, seat=seat)

    def _tell(
        self, before: Table, after: Table, events: Sequence[Event], seated: bool | None
    ) -> None:
        """Tell those with a seat, those without, or all; equal viewers share the work."""
        written: dict[Viewer, list[bytes]] = {}
        for connection, viewer in list(self._viewers.items()):
            if seated is not None and seated != (viewer.seat is not None):
                continue
            if viewer not in written:
                told = frames(before, after, events, viewer)
                written[viewer] = [encode(message) for message in told]
            for frame in written[viewer]:
                connection.put(frame)
