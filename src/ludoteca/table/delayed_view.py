"""What spectators see where they see it later: a table that lags behind the true one.

Spectators hear each other at once, and everything else when its time has come. Whom one of them
mutes, that one does not hear from then on.
"""

from collections import deque
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ludoteca.protocol.to_client import Chat, Reacted, Snapshot, ToClient
from ludoteca.table import events, frame, present
from ludoteca.table.decision import Viewer
from ludoteca.table.fold import apply
from ludoteca.table.table import Table


class DelayedView:
    """The table as spectators know it by now."""

    def __init__(self, table: Table) -> None:
        """Begin with what spectators may know already."""
        self.table = table
        self.delay = float(table.setting.spectator_delay)
        self._waiting: deque[tuple[float, events.Event]] = deque()
        self._muted = table.muted

    @classmethod
    def from_log(cls, log: Sequence[events.Event], now: float) -> "DelayedView":
        """Read from a table's log what spectators may know by now; the rest waits."""
        opened = log[0]
        assert isinstance(opened, events.TableOpened)
        delayed_view = cls(apply(None, opened))
        delayed_view.read(log[1:], now)
        return delayed_view

    def read(self, log: Iterable[events.Event], now: float) -> None:
        """Go on reading a table's log."""
        for event in log:
            self._keep(event.at, event)
        self.catch_up(now)

    def add(self, happened: Iterable[events.Event], now: float) -> None:
        """Keep what happened until spectators may know it."""
        for event in happened:
            self._keep(now, event)

    def _keep(self, at: float, event: events.Event) -> None:
        self._waiting.append((at, event))
        if isinstance(event, events.SettingChanged):
            self.delay = float(event.setting.spectator_delay)
        elif isinstance(event, events.Muted):
            self._muted = apply(self._shown(), event).muted

    def _shown(self) -> Table:
        """Return the table of by now, with those whom nobody wants to hear already."""
        if self.table.muted == self._muted:
            return self.table
        return replace(self.table, muted=self._muted)

    def set_back(self, seconds: float) -> None:
        """Count from an earlier time: the clock was set back."""
        self._waiting = deque((at - seconds, event) for at, event in self._waiting)

    def next_wake(self) -> float | None:
        """Return when spectators may know more."""
        return self._waiting[0][0] + self.delay if self._waiting else None

    def catch_up(self, now: float) -> tuple[Table, list[events.Event]]:
        """Take what spectators may know by now; give the table before, and what happened."""
        before, happened = self.table, []
        while self._waiting and self._waiting[0][0] + self.delay <= now:
            _, event = self._waiting.popleft()
            self.table = apply(self.table, event)
            happened.append(event)
        return before, happened

    def frames(
        self, before: Table, happened: Sequence[events.Event], viewer: Viewer
    ) -> list[ToClient]:
        """Tell a spectator what `catch_up` has brought; what spectators said is told already."""
        told = frame.frames(before, self._shown(), happened, viewer)
        return [each for each in told if not _is_among_spectators(each)]

    def snapshot(self, live: Table, viewer: Viewer, request: int) -> Snapshot:
        """Tell a spectator all that may be known by now, and what spectators said since."""
        shown = frame.snapshot(self._shown(), viewer, request)
        later = present.chat(live, viewer, after=len(self.table.chat))
        among = tuple(line for line in later if line.spectators)
        return frame.with_chat(shown, (*shown.chat, *among), len(live.watchers))


def prompt_frames(
    before: Table, after: Table, happened: Sequence[events.Event], viewer: Viewer
) -> list[ToClient]:
    """Tell a spectator of a delayed table what other spectators have just said and shown."""
    told = frame.frames(before, after, happened, viewer)
    return [each for each in told if _is_among_spectators(each)]


def _is_among_spectators(frame: ToClient) -> bool:
    """Return whether a frame tells what a spectator said, or how one feels."""
    if isinstance(frame, Reacted):
        return frame.seat is None
    return isinstance(frame, Chat) and frame.line.spectators
