"""Rematches: a new table for the same people, who may have got an account since."""

import secrets
from contextlib import suppress
from typing import TYPE_CHECKING

from ludoteca.core.dice import SEED_BYTES
from ludoteca.core.errors import NumberTaken, StaleOwner
from ludoteca.server.couriers import Elsewhere
from ludoteca.server.keeping.ledger import new_match
from ludoteca.server.keeping.patience import patiently
from ludoteca.server.ratings import shown
from ludoteca.server.store.values import Visitor
from ludoteca.table import Table, Who, open_rematch, rematch_opened
from ludoteca.table.events import Opened

if TYPE_CHECKING:
    from ludoteca.server.house import House

LET_GO = (StaleOwner, NumberTaken, TimeoutError)
"""What is heard of a table that was let go: its next keeper is asked."""


class Rematches:
    """Opens the tables at which people play again: each once, as soon as that can be."""

    def __init__(self, house: "House") -> None:
        """Work for one house."""
        self._house = house
        self._under_way: set[str] = set()

    async def open(self, table: Table) -> None:
        """Open the table of a rematch, and say at the old one where it is."""
        if not table.rematch_due or table.match in self._under_way:
            return
        house = self._house
        self._under_way.add(table.match)
        try:
            opened = await patiently(house, lambda: self._prepare(table))
            await patiently(house, lambda: self._open(table.match, opened), *LET_GO)
            await patiently(house, lambda: self._note(table.match, opened.match), *LET_GO)
        except Elsewhere:
            return  # whoever keeps the old table now opens one of its own
        finally:
            self._under_way.discard(table.match)

    async def _prepare(self, table: Table) -> Opened:
        known, seed = await self._known(table), secrets.token_bytes(SEED_BYTES)
        return open_rematch(table, new_match(), seed, self._house.clock(), known)

    async def _open(self, old: str, opened: Opened) -> None:
        await self._house.keepers.of(old)  # whoever keeps the old table opens the new one
        with suppress(NumberTaken):  # an earlier try whose answer was lost had been saved
            await self._house.keepers.open_new(opened)

    async def _note(self, old: str, new: str) -> None:
        """Say at the old table where the new one is; it is saved when this returns."""
        house = self._house
        keeper = await house.keepers.of(old)
        await keeper.ask(
            lambda: keeper.settle(
                lambda: rematch_opened(keeper.table, new, house.clock(), house.for_tables)
            )
        )

    async def _known(self, table: Table) -> dict[str, Who]:
        """Say who the people are by now, with their ratings after the match."""
        store, found = self._house.store, {}
        for seat in table.rematch_seats:
            visitor = table.seats[seat].visitor
            if visitor not in found and (now := await self._present(visitor)) is not None:
                found[visitor] = now
        accounts = [each.id for each in found.values() if each.kind != "guest"]
        rated = await store.find_ratings(accounts, table.game.id, len(table.seats))
        ratings = {rating.player: shown(rating) for rating in rated}
        return {
            visitor: Who(now.id, now.name, account=now.kind != "guest", rating=ratings.get(now.id))
            for visitor, now in found.items()
        }

    async def _present(self, visitor: str) -> Visitor | None:
        """Find a visitor; a guest that became an account is that."""
        found = await self._house.store.find_visitor(visitor)
        if found is not None and found.became is not None:
            return await self._house.store.find_visitor(found.became)
        return found
