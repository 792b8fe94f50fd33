"""Which tables are ours, and since when nobody looked after those of others."""

import pytest

from ludoteca import games
from ludoteca.core.errors import StaleOwner
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.store.values import LogEntry, TableSummary
from ludoteca.server.tables.ownership import Ownership
from ludoteca.server.tables.proxy import OwnedElsewhere

MATCH = "k" * 12
LEASE = 10.0


class Time:
    """The time of all processes."""

    now = 1000.0


def process(store: Store, name: str) -> Ownership:
    """Make one of several processes."""
    return Ownership(store, name, lambda: f"{name}:1", LEASE, lambda: Time.now)


async def open_table(store: Store, name: str) -> None:
    """Let a process open a table that has a deadline."""
    first = LogEntry(number=1, kind="opened", body=b"{}", at=Time.now)
    game = games.names()[0]
    summary = TableSummary(status="playing", game=game, public=False, seats=b"{}", wake_at=1e9)
    await store.tables.open_table(MATCH, name, Time.now, [first], summary)


async def test_a_table_is_taken_when_the_lease_of_its_owner_has_ended(store: Store) -> None:
    Time.now = 1000.0
    one, two = process(store, "one"), process(store, "two")
    assert await one.beat()
    assert await two.beat()
    await open_table(store, "one")
    with pytest.raises(OwnedElsewhere) as there:
        await two.claim(MATCH)
    assert there.value.owner.address == "one:1"
    await one.doubt(MATCH, 1)
    Time.now += LEASE + 1
    assert not await two.beat()
    assert await two.stood_since(MATCH) == 1000.0
    assert await two.claim(MATCH) == 2
    with pytest.raises(StaleOwner):
        await one.doubt(MATCH, 1)
    assert await two.stood_since(MATCH) is None
    with pytest.raises(ServerRefusal, match="no_such_table"):
        await two.claim("0" * 12)


async def test_a_process_that_starts_again_knows_how_long_its_tables_stood(store: Store) -> None:
    Time.now = 1000.0
    one, two = process(store, "one"), process(store, "two")
    assert await process(store, "three").stood() == {}
    await one.beat()
    await open_table(store, "one")
    Time.now += 3
    await two.beat()
    assert await process(store, "three").stood() == {}  # it is new, and others run
    assert await process(store, "one").stood() == {MATCH: 1000.0}
    assert await process(store, "two").stood() == {}
    Time.now += LEASE + 1
    assert await process(store, "three").stood() == {MATCH: 1003.0}  # nobody ran


async def test_the_lease_is_renewed_in_time(store: Store) -> None:
    Time.now = 1000.0
    one = process(store, "one")
    assert one.is_beat_due
    await one.beat()
    assert not one.is_beat_due
    Time.now += LEASE / 2
    assert one.is_beat_due
