"""One owner per table; nothing is accepted from a stale one."""

import asyncio
import random
from pathlib import Path

from ludoteca import games
from ludoteca.core.errors import StaleOwner
from ludoteca.protocol.common import TableSetting
from ludoteca.server.store import Store, open_store
from ludoteca.server.store.values import LogEntry, TableSummary
from ludoteca.table import fold
from ludoteca.table.events import decode
from tests.server.services import ValkeyService
from tests.server.several_processes import LEASE, processes
from tests.server.test_several_processes import leave, move_over, sit_together
from tests.sizes import SOAK

SUMMARY = TableSummary(status="playing", game=games.names()[0], public=False, seats=b"{}")


async def test_a_store_accepts_nothing_from_a_stale_owner(store: Store) -> None:
    """Processes claim and write at random, each by the epoch it last had."""
    chance, names, now = random.Random(12), ["one", "two", "three"], 1000.0
    for name in names:
        await store.owners.beat(name, name, now, 10.0)
    await store.tables.open_table("k" * 12, "one", now, [entry(1)], SUMMARY)
    epochs, newest, last, refused = {"one": 1}, 1, 1, 0
    for _ in range(20_000 if SOAK else 300):
        now += 4.0  # a lease of 10 s ends if a process is silent for three rounds
        name = chance.choice(names)
        await store.owners.beat(name, name, now, 10.0)
        if chance.random() < 0.5:
            epoch = await store.owners.claim("k" * 12, name, now)
            if epoch is not None:
                epochs[name] = newest = epoch
        elif name in epochs:
            try:
                await store.tables.append("k" * 12, epochs[name], last, [entry(last + 1)])
            except StaleOwner:
                refused += 1
                assert epochs[name] != newest
            else:
                last += 1
                assert epochs[name] == newest
    assert refused > 5
    assert [one.number for one in await store.tables.read_log("k" * 12)] == list(range(1, last + 1))


def entry(number: int) -> LogEntry:
    """Write something."""
    return LogEntry(number=number, kind="said", body=b"{}", at=1000.0)


async def test_an_owner_that_stood_still_writes_nothing_more(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    with processes(tmp_path, postgres_url, valkey.url) as (owner, other):
        setting = TableSetting(game=games.names()[-1], leaving="wait")
        people = ada, bo = await sit_together([owner.address, other.address], setting)
        playing = [asyncio.create_task(person.play()) for person in people]
        await bo.wait(lambda me: bool(me.accepted))
        owner.hold()
        await asyncio.sleep(LEASE)
        move_over(ada, other.address)  # as a proxy does that sees no answer
        await ada.client.drop()
        await bo.client.drop()
        before = len(bo.accepted)
        await bo.wait(lambda me: len(me.accepted) > before or me.is_over)
        owner.go_on()  # it still believes that the table is its own
        await asyncio.gather(*playing)
        store = await open_store(postgres_url)
        log = await store.tables.read_log(bo.match)
        await store.close()
        table = fold(decode(one.body) for one in log)
        assert table.status == "final"
        plies = [one.ply for one in log if one.kind == "moved"]
        assert len(plies) == len(set(plies))
        assert {a.ply for person in people for a in person.accepted} <= set(plies)
        await leave([ada, bo])
