"""What an admin may do while the server runs; nothing hidden of a match is ever told."""

import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from ludoteca.core.errors import StaleOwner
from ludoteca.protocol.to_client import LobbyTable
from ludoteca.server.admin.values import Person, TableLine
from ludoteca.server.bus.port import LOBBY, RESTORED, USER
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.runtime import Runtime
from ludoteca.server.store.values import Status, TableRow, User
from ludoteca.server.tables.event_log import BOT, events_of, players_of
from ludoteca.server.tables.ownership import LIVE
from ludoteca.server.transport.hub import BANNED
from ludoteca.table import Actor, Decision, Table, TablePolicy, end_by_admin, fold, reopen_by_admin

Rule = Callable[[Table, float, TablePolicy], Decision]


class AdminService:
    """Works on one runtime."""

    def __init__(self, runtime: Runtime) -> None:
        """Take the runtime."""
        self._runtime = runtime

    # Tables

    async def tables(self, statuses: Sequence[Status], limit: int) -> list[TableLine]:
        """List tables, the latest changed first; those that live, unless told otherwise."""
        rows = await self._runtime.store.tables.list_tables(statuses=statuses or LIVE, limit=limit)
        return [self._line(row) for row in rows]

    def _line(self, row: TableRow) -> TableLine:
        table = msgspec.json.decode(row.summary.seats, type=LobbyTable)
        tables = self._runtime.tables
        return TableLine(
            match=row.match,
            status=row.summary.status,
            game=row.summary.game,
            public=row.summary.public,
            players=[seat.name for seat in table.seats if seat.kind != "free"],
            away=[seat.name for seat in table.seats if seat.away],
            opened_at=row.opened_at,
            updated_at=row.updated_at,
            awake=row.match in tables,
            set_aside=tables.is_set_aside(row.match),
        )

    async def end(self, match: str) -> TableLine:
        """End a match as it stands, or close a table that has not begun."""
        return await self._rule(match, end_by_admin, "end")

    async def reopen(self, match: str) -> TableLine:
        """Reverse an end, let a paused match go on, wake a table that sleeps or was set aside."""
        self._runtime.tables.try_again(match)
        return await self._rule(match, reopen_by_admin, "reopen")

    async def _rule(self, match: str, rule: Rule, act: str) -> TableLine:
        runtime = self._runtime
        actor = await runtime.tables.of(match)
        now = runtime.clock()
        await _commit(actor, lambda table: rule(table, now, runtime.policy))
        log.info("admin_did", act=act, match=match)
        row = await runtime.store.tables.find_table(match)
        if row is None:
            raise ServerRefusal("no_such_table")
        return self._line(row)

    # People

    async def people(self, match: str, banned: bool, limit: int) -> list[Person]:
        """List users, the newest first: all, those who are banned, or those at a table."""
        store = self._runtime.store
        if match:
            found = [await store.users.find_user(player) for player in await self._players(match)]
            known = [user for user in found if user is not None]
            return [_person(user) for user in known if user.banned or not banned]
        listed = await store.users.list_users(banned=True if banned else None, limit=limit)
        return [_person(user) for user in listed]

    async def _players(self, match: str) -> list[str]:
        entries = await self._runtime.store.tables.read_log(match)
        if not entries:
            raise ServerRefusal("no_such_table")
        try:
            table = fold(events_of(entries))
        except Exception:  # whatever is wrong with its log
            raise ServerRefusal("set_aside") from None
        players = [player for player in players_of(table) if player]
        return list(dict.fromkeys(one for one in players if not one.startswith(BOT)))

    async def ban(self, who: str, banned: bool) -> Person:
        """Let somebody in no more, or again; his sockets close at once, at every process."""
        runtime = self._runtime
        user = await self._find(who)
        await runtime.store.users.change_user(user.id, banned=banned)
        if banned:
            await runtime.store.users.drop_sessions(user.id)
            runtime.hub.end_user(user.id, code=BANNED)
            await runtime.bus.say(USER + user.id, 0)
        log.info("admin_did", act="ban" if banned else "unban", user=user.id)
        return _person(msgspec.structs.replace(user, banned=banned))

    async def drop_factor(self, who: str) -> Person:
        """Turn off the second factor of somebody who has lost it; the password stays."""
        user = await self._find(who)
        if not await self._runtime.store.factors.drop_factor(user.id):
            raise ServerRefusal("no_factor")
        log.info("admin_did", act="drop_factor", user=user.id)
        return _person(user)

    async def _find(self, who: str) -> User:
        """Find an account by name, or anybody by id; a guest that became an account is that."""
        store = self._runtime.store
        user = await store.users.find_account(who) or await store.users.find_user(who)
        if user is not None and user.became:
            user = await store.users.find_user(user.became)
        if user is None:
            raise ServerRefusal("nobody_by_that_name")
        return user

    # Backups

    @asynccontextmanager
    async def backup(self) -> AsyncIterator[Path]:
        """Make a backup while play goes on; it is there as long as the block lasts."""
        beside = self._runtime.folder_for_copies
        with tempfile.TemporaryDirectory(prefix="backup-", dir=beside) as folder:
            path = Path(folder) / "backup.sqlite"
            await self._runtime.store.back_up(path)
            log.info("admin_did", act="backup", size=path.stat().st_size)
            yield path

    async def restore(self, path: Path) -> None:
        """Replace all data by a backup; everybody is told to come again, at every process."""
        await self._runtime.store.restore(path)
        log.info("admin_did", act="restore")
        await self._runtime.start_over()
        await self._runtime.bus.say(LOBBY, RESTORED)


async def _commit(actor: Actor, decide: Callable[[Table], Decision]) -> None:
    """Change a table; wait until that is stored and published."""
    try:
        await actor.ask(lambda: actor.commit(decide))
    except (StaleOwner, TimeoutError):
        raise ServerRefusal("busy") from None


def _person(user: User) -> Person:
    return Person(
        id=user.id,
        name=user.name,
        kind=user.kind,
        since=user.created_at,
        banned=user.banned,
        became=user.became,
    )
