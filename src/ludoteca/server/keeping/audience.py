"""Who is at one table: connections and what each of them may see."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ludoteca.core.errors import StoreAway
from ludoteca.protocol import encode
from ludoteca.protocol.to_client import Outage, ToClient, Told
from ludoteca.server.connection import Connection
from ludoteca.server.problem import sentence_of
from ludoteca.table import (
    Gallery,
    Table,
    Viewer,
    Who,
    frames,
    prompt_frames,
    seat_after,
    snapshot,
)
from ludoteca.table.events import Event

TAKEN_OVER = 4003


class Audience:
    """The connections at one table; of each visitor who sits there only the newest acts."""

    def __init__(self, match: str) -> None:
        """Start with nobody there."""
        self._match = match
        self._viewers: dict[Connection, Viewer] = {}
        self._gallery: Gallery | None = None
        """What spectators see, where they see it later."""

    def lag(self, log: Sequence[Event], now: float) -> None:
        """Begin with a table that was played before: spectators know what is old enough."""
        self._gallery = Gallery.from_log(log, now)

    def __len__(self) -> int:
        """Count the connections."""
        return len(self._viewers)

    def __contains__(self, connection: Connection) -> bool:
        """Say whether a connection has entered."""
        return connection in self._viewers

    def connections(self) -> Iterable[tuple[Connection, Viewer]]:
        """Give all connections with what they may see."""
        return list(self._viewers.items())

    def who(self, connection: Connection, table: Table) -> Who:
        """Say as whom a connection speaks: under the id that holds a seat here, if one does."""
        visit, viewer = connection.visit, self._viewers.get(connection)
        seated = [player for player in visit.ids if table.seats_of(player)]
        return Who(
            visitor=seated[0] if seated else visit.id,
            name=visit.visitor.name,
            language=connection.language,
            account=visit.visitor.kind != "guest",
            rating=connection.ratings.get((table.game.id, len(table.seats))),
            seat=None if viewer is None else viewer.seat,
        )

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

    def has(self, visitor: str, but: Connection | None = None) -> bool:
        """Say whether a visitor has a connection here, perhaps another one than this."""
        return any(
            viewer.visitor == visitor and connection is not but
            for connection, viewer in self._viewers.items()
        )

    def tell_all(self, message: Told) -> None:
        """Tell everybody the same."""
        frame = encode(message)
        for connection in list(self._viewers):
            connection.put(frame)

    def tell_outage(self, connection: Connection) -> None:
        """Tell somebody that nothing can be saved now."""
        sentence = sentence_of(StoreAway(""), connection.language)
        connection.tell(Outage(match=self._match, up=False, sentence=sentence))

    def greet(
        self, connection: Connection, viewer: Viewer, table: Table, request: int, after: int
    ) -> None:
        """Let a connection in and tell it all it may know now."""
        self.enter(connection, viewer)
        if viewer.seat is None and self._gallery is not None:
            connection.tell(self._gallery.snapshot(table, viewer, request))
        else:
            connection.tell(snapshot(table, viewer, request, after))

    def tell(
        self,
        before: Table,
        after: Table,
        events: Sequence[Event],
        now: float,
        but: Connection | None = None,
    ) -> None:
        """Tell everybody what happened, as far as each may know; spectators perhaps later.

        Who has just been told all there is (`but`) need not hear it again.
        """
        self._reseat(after)
        if self._gallery is None and after.setting.spectator_delay and after.status != "open":
            self._gallery = Gallery(before)
        if self._gallery is not None:
            self._gallery.add(events, now)
            self._tell(lambda viewer: prompt_frames(before, after, events, viewer), seated=False)
        seated = None if self._gallery is None else True
        self._tell(lambda viewer: frames(before, after, events, viewer), seated, but)

    def tell_late(self, now: float) -> None:
        """Tell spectators what they may know by now."""
        gallery = self._gallery
        if gallery is not None:
            before, events = gallery.catch_up(now)
            self._tell(lambda viewer: gallery.frames(before, events, viewer), seated=False)

    @property
    def next_late(self) -> float | None:
        """When spectators are to be told something."""
        return None if self._gallery is None else self._gallery.next_wake()

    def _reseat(self, table: Table) -> None:
        """See from which seat everybody looks now."""
        for connection, viewer in self._viewers.items():
            seat = seat_after(table, viewer)
            if seat != viewer.seat:
                self._viewers[connection] = replace(viewer, seat=seat)

    def _tell(
        self,
        make: Callable[[Viewer], list[ToClient]],
        seated: bool | None,
        but: Connection | None = None,
    ) -> None:
        """Tell those with a seat, those without, or all; equal viewers share the work."""
        written: dict[Viewer, list[bytes]] = {}
        for connection, viewer in list(self._viewers.items()):
            if connection is but or seated not in (None, viewer.seat is not None):
                continue
            if viewer not in written:
                written[viewer] = [encode(message) for message in make(viewer)]
            for frame in written[viewer]:
                connection.put(frame)
