"""Unfinished matches of this computer: their events are kept beside the record until the end.

A record shows no seed before the match is over; the events do, so that the same match goes on.
"""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from ludoteca.table.events import AnyEvent, Event, TableOpened, decode, encode

SUFFIX = ".events"


@dataclass(frozen=True)
class UnfinishedMatch:
    """A match that can be continued."""

    record: Path
    opened: TableOpened
    left_at: float
    """When something last happened, in seconds since 1970."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players; a bot by its `bot:` name."""
        bots = (f"bot:{bot}" for bot in self.opened.setting.bots)
        sitting = [each.name or f"bot:{each.bot}" for each in self.opened.sitters if each]
        return tuple(dict.fromkeys([*sitting, *self.opened.setting.here, *bots]))


def events_path(record: Path) -> Path:
    """Return where the events of an unfinished match are kept.

    >>> events_path(Path("matches/my_shelfie-k3v9.ludo")).name
    'my_shelfie-k3v9.events'
    """
    return record.with_suffix(SUFFIX)


def write_events(record: Path, events: list[Event]) -> None:
    """Add events; what does not go into a log is left out."""
    lines = b"".join(encode(event) + b"\n" for event in events if event.kept)
    with events_path(record).open("ab") as file:
        file.write(lines)


def read_events(record: Path) -> list[AnyEvent]:
    """Return the events of a match; a line that was cut off by a crash ends them."""
    found: list[AnyEvent] = []
    for line in events_path(record).read_bytes().splitlines():
        try:
            found.append(decode(line))
        except msgspec.MsgspecError:
            break
    return found


def forget_events(record: Path) -> None:
    """Remove the events of a match that is over."""
    events_path(record).unlink(missing_ok=True)


def find_unfinished(folder: Path) -> list[UnfinishedMatch]:
    """List the matches of a folder that can be continued, the latest first."""
    found = [each for path in folder.glob(f"*{SUFFIX}") if (each := open_unfinished(path))]
    return sorted(found, key=lambda each: each.left_at, reverse=True)


def open_unfinished(path: Path) -> UnfinishedMatch | None:
    """Return the unfinished match of a record or of its events, if there is one."""
    record = path.with_suffix(".ludo")
    try:
        events, left_at = read_events(record), events_path(record).stat().st_mtime
    except OSError:
        return None
    if not events or not isinstance(events[0], TableOpened):
        return None
    return UnfinishedMatch(record, events[0], left_at)
