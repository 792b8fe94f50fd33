"""What spectators see where they see it later: a table that lags behind the true one.

Spectators hear each other at once, and everything else when its time has come.
"""

from collections import deque
from collections.abc import Iterable, Sequence

from ludoteca.protocol.to_client import Chat, Snapshot, ToClient
from ludoteca.table import events, infos, tell
from ludoteca.table.draft import Viewer
from ludoteca.table.state import Table
from ludoteca.table.table import apply


class Gallery:
    """The table as spectators know it by now."""

    def __init__(self, table: Table) -> None:
        """Begin with what spectators may know already."""
        self.table = table
        self.delay = float(table.setting.spectator_delay)
        self._waiting: deque[tuple[float, events.Event]] = deque()

    @classmethod
    def from_log(cls, log: Sequence[events.Event], now: float) -> "Gallery":
        """Read from a table's log what spectators may know by now; the rest waits."""
        opened = log[0]
        assert isinstance(opened, events.Opened)
        gallery = cls(apply(None, opened))
        gallery._waiting.extend((event.at, event) for event in log[1:])
        gallery.catch_up(now)
        return gallery

    def add(self, happened: Iterable[events.Event], now: float) -> None:
        """Keep what happened until spectators may know it."""
        self._waiting.extend((now, event) for event in happened)

    def next_wake(self) -> float | None:
        """Say when spectators may know more."""
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
        told = tell.frames(before, self.table, happened, viewer)
        return [each for each in told if not (isinstance(each, Chat) and each.line.spectators)]

    def snapshot(self, live: Table, viewer: Viewer, request: int) -> Snapshot:
        """Tell a spectator all that may be known by now, and what spectators said since."""
        shown = tell.snapshot(self.table, viewer, request)
        later = infos.chat(live, viewer, after=len(self.table.chat))
        among = tuple(line for line in later if line.spectators)
        return tell.with_chat(shown, (*shown.chat, *among), len(live.watchers))


def prompt_frames(
    before: Table, after: Table, happened: Sequence[events.Event], viewer: Viewer
) -> list[ToClient]:
    """Tell a spectator of a delayed table what other spectators have just said."""
    told = tell.frames(before, after, happened, viewer)
    return [each for each in told if isinstance(each, Chat) and each.line.spectators]
