"""Group commit on PostgreSQL: appends of several tables in one statement and one sync."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple

import asyncpg

from ludoteca.server.store.database import (
    ASKED,
    ENTRY_COLUMNS,
    MOVE_ALL_ON,
    TABLE_COLUMNS,
    Append,
    Unmet,
    append_rows,
)
from ludoteca.server.store.dialect import storable

GROUP = 256
"""The most appends in one statement."""

APPEND = f"""
WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[],
        $5::double precision[], $6::boolean[], $7::text[], $8::text[], $9::bigint[], $10::bytea[],
        $11::double precision[], $12::text[])
    AS a ({", ".join(ASKED)})
), moved AS (
    {MOVE_ALL_ON.format(asked="asked")}
    RETURNING t.match
), added AS (
    INSERT INTO entries (match, number, kind, body, at, ply, move_id, chain)
    SELECT e.* FROM unnest($13::text[], $14::bigint[], $15::text[], $16::bytea[],
        $17::double precision[], $18::bigint[], $19::text[], $20::bytea[])
    AS e (match, number, kind, body, at, ply, move_id, chain) JOIN moved ON moved.match = e.match
)
SELECT match FROM moved
"""
"""Does for many tables what `append_steps` does for one; tells which of them moved on."""


class Waiting(NamedTuple):
    """An append and its waiter."""

    append: Append
    future: asyncio.Future[None]


class Group:
    """Takes appends one by one and commits them together, over one connection."""

    def __init__(
        self,
        connect: Callable[[], Awaitable[Any]],
        settle: Callable[[Append], Awaitable[None]],
    ) -> None:
        self._connect, self._settle = connect, settle
        self._connection: Any = None
        self._waiting: deque[Waiting] = deque()
        self._task: asyncio.Task[None] | None = None

    async def add(self, append: Append) -> None:
        """Wait until an append is committed."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(append, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._commit_all())
        await future

    async def close(self) -> None:
        """Finish what waits, then close the connection."""
        if self._task:
            await self._task
        if self._connection:
            await self._connection.close()

    async def _commit_all(self) -> None:
        while self._waiting:
            group = self._take()
            try:
                await self._commit(group)
            except Exception as error:  # it belongs to those who wait
                for waiting in group:
                    _tell(waiting, error)

    def _take(self) -> list[Waiting]:
        """Take those who wait, but only one for each table: the next builds on it."""
        group: dict[str, Waiting] = {}
        while self._waiting and len(group) < GROUP:
            if self._waiting[0].append.match in group:
                break
            waiting = self._waiting.popleft()
            group[waiting.append.match] = waiting
        return list(group.values())

    async def _commit(self, group: list[Waiting]) -> None:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        try:
            rows = await self._connection.fetch(APPEND, *_arrays([it.append for it in group]))
        except (asyncpg.PostgresError, ValueError, OverflowError, UnicodeError):
            await self._settle_each(group)  # nothing was written: see who is to blame
            return
        except Exception:  # in which state the connection is now, nobody knows
            self._connection.terminate()
            self._connection = None
            raise
        moved = {row[0] for row in rows}
        for waiting in group:
            _tell(waiting, None if waiting.append.match in moved else Unmet(0))

    async def _settle_each(self, group: list[Waiting]) -> None:
        for waiting in group:
            try:
                await self._settle(waiting.append)
            except Exception as error:  # it belongs to the one who waits
                _tell(waiting, error)
            else:
                _tell(waiting, None)


def _tell(waiting: Waiting, error: Exception | None) -> None:
    if waiting.future.done():  # the waiter has gone
        return
    if error:
        waiting.future.set_exception(error)
    else:
        waiting.future.set_result(None)


def _arrays(appends: list[Append]) -> list[list[Any]]:
    """Turn appends into the arrays that `APPEND` unrolls: of tables, then of entries."""
    tables, entries = append_rows(appends)
    return _columns(map(storable, tables), TABLE_COLUMNS) + _columns(
        map(storable, entries), ENTRY_COLUMNS
    )


def _columns(rows: Iterable[tuple[Any, ...]], count: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(count)]
