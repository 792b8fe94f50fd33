"""A table's event log and row in the store, and how they grow."""

import hashlib
from collections.abc import Iterable, Sequence

import msgspec

from ludoteca.core.errors import DamagedLog, TableError
from ludoteca.protocol.to_client import LobbyTable
from ludoteca.server.store import Store
from ludoteca.server.store.values import LogEntry, TableSummary
from ludoteca.table import Decision, Table, apply, events
from ludoteca.table.delayed_view import DelayedView
from ludoteca.table.present import seat_infos

BOT = "bot:"
"""How the store marks the server's bots among players."""


BEGINNING = b""
"""The digest of a log without entries."""


def digest_on(chain: bytes, number: int, body: bytes) -> bytes:
    """Return the digest of a log that an entry follows."""
    return hashlib.sha256(chain + number.to_bytes(8, "big") + body).digest()


def check_chain(
    entries: Iterable[LogEntry],
    last: int = 0,
    chain: bytes = BEGINNING,
    ends: int = 0,
    is_sealed: bool = False,
) -> bytes:
    """Return the digest of a log; raise `DamagedLog` if an entry is missing or was changed.

    The entries follow number `last` of a log with the digest `chain`, and go on to `ends` at least.
    The oldest logs begin without digests; from the first one on (`is_sealed`) each entry has its
    own.
    """
    for entry in entries:
        last += 1
        if entry.number != last:
            raise DamagedLog(f"Entry {last} is missing.")
        chain = digest_on(chain, entry.number, entry.body)
        if entry.chain != chain and (is_sealed or entry.chain is not None):
            raise DamagedLog(f"Entry {last}, or one before it, was changed.")
        is_sealed = entry.chain is not None
    if last < ends:
        raise DamagedLog(f"The log ends at entry {last}, not at {ends}.")
    return chain


def entries_of(new: Iterable[events.Event], after: int, chain: bytes = BEGINNING) -> list[LogEntry]:
    """Write events as the entries that follow a number; what is not kept is left out."""
    entries = []
    for number, event in enumerate((event for event in new if event.kept), after + 1):
        body = events.encode(event)
        chain = digest_on(chain, number, body)
        entries.append(
            LogEntry(
                number=number,
                kind=events.kind_of(event),
                body=body,
                at=event.at,
                ply=events.ply_of(event),
                move_id=events.move_id_of(event),
                chain=chain,
            )
        )
    return entries


def events_of(entries: Sequence[LogEntry]) -> list[events.Event]:
    """Read the events of entries; raises `DamagedLog` where their columns say something else.

    The digests are of the bodies alone, so that a changed column is noticed here.
    """
    return [_event_of(entry) for entry in entries]


def _event_of(entry: LogEntry) -> events.Event:
    event = events.decode(entry.body)
    said = (events.kind_of(event), event.at, events.ply_of(event), events.move_id_of(event))
    if (entry.kind, entry.at, entry.ply, entry.move_id) != said:
        raise DamagedLog(f"Entry {entry.number} does not agree with its columns.")
    return event


class LogReading:
    """A table as far as its log was read: page by page, so that a long log keeps nobody waiting."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self.last, self.chain = 0, BEGINNING
        """The number of the last entry, and the digest up to it."""
        self._is_sealed = False
        """Whether the last entry had a digest of its own."""
        self.at = 0.0
        """When that entry was written."""

    def take(self, page: Sequence[LogEntry]) -> None:
        """Go on with the next entries; raises `DamagedLog` if one is missing or was changed."""
        self.chain = check_chain(page, self.last, self.chain, is_sealed=self._is_sealed)
        self._is_sealed = page[-1].chain is not None if page else self._is_sealed
        for event in events_of(page):
            self._table = apply(self._table, event)
            self.at = event.at
        self.last += len(page)

    @property
    def table(self) -> Table:
        """The table."""
        if self._table is None:
            raise TableError("the log of the table is empty", "empty_log")
        return self._table


async def read_table(store: Store, match: str) -> Table:
    """Read a table that somebody else may be writing to."""
    reading = LogReading()
    async for page in store.tables.read_pages(match):
        reading.take(page)
    return reading.table


async def read_delayed(store: Store, match: str, now: float) -> DelayedView:
    """Read what spectators of a table may know by now, where they see it later."""
    found: DelayedView | None = None
    async for page in store.tables.read_pages(match):
        log = events_of(page)
        if found is None:
            found = DelayedView.from_log(log, now)
        else:
            found.read(log, now)
    if found is None:
        raise TableError("the log of the table is empty", "empty_log")
    return found


def players_of(table: Table) -> list[str | None]:
    """Name who sits on each seat, in the store's words."""
    return [
        seat.user or None
        if seat.kind == "person"
        else f"{BOT}{seat.bot}"
        if seat.kind == "bot"
        else None
        for seat in table.seats
    ]


def lobby_table(table: Table) -> LobbyTable:
    """Tell those in the lobby, or anybody who has the link, about a table; worked out once."""
    found: LobbyTable | None = table.worked_out.get("lobby")
    if found is None:
        found = table.worked_out["lobby"] = _lobby_table(table)
    return found


def _lobby_table(table: Table) -> LobbyTable:
    return LobbyTable(
        match=table.match,
        status=table.status,
        setting=table.setting,
        seats=seat_infos(table),
        opened_at=table.opened_at,
    )


def summary_of(table: Table, wake_at: float | None) -> TableSummary:
    """Sum a table up for lists."""
    return TableSummary(
        status=table.status,
        game=table.game.id,
        public=table.setting.public,
        seats=msgspec.json.encode(lobby_table(table)),
        wake_at=wake_at,
        host=table.host,
    )


class StoredEventLog:
    """The log of one table in the store, as its only writer knows it."""

    def __init__(
        self, store: Store, match: str, process: str, last: int, epoch: int, chain: bytes
    ) -> None:
        self._store, self._match, self._process = store, match, process
        self.last, self.epoch, self._chain = last, epoch, chain
        self._summary: TableSummary | None = None

    async def append(self, before: Table, decision: Decision, wake_at: float | None) -> None:
        """Append what a decision brings; when this returns, it is on the disk."""
        after = decision.after
        summary, sitting = summary_of(after, wake_at), players_of(after)
        entries = entries_of(decision.kept, self.last, self._chain)
        await self._store.tables.append(
            self._match,
            self.epoch,
            self.last,
            entries,
            None if summary == self._summary else summary,
            None if sitting == players_of(before) else sitting,
        )
        if entries:
            self.last, self._chain = entries[-1].number, entries[-1].chain or BEGINNING
        self._summary = summary

    async def read_on(self) -> list[events.Event]:
        """Return what the log has beyond what we know: an append whose answer was lost."""
        entries = await self._store.tables.read_log(self._match, self.last)
        self._chain = check_chain(entries, self.last, self._chain, is_sealed=True)
        self.last += len(entries)
        return events_of(entries)

    async def release(self) -> None:
        """Drop our claim."""
        await self._store.owners.release(self._match, self._process, self.epoch)
