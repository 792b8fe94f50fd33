"""Matches that are final: each is kept for good, as soon as that can be."""

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ludoteca.protocol.to_client import HallTable
from ludoteca.server.keeping.ledger import events_of, players_of
from ludoteca.server.keeping.patience import patiently
from ludoteca.server.logs import log
from ludoteca.server.problem import Refusal
from ludoteca.server.visitors import Visit
from ludoteca.table import Table, fold, record_of
from ludoteca.table.events import Finalised

if TYPE_CHECKING:
    from ludoteca.server.house import House

FINALISED = Finalised.__struct_config__.tag
"""How the log marks the moment from which on a match is final."""


class Finals:
    """Sees that no final match is lost between its table and its record."""

    def __init__(self, house: "House") -> None:
        """Work for one house."""
        self._house = house

    async def keep(self, table: Table) -> None:
        """Keep a final match for good, as soon as that can be."""
        players = [player or "" for player in players_of(table)]
        await patiently(
            self._house,
            lambda: self._house.clerk.keep(
                table.match, record_of(table), players, table.is_rated, table.resigned()
            ),
        )

    async def read_record(self, match: str) -> str:
        """Give the record of a final match, also of one that has just become so."""
        store = self._house.store
        text = await store.read_record(match)
        if text is not None:
            return text
        row = await store.find_table(match)
        if row is None:
            raise Refusal("no_such_table")
        if row.summary.status != "final":
            raise Refusal("not_final")
        await self.keep_match(match)
        return await store.read_record(match) or ""

    async def check_shown(self, match: str, visit: Visit | None) -> None:
        """Refuse a final match whose end spectators are not told yet, to all but its players."""
        store, now = self._house.store, self._house.clock()
        row = await store.find_table(match)
        if row is None or row.summary.status != "final":
            return
        delay = msgspec.json.decode(row.summary.seats, type=HallTable).setting.spectator_delay
        if not delay or row.updated_at + delay <= now:
            return
        final_at = [it.at for it in await store.read_log(match) if it.kind == FINALISED]
        if final_at and final_at[-1] + delay > now and not await self._played(match, visit):
            raise Refusal("not_final")

    async def _played(self, match: str, visit: Visit | None) -> bool:
        ids = () if visit is None else visit.ids
        tables = [await self._house.store.list_tables(("final",), player=one) for one in ids]
        return any(row.match == match for rows in tables for row in rows)

    async def keep_left(self) -> None:
        """Keep what became final just before the last run ended."""
        for match in await patiently(self._house, self._house.store.unkept):
            try:
                await patiently(self._house, partial(self.keep_match, match))
            except Exception as error:  # whatever is wrong with it: others are kept
                log.error("match_not_kept", match=match, exc_info=error)

    async def keep_match(self, match: str) -> None:
        """Keep a match that is final, if that was not done before."""
        entries = await self._house.store.read_log(match)
        await self.keep(await self._house.run_aside(lambda: fold(events_of(entries))))
