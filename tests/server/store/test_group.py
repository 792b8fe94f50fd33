"""Groups of appends: one of each table at a time, in order; a fault is told to all who wait."""

import asyncio
from typing import Any

import asyncpg
import pytest

from ludoteca.server.store.database import Append, Unmet
from ludoteca.server.store.group import GROUP, Group
from tests.server.store.samples import entry


class Connection:
    """Stands for one of asyncpg: notes the groups and lets all tables move on, but for "stale"."""

    def __init__(self) -> None:
        self.groups: list[list[str]] = []
        self.fault: Exception | None = None
        self.wanted = True

    async def fetch(self, sql: str, matches: list[str], *rest: Any) -> list[tuple[str]]:
        """Take a group."""
        await asyncio.sleep(0)
        if self.fault:
            raise self.fault
        self.groups.append(matches)
        return [(match,) for match in matches if match != "stale"]

    def is_closed(self) -> bool:
        """Refuse."""
        return False

    async def close(self) -> None:
        """Do nothing."""

    def terminate(self) -> None:
        """Note that nobody wants it any more."""
        self.wanted = False


def make(connection: Connection) -> Group:
    async def connect() -> Connection:
        return connection

    async def settle(append: Append) -> None:
        raise AssertionError(append)

    return Group(connect, settle)


def append(match: str, after: int = 0) -> Append:
    return Append(match, 1, after, [entry(after + 1)], None, None)


async def test_a_table_is_once_in_a_group_and_its_appends_stay_in_order() -> None:
    connection = Connection()
    group = make(connection)
    works = [append("a", 0), append("b", 0), append("a", 1), append("c", 0), append("a", 2)]
    await asyncio.gather(*map(group.add, works))
    assert connection.groups == [["a", "b"], ["a", "c"], ["a"]]


async def test_a_group_is_not_too_large() -> None:
    connection = Connection()
    group = make(connection)
    await asyncio.gather(*(group.add(append(f"m{it}")) for it in range(GROUP + 1)))
    assert [len(it) for it in connection.groups] == [GROUP, 1]
    await group.close()


async def test_who_did_not_move_on_is_told_alone() -> None:
    group = make(Connection())
    results = await asyncio.gather(
        group.add(append("a")), group.add(append("stale")), return_exceptions=True
    )
    assert results[0] is None
    assert isinstance(results[1], Unmet)


async def test_a_fault_is_told_to_all_and_the_next_group_goes_on() -> None:
    connection = Connection()
    connection.fault = OSError("away")
    group = make(connection)
    works = (group.add(append(match)) for match in "abc")
    results = await asyncio.gather(*works, return_exceptions=True)
    assert results == [connection.fault] * 3
    connection.fault = None
    await group.add(append("a"))
    with pytest.raises(Unmet):
        await group.add(append("stale"))


async def test_after_a_fault_nobody_understands_there_is_a_new_connection() -> None:
    made: list[Connection] = []

    async def connect() -> Connection:
        made.append(Connection())
        return made[-1]

    async def settle(append: Append) -> None:
        raise AssertionError(append)

    group = Group(connect, settle)
    await group.add(append("a"))
    made[0].fault = asyncpg.InternalClientError("another operation is in progress")
    with pytest.raises(asyncpg.InternalClientError):
        await group.add(append("a", 1))
    await group.add(append("a", 1))
    assert [it.wanted for it in made] == [False, True]
