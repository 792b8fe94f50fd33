"""Who is connected to one table, and what each connection may see."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Protocol

from msgspec.structs import replace

from ludoteca.core.errors import LudotecaError
from ludoteca.protocol import encode
from ludoteca.protocol.to_client import ToClient, Told
from ludoteca.table.decision import Viewer, Who
from ludoteca.table.delayed_view import DelayedView, prompt_frames
from ludoteca.table.events import Event
from ludoteca.table.frame import frames, seat_after, snapshot
from ludoteca.table.table import Table


class Shared:
    """A message to several subscribers; encoded once, if one of them needs bytes."""

    def __init__(self, message: Told) -> None:
        self.message = message

    @cached_property
    def frame(self) -> bytes:
        """The message as it is sent."""
        return encode(self.message)


class Subscriber(Protocol):
    """A connection: a socket of the server, or a client in the same process."""

    tables: set[str]
    """The matches it has entered."""
    pending: int
    """How many of its messages wait for an answer."""

    @property
    def is_closed(self) -> bool:
        """Whether it is gone, or replaced by a newer connection."""

    def identify(self, table: Table, seat: int | None) -> Who:
        """Return as whom it speaks at a table that it entered as this seat."""

    def tell(self, message: Told) -> None:
        """Send it a message."""

    def deliver(self, shared: Shared) -> None:
        """Send it a message that others get too."""

    def refuse(self, request: int, error: LudotecaError, match: str | None = None) -> None:
        """Answer that a request was not carried out."""

    def tell_outage(self, match: str) -> None:
        """Tell it that nothing can be saved at a table now."""

    def answered(self, seconds: float) -> None:
        """Note how long an answer took."""

    def taken_over(self) -> None:
        """End it: a newer connection of the same user acts."""


class Subscribers:
    """The connections to one table; of each user who sits there only the newest acts."""

    def __init__(self, match: str) -> None:
        self._match = match
        self._viewers: dict[Subscriber, Viewer] = {}
        self._delayed: DelayedView | None = None
        """What spectators see, where they see it later."""

    def delay(self, view: DelayedView) -> None:
        """Begin with a table that was played before: spectators see what is old enough."""
        self._delayed = view

    def __len__(self) -> int:
        """Count the connections."""
        return len(self._viewers)

    def __contains__(self, subscriber: object) -> bool:
        """Return whether a connection has entered."""
        return subscriber in self._viewers

    def __iter__(self) -> Iterator[Subscriber]:
        """Iterate over all connections."""
        return iter(list(self._viewers))

    def seat_of(self, subscriber: Subscriber) -> int | None:
        """Return the seat that a connection has entered as."""
        viewer = self._viewers.get(subscriber)
        return None if viewer is None else viewer.seat

    def enter(
        self, subscriber: Subscriber, viewer: Viewer, table: Table, request: int, after: int
    ) -> None:
        """Let a connection in and tell it all it may know; an older one of its seat is closed."""
        if viewer.seat is not None:
            for other, seen in list(self._viewers.items()):
                if other is not subscriber and seen.user == viewer.user:
                    self.drop(other)
                    other.taken_over()
        self._viewers[subscriber] = viewer
        subscriber.tables.add(self._match)
        if viewer.seat is None and self._delayed is not None:
            subscriber.tell(self._delayed.snapshot(table, viewer, request))
        else:
            subscriber.tell(snapshot(table, viewer, request, after))

    def drop(self, subscriber: Subscriber) -> Viewer | None:
        """Remove a connection; return what it saw."""
        subscriber.tables.discard(self._match)
        return self._viewers.pop(subscriber, None)

    def has(self, user: str, but: Subscriber | None = None) -> bool:
        """Return whether a user is connected, perhaps with another connection than this."""
        return any(
            viewer.user == user and subscriber is not but
            for subscriber, viewer in self._viewers.items()
        )

    def tell_all(self, message: Told) -> None:
        """Send everybody the same message."""
        shared = Shared(message)
        for subscriber in list(self._viewers):
            subscriber.deliver(shared)

    def publish(
        self,
        before: Table,
        after: Table,
        events: Sequence[Event],
        now: float,
        but: Subscriber | None = None,
    ) -> None:
        """Tell everybody what happened, as far as each may know; spectators perhaps later.

        `but` has just got a snapshot and needs no frames.
        """
        for subscriber, viewer in self._viewers.items():
            seat = seat_after(after, viewer)
            if seat != viewer.seat:
                self._viewers[subscriber] = replace(viewer, seat=seat)
        if self._delayed is None and after.setting.spectator_delay and after.status != "open":
            self._delayed = DelayedView(before)
        if self._delayed is not None:
            self._delayed.add(events, now)
            self._send(lambda viewer: prompt_frames(before, after, events, viewer), seated=False)
        seated = None if self._delayed is None else True
        self._send(lambda viewer: frames(before, after, events, viewer), seated, but)

    def publish_delayed(self, now: float) -> None:
        """Tell spectators what they may know by now."""
        delayed = self._delayed
        if delayed is not None:
            before, events = delayed.catch_up(now)
            self._send(lambda viewer: delayed.frames(before, events, viewer), seated=False)

    def set_back(self, seconds: float) -> None:
        """Let spectators wait no longer because the clock was set back."""
        if self._delayed is not None:
            self._delayed.set_back(seconds)

    @property
    def next_delayed(self) -> float | None:
        """When spectators are to be told something."""
        return None if self._delayed is None else self._delayed.next_wake()

    def _send(
        self,
        make: Callable[[Viewer], list[ToClient]],
        seated: bool | None,
        but: Subscriber | None = None,
    ) -> None:
        """Send to those with a seat, those without, or all; equal viewers share the frames."""
        made: dict[Viewer, list[Shared]] = {}
        for subscriber, viewer in list(self._viewers.items()):
            if subscriber is but or seated not in (None, viewer.seat is not None):
                continue
            if viewer not in made:
                made[viewer] = [Shared(message) for message in make(viewer)]
            for shared in made[viewer]:
                subscriber.deliver(shared)
