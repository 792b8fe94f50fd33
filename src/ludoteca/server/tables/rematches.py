"""Rematches: a new table for the same people."""

import secrets
from collections.abc import Callable
from contextlib import suppress

from ludoteca.core.errors import NumberTaken, StaleOwner
from ludoteca.core.shuffle import SEED_BYTES
from ludoteca.protocol.common import new_match_id
from ludoteca.server.accounts.ratings import shown
from ludoteca.server.store import Store
from ludoteca.server.store.values import User
from ludoteca.server.tables.proxy import OwnedElsewhere
from ludoteca.server.tables.registry import TableRegistry
from ludoteca.server.tables.retry import retry_until_up
from ludoteca.table import Table, TablePolicy, Who, open_rematch, rematch_opened
from ludoteca.table.events import TableOpened

LET_GO = (StaleOwner, NumberTaken, TimeoutError)
"""What is heard of a table that was let go: its next actor is asked."""


class Rematches:
    """Opens each rematch once; retries while the store is down."""

    def __init__(
        self, store: Store, tables: TableRegistry, policy: TablePolicy, clock: Callable[[], float]
    ) -> None:
        self._store, self._tables, self._policy, self._clock = store, tables, policy, clock
        self._under_way: set[str] = set()

    async def open(self, table: Table) -> None:
        """Open the table of a rematch, and say at the old one where it is."""
        if not table.rematch_due or table.match in self._under_way:
            return
        failed = self._tables.store_failed
        self._under_way.add(table.match)
        try:
            opened = await retry_until_up(failed, lambda: self._prepare(table))
            await retry_until_up(failed, lambda: self._open(table.match, opened), *LET_GO)
            await retry_until_up(failed, lambda: self._note(table.match, opened.match), *LET_GO)
        except OwnedElsewhere:
            return  # the owner of the old table opens one itself
        finally:
            self._under_way.discard(table.match)

    async def _prepare(self, table: Table) -> TableOpened:
        known, seed = await self._known(table), secrets.token_bytes(SEED_BYTES)
        return open_rematch(table, new_match_id(), seed, self._clock(), known)

    async def _open(self, old: str, opened: TableOpened) -> None:
        await self._tables.of(old)  # the owner of the old table opens the new one
        with suppress(NumberTaken):  # an earlier try whose answer was lost had been saved
            await self._tables.open_new(opened)

    async def _note(self, old: str, new: str) -> None:
        """Note at the old table where the new one is; it is saved when this returns."""
        actor = await self._tables.of(old)
        now, policy = self._clock(), self._policy
        await actor.ask(lambda: actor.commit(lambda table: rematch_opened(table, new, now, policy)))

    async def _known(self, table: Table) -> dict[str, Who]:
        """Return who the people are by now, with their ratings after the match."""
        store, found = self._store, {}
        for seat in table.rematch_seats:
            user = table.seats[seat].user
            if user not in found and (now := await self._present(user)) is not None:
                found[user] = now
        accounts = [each.id for each in found.values() if each.kind != "guest"]
        rated = await store.history.find_ratings(accounts, table.game.id, len(table.seats))
        ratings = {rating.player: shown(rating) for rating in rated}
        return {
            user: Who(
                now.id,
                now.name,
                account=now.kind != "guest",
                rating=ratings.get(now.id),
                avatar=now.avatar,
            )
            for user, now in found.items()
        }

    async def _present(self, user: str) -> User | None:
        """Find a user; a guest that became an account is that."""
        found = await self._store.users.find_user(user)
        if found is not None and found.became is not None:
            return await self._store.users.find_user(found.became)
        return found
