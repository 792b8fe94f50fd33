"""Matches in the browser's storage: their events, a summary for lists, at the end the record."""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from ludoteca.protocol.to_client import LobbyTable
from ludoteca.record import ranks_of
from ludoteca.table import Decision, Table, record_of, result_of, seat_infos
from ludoteca.table.events import AnyEvent, Event, decode, encode

SUMMARY = "summary"
EVENTS = "events"
RECORD = "record"
ANALYSIS = "analysis"


def key_of(match: str, part: str) -> str:
    """Name a part of a match.

    >>> key_of("device-k3v9", RECORD)
    'match/device-k3v9/record'
    """
    return f"match/{match}/{part}"


class Storage(Protocol):
    """Port: named texts on this device."""

    async def read(self, key: str) -> str | None:
        """Return a text, if there is one of this name."""

    async def write(self, key: str, text: str) -> None:
        """Keep a text; when this returns, it is kept."""

    async def remove(self, key: str) -> None:
        """Forget a text."""

    async def keys(self) -> list[str]:
        """List all names."""


class KeptMatch(msgspec.Struct, frozen=True):
    """A match of this device, as lists show it."""

    table: LobbyTable
    at: float
    """When something last happened."""
    seats: list[int]
    """Seats of the people at this device."""
    ranks: list[int] = []
    scores: list[dict[str, Any]] = []


class MatchFolder(Protocol):
    """Where a log puts what lists show."""

    storage: Storage
    kept: dict[str, KeptMatch]

    def now(self) -> float:
        """Return the time in seconds since 1970."""


class DeviceLog:
    """The event log of one table: every change is kept before anybody hears of it."""

    def __init__(self, folder: MatchFolder, known: Sequence[Event]) -> None:
        """Take the events so far; that of a new table is kept with the next ones."""
        self._folder = folder
        self._lines = [encode(event).decode() for event in known if event.kept]

    async def append(self, before: Table, decision: Decision, wake_at: float | None) -> None:
        """Keep what is new."""
        table, storage = decision.after, self._folder.storage
        match = table.match
        self._lines += [encode(event).decode() for event in decision.kept]
        if table.status == "closed":
            self._folder.kept.pop(match, None)
            for part in (SUMMARY, EVENTS):
                await storage.remove(key_of(match, part))
            return
        await storage.write(key_of(match, EVENTS), "\n".join(self._lines))
        if table.status == "final" and before.status != "final":
            await storage.write(key_of(match, RECORD), record_of(table))
        self._folder.kept[match] = kept = summary_of(table, self._folder.now())
        await storage.write(key_of(match, SUMMARY), msgspec.json.encode(kept).decode())

    async def read_on(self) -> list[Event]:
        """Return nothing: no answer is ever lost."""
        return []

    async def release(self) -> None:
        """Do nothing: there is no other process."""

    def close(self) -> None:
        """Do nothing: nothing is open."""


def summary_of(table: Table, now: float) -> KeptMatch:
    """Sum a table up for lists."""
    shown = LobbyTable(
        match=table.match,
        status=table.status,
        setting=table.setting,
        seats=seat_infos(table),
        opened_at=table.opened_at,
    )
    seats = [number for number, seat in enumerate(table.seats) if seat.kind == "person"]
    if table.status != "final":
        return KeptMatch(shown, now, seats)
    result = result_of(table)
    resigned = [number for number, seat in enumerate(table.seats) if seat.resigned]
    totals = [scores["total"] for scores in result.scores]
    return KeptMatch(
        shown, now, seats, ranks_of(totals, result.winners, resigned), list(result.scores)
    )


def read_events(text: str) -> list[AnyEvent]:
    """Read the events of a match."""
    return [decode(line.encode()) for line in text.splitlines()]
