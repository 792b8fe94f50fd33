"""What an admin can do while the server runs; hidden parts of a match stay hidden."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from ludoteca.core.errors import StaleOwner, StoreAway, UsageError
from ludoteca.protocol.http import Person, TableLine
from ludoteca.protocol.to_client import LobbyTable
from ludoteca.server.bus.port import LOBBY, RESTORED, USER, Bus
from ludoteca.server.logs import log
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.store.values import Status, TableRow, User
from ludoteca.server.tables.event_log import BOT, players_of, read_table
from ludoteca.server.tables.ownership import LIVE
from ludoteca.server.tables.registry import TableRegistry
from ludoteca.server.transport.hub import BANNED, Hub
from ludoteca.table import Actor, Decision, Table, TablePolicy, end_by_admin, reopen_by_admin

Rule = Callable[[Table, float, TablePolicy], Decision]


class AdminService:
    """What `ludoteca admin` asks of a running server."""

    def __init__(
        self,
        store: Store,
        tables: TableRegistry,
        policy: TablePolicy,
        hub: Hub,
        bus: Bus,
        clock: Callable[[], float],
        folder: Path | None,
        start_over: Callable[[], Awaitable[None]],
    ) -> None:
        """`folder` holds backups on their way (None: the system's own place for such files)."""
        self._store, self._tables, self._policy = store, tables, policy
        self._hub, self._bus, self._clock = hub, bus, clock
        self._folder, self._start_over = folder, start_over

    # Tables

    async def tables(self, statuses: Sequence[Status], limit: int) -> list[TableLine]:
        """List tables, the latest changed first; those that live, unless told otherwise."""
        rows = await self._store.tables.list_tables(statuses=statuses or LIVE, limit=limit)
        return [self._line(row) for row in rows]

    def _line(self, row: TableRow) -> TableLine:
        table = msgspec.json.decode(row.summary.seats, type=LobbyTable)
        return TableLine(
            match=row.match,
            status=row.summary.status,
            game=row.summary.game,
            public=row.summary.public,
            players=[seat.name for seat in table.seats if seat.kind != "free"],
            away=[seat.name for seat in table.seats if seat.away],
            opened_at=row.opened_at,
            updated_at=row.updated_at,
            awake=row.match in self._tables,
            set_aside=self._tables.is_set_aside(row.match),
        )

    async def end(self, match: str) -> TableLine:
        """End a match as it stands, or close a table that has not begun."""
        return await self._rule(match, end_by_admin, "end")

    async def reopen(self, match: str) -> TableLine:
        """Reverse an end, let a paused match go on, wake a table that sleeps or was set aside."""
        self._tables.try_again(match)
        return await self._rule(match, reopen_by_admin, "reopen")

    async def _rule(self, match: str, rule: Rule, act: str) -> TableLine:
        actor = await self._tables.of(match)
        now = self._clock()
        await _commit(actor, lambda table: rule(table, now, self._policy))
        log.info("admin_did", act=act, match=match)
        row = await self._store.tables.find_table(match)
        if row is None:
            raise ServerRefusal("no_such_table")
        return self._line(row)

    # People

    async def people(self, match: str, banned: bool, limit: int) -> list[Person]:
        """List users, the newest first: all, those who are banned, or those at a table."""
        if match:
            found = [
                await self._store.users.find_user(player) for player in await self._players(match)
            ]
            known = [user for user in found if user is not None]
            return [_person(user) for user in known if user.banned or not banned]
        listed = await self._store.users.list_users(banned=True if banned else None, limit=limit)
        return [_person(user) for user in listed]

    async def _players(self, match: str) -> list[str]:
        if await self._store.tables.find_table(match) is None:
            raise ServerRefusal("no_such_table")
        try:
            table = await read_table(self._store, match)
        except StoreAway:
            raise
        except Exception:  # whatever is wrong with its log
            raise ServerRefusal("set_aside") from None
        players = [player for player in players_of(table) if player]
        return list(dict.fromkeys(one for one in players if not one.startswith(BOT)))

    async def ban(self, who: str, banned: bool) -> Person:
        """Ban somebody, or let them in again; their sockets close at once, at every process."""
        user = await self._find(who)
        await self._store.users.change_user(user.id, banned=banned)
        if banned:
            await self._store.users.drop_sessions(user.id)
            self._hub.end_user(user.id, code=BANNED)
            await self._bus.say(USER + user.id, 0)
        log.info("admin_did", act="ban" if banned else "unban", user=user.id)
        return _person(msgspec.structs.replace(user, banned=banned))

    async def drop_factor(self, who: str) -> Person:
        """Turn off the second factor of somebody who has lost it; the password stays."""
        user = await self._find(who)
        if not await self._store.factors.drop_factor(user.id):
            raise ServerRefusal("no_factor")
        log.info("admin_did", act="drop_factor", user=user.id)
        return _person(user)

    async def _find(self, who: str) -> User:
        """Find an account by name, or anybody by id; a guest that became an account is that."""
        user = await self._store.users.find_account(who) or await self._store.users.find_user(who)
        if user is not None and user.became:
            user = await self._store.users.find_user(user.became)
        if user is None:
            raise ServerRefusal("nobody_by_that_name")
        return user

    # Backups

    @asynccontextmanager
    async def backup(self) -> AsyncIterator[Path]:
        """Make a backup while play goes on; it is there as long as the block lasts."""
        with tempfile.TemporaryDirectory(prefix="backup-", dir=self._folder) as folder:
            path = Path(folder) / "backup.sqlite"
            await self._store.back_up(path)
            log.info("admin_did", act="backup", size=path.stat().st_size)
            yield path

    async def restore(self, chunks: AsyncIterator[bytes]) -> None:
        """Replace all data by the backup that is sent; all users reconnect, at every process."""
        with tempfile.TemporaryDirectory(prefix="restore-", dir=self._folder) as folder:
            path = Path(folder) / "backup.sqlite"
            with path.open("wb") as file:
                async for chunk in chunks:
                    await asyncio.to_thread(file.write, chunk)
            try:
                await self._store.restore(path)
            except UsageError as error:
                raise UsageError(error.message.replace(str(path), "the file")) from None
        log.info("admin_did", act="restore")
        await self._start_over()
        await self._bus.say(LOBBY, RESTORED)


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
