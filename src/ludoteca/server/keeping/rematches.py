"""Rematches: a new table for the same people, who may have got an account since."""

import secrets
from typing import TYPE_CHECKING

from ludoteca.core.dice import SEED_BYTES
from ludoteca.server.keeping.ledger import new_match
from ludoteca.server.ratings import shown
from ludoteca.server.store.values import Visitor
from ludoteca.table import Table, Who, open_rematch, rematch_opened

if TYPE_CHECKING:
    from ludoteca.server.house import House


class Rematches:
    """Opens the tables at which people play again."""

    def __init__(self, house: "House") -> None:
        """Work for one house."""
        self._house = house

    async def open(self, table: Table) -> None:
        """Open the table of a rematch, and say at the old one where it is."""
        house = self._house
        match, seed = new_match(), secrets.token_bytes(SEED_BYTES)
        known = await self._known(table)
        await house.keepers.open_new(open_rematch(table, match, seed, house.clock(), known))
        keeper = await house.keepers.of(table.match)

        keeper.do(
            lambda: keeper.settle(
                lambda: rematch_opened(keeper.table, match, house.clock(), house.for_tables)
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
