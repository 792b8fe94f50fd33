"""The event log of a table in this process: nothing but the record of its match, in a file."""

from pathlib import Path
from typing import Literal

from ludoteca.client.unfinished import forget_events, write_events
from ludoteca.record import Writer
from ludoteca.table import Decision, Table, header_of
from ludoteca.table.events import Event


class RecordLog:
    """Adds each line of the record as soon as it is decided."""

    def __init__(
        self, path: Path | None, opened: Event | None = None, is_resumed: bool = False
    ) -> None:
        """Take where the record is written; None: nowhere.

        With `opened` the events are kept beside it until the match is over.
        """
        self._path, self._is_resumed = path, is_resumed
        self._events: list[Event] = [opened] if opened else []
        """What is not in the file yet."""
        self._keeps_events = opened is not None or is_resumed
        self._writer: Writer | None = None
        self._written = 0

    async def append(self, before: Table, decision: Decision, wake_at: float | None) -> None:
        """Write what is new; the file is made when the match begins."""
        table = decision.after
        if self._keeps_events:
            self._events += decision.events
        if self._path is None or table.progress is None or table.status in ("open", "closed"):
            return
        if self._writer is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            mode: Literal["w+", "x+"] = "w+" if self._is_resumed else "x+"
            file = self._path.open(mode, encoding="utf-8", newline="\n")
            self._writer = Writer(file, header_of(table))
        if self._events:
            write_events(self._path, self._events)
            self._events = []
        for line in table.progress.lines[self._written :]:
            self._writer.add(line.text)
        self._written = table.progress.ply
        if table.status == "final":
            self._writer.finish(header_of(table))
            forget_events(self._path)

    async def read_on(self) -> list[Event]:
        """Return nothing: no answer is ever lost."""
        return []

    async def release(self) -> None:
        """Do nothing: there is no other process."""

    def close(self) -> None:
        """Close the file."""
        if self._writer is not None:
            self._writer.close()


def record_path(folder: Path, table: Table) -> Path:
    """Return the file of a match."""
    return folder / f"{table.game.id}-{table.match}.ludo"
