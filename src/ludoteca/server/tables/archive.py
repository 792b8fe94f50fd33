"""Stores the record and results of a final match, and retries while the store is down."""

from collections.abc import Callable
from functools import partial

import msgspec

from ludoteca.core.errors import StoreAway
from ludoteca.protocol.to_client import LobbyTable
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.tables.event_log import lobby_table, players_of, read_delayed, read_table
from ludoteca.server.tables.results import Results
from ludoteca.server.tables.retry import retry_until_up
from ludoteca.table import Table, record_of
from ludoteca.table.events import Finalised

FINALISED = Finalised.__struct_config__.tag
"""How the log marks the moment from which on a match is final."""


class Archive:
    """Sees that no final match is lost between its table and its record."""

    def __init__(
        self,
        store: Store,
        results: Results,
        clock: Callable[[], float],
        failed: Callable[[StoreAway], None],
    ) -> None:
        """Take the store, who works out results, and `failed`, called when the store is down."""
        self._store, self._results = store, results
        self._clock, self._failed = clock, failed

    async def keep(self, table: Table) -> None:
        """Store a final match for good; retry while the store is down."""
        players = [player or "" for player in players_of(table)]
        await retry_until_up(
            self._failed,
            lambda: self._results.keep(
                table.match, record_of(table), players, table.is_rated, table.resigned()
            ),
        )

    async def read_record(self, match: str) -> str:
        """Return the record of a final match, also of one that has just become so."""
        store = self._store
        text = await store.history.read_record(match)
        if text is not None:
            return text
        row = await store.tables.find_table(match)
        if row is None:
            raise ServerRefusal("no_such_table")
        if row.summary.status != "final":
            raise ServerRefusal("not_final")
        await self.keep_match(match)
        return await store.history.read_record(match) or ""

    async def read_shown(self, match: str, identity: Identity | None) -> str:
        """Return the record of a final match, if the one who asks may see its end already.

        First it is read, then checked: a match may become final between two looks.
        """
        text = await self.read_record(match)
        await self.check_shown(match, identity)
        return text

    async def show_table(self, match: str, identity: Identity | None) -> LobbyTable:
        """Return a table as anybody with its link may see it: where spectators wait, so do they."""
        store, now = self._store, self._clock()
        row = await store.tables.find_table(match)
        if row is None:
            raise ServerRefusal("no_such_table")
        shown = msgspec.json.decode(row.summary.seats, type=LobbyTable)
        delay = shown.setting.spectator_delay
        if not delay or shown.status == "open" or row.updated_at + delay <= now:
            return shown
        if identity is not None and await store.tables.is_seated(match, identity.ids):
            return shown
        late = lobby_table((await read_delayed(store, match, now)).table)
        if late.status != "open":
            return late
        return msgspec.structs.replace(late, status="playing")  # nobody can sit down any more

    async def check_shown(self, match: str, identity: Identity | None) -> None:
        """Refuse a final match whose end spectators are not told yet, to all but its players."""
        store, now = self._store, self._clock()
        row = await store.tables.find_table(match)
        if row is None or row.summary.status != "final":
            return
        delay = msgspec.json.decode(row.summary.seats, type=LobbyTable).setting.spectator_delay
        if not delay or row.updated_at + delay <= now:
            return
        final_at = [it.at for it in await store.tables.read_log(match) if it.kind == FINALISED]
        ids = () if identity is None else identity.ids
        if final_at and final_at[-1] + delay > now and not await store.tables.is_seated(match, ids):
            raise ServerRefusal("not_final")

    async def keep_left(self) -> None:
        """Keep what became final just before the last run ended."""
        for match in await retry_until_up(self._failed, self._store.history.unkept):
            try:
                await retry_until_up(self._failed, partial(self.keep_match, match))
            except Exception as error:  # whatever is wrong with it: others are kept
                log.error("match_not_kept", match=match, exc_info=error)

    async def keep_match(self, match: str) -> None:
        """Keep a match that is final, if that was not done before."""
        await self.keep(await read_table(self._store, match))
