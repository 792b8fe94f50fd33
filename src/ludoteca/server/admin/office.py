"""What an admin may do while the server runs; nothing hidden of a match is ever told."""

import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from ludoteca.core.errors import StaleOwner
from ludoteca.protocol.to_client import HallTable
from ludoteca.server.admin.values import Person, TableLine
from ludoteca.server.bus.port import LOBBY, RESTORED, VISITOR
from ludoteca.server.house import House
from ludoteca.server.hub import BANNED
from ludoteca.server.keeping.keeper import Keeper
from ludoteca.server.keeping.ledger import BOT, events_of, players_of
from ludoteca.server.keeping.owning import LIVE
from ludoteca.server.logs import log
from ludoteca.server.problem import Refusal
from ludoteca.server.store.values import Status, TableRow, Visitor
from ludoteca.table import Decision, Table, end_by_admin, fold, reopen_by_admin
from ludoteca.table import House as TableHouse

Rule = Callable[[Table, float, TableHouse], Decision]


class Office:
    """Works on one house."""

    def __init__(self, house: House) -> None:
        """Take the house."""
        self._house = house

    # Tables

    async def tables(self, statuses: Sequence[Status], limit: int) -> list[TableLine]:
        """List tables, the latest changed first; those that live, unless told otherwise."""
        rows = await self._house.store.list_tables(statuses=statuses or LIVE, limit=limit)
        return [self._line(row) for row in rows]

    def _line(self, row: TableRow) -> TableLine:
        table = msgspec.json.decode(row.summary.seats, type=HallTable)
        keepers = self._house.keepers
        return TableLine(
            match=row.match,
            status=row.summary.status,
            game=row.summary.game,
            public=row.summary.public,
            players=[seat.name for seat in table.seats if seat.kind != "free"],
            away=[seat.name for seat in table.seats if seat.away],
            opened_at=row.opened_at,
            updated_at=row.updated_at,
            awake=row.match in keepers,
            set_aside=keepers.is_set_aside(row.match),
        )

    async def end(self, match: str) -> TableLine:
        """End a match as it stands, or close a table that has not begun."""
        return await self._rule(match, end_by_admin, "end")

    async def reopen(self, match: str) -> TableLine:
        """Reverse an end, let a paused match go on, wake a table that sleeps or was set aside."""
        self._house.keepers.try_again(match)
        return await self._rule(match, reopen_by_admin, "reopen")

    async def _rule(self, match: str, rule: Rule, act: str) -> TableLine:
        house = self._house
        keeper = await house.keepers.of(match)
        await _settle(keeper, lambda: rule(keeper.table, house.clock(), house.for_tables))
        log.info("admin_did", act=act, match=match)
        row = await house.store.find_table(match)
        if row is None:
            raise Refusal("no_such_table")
        return self._line(row)

    # People

    async def people(self, match: str, banned: bool, limit: int) -> list[Person]:
        """List visitors, the newest first: all, those who are banned, or those at a table."""
        store = self._house.store
        if match:
            found = [await store.find_visitor(player) for player in await self._players(match)]
            known = [visitor for visitor in found if visitor is not None]
            return [_person(visitor) for visitor in known if visitor.banned or not banned]
        listed = await store.list_visitors(banned=True if banned else None, limit=limit)
        return [_person(visitor) for visitor in listed]

    async def _players(self, match: str) -> list[str]:
        entries = await self._house.store.read_log(match)
        if not entries:
            raise Refusal("no_such_table")
        try:
            table = fold(events_of(entries))
        except Exception:  # whatever is wrong with its log
            raise Refusal("set_aside") from None
        players = [player for player in players_of(table) if player]
        return list(dict.fromkeys(one for one in players if not one.startswith(BOT)))

    async def ban(self, who: str, banned: bool) -> Person:
        """Let somebody in no more, or again; his sockets close at once, at every process."""
        house = self._house
        visitor = await self._find(who)
        await house.store.change_visitor(visitor.id, banned=banned)
        if banned:
            await house.store.drop_sessions(visitor.id)
            house.hub.end_visitor(visitor.id, code=BANNED)
            await house.bus.say(VISITOR + visitor.id, 0)
        log.info("admin_did", act="ban" if banned else "unban", visitor=visitor.id)
        return _person(msgspec.structs.replace(visitor, banned=banned))

    async def drop_factor(self, who: str) -> Person:
        """Turn off the second factor of somebody who has lost it; the password stays."""
        visitor = await self._find(who)
        if not await self._house.store.drop_factor(visitor.id):
            raise Refusal("no_factor")
        log.info("admin_did", act="drop_factor", visitor=visitor.id)
        return _person(visitor)

    async def _find(self, who: str) -> Visitor:
        """Find an account by name, or anybody by id; a guest that became an account is that."""
        store = self._house.store
        visitor = await store.find_account(who) or await store.find_visitor(who)
        if visitor is not None and visitor.became:
            visitor = await store.find_visitor(visitor.became)
        if visitor is None:
            raise Refusal("nobody_by_that_name")
        return visitor

    # Backups

    @asynccontextmanager
    async def backup(self) -> AsyncIterator[Path]:
        """Make a backup while play goes on; it is there as long as the block lasts."""
        beside = self._house.folder_for_copies
        with tempfile.TemporaryDirectory(prefix="backup-", dir=beside) as folder:
            path = Path(folder) / "backup.sqlite"
            await self._house.store.back_up(path)
            log.info("admin_did", act="backup", size=path.stat().st_size)
            yield path

    async def restore(self, path: Path) -> None:
        """Replace all data by a backup; everybody is told to come again, at every process."""
        await self._house.store.restore(path)
        log.info("admin_did", act="restore")
        await self._house.start_over()
        await self._house.bus.say(LOBBY, RESTORED)


async def _settle(keeper: Keeper, make: Callable[[], Decision]) -> None:
    """Let a keeper do something in its turn; wait until it is saved and told."""
    try:
        await keeper.ask(lambda: keeper.settle(make))
    except (StaleOwner, TimeoutError):
        raise Refusal("busy") from None


def _person(visitor: Visitor) -> Person:
    return Person(
        id=visitor.id,
        name=visitor.name,
        kind=visitor.kind,
        since=visitor.created_at,
        banned=visitor.banned,
        became=visitor.became,
    )
