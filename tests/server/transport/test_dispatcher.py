"""Double submits: a move sent many times takes effect once; how many tables one hears of."""

import asyncio
import random
import secrets
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from ludoteca import games
from ludoteca.core.errors import StaleOwner
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.protocol.from_client import Enter, Exit, OpenTable, QuickMatch, TakeSeat
from ludoteca.protocol.to_client import Done, Opened, Outage, Refused, Snapshot
from ludoteca.server.store.values import LogEntry, Owner
from ludoteca.server.tables.proxy import OwnedElsewhere
from tests.server.failing_store import FailingStore, open_failing
from tests.server.live import FAST, TIMEOUT, arrive, log_of, running, settled
from tests.server.raw_socket import RawSocket
from tests.sizes import size

GAME = games.names()[-1]
SEAT_TIMEOUT = 10.0
"""Seconds that a actor may take for somebody who sits down."""


async def test_a_move_sent_many_times_is_made_once(tmp_path: Path) -> None:
    chance = random.Random(2)
    async with running(tmp_path) as server:
        for _ in range(size(20, 400) // 20 or 1):
            ada = await arrive(server.address, "Ada")
            match = await ada.open_table(TableSetting(game=GAME, bots=("beginner",)))
            await ada.be_ready()
            await ada.start()
            raw = await RawSocket.open(server.address, ada.client_token)
            await raw.greet()
            await raw.ask(type="enter", request=2, match=match)
            request, made = 10, 0
            while made < 10:
                found = await raw.ask(type="ask_moves", request=request, match=match, partial={})
                request += 1
                if not found["continuations"]:
                    continue
                move = {
                    "type": "play_move",
                    "match": match,
                    "ply": found["ply"],
                    "move_id": secrets.token_hex(16),
                    "move": chance.choice(found["continuations"])["text"],
                }
                times = chance.randrange(1, 11)
                for number in range(times):
                    await raw.say(**move, request=request + number)
                answers = [await raw.answer_to(request + number) for number in range(times)]
                assert {answer["type"] for answer in answers} == {"accepted"}
                assert len({answer["ply"] for answer in answers}) == 1
                other = {**move, "move": move["move"] + " "}
                refused = await raw.ask(**other, request=request + times)
                assert refused["code"] == "move_id_used"
                request += times + 1
                made += 1
            ids = [
                e.move_id for e in await server.runtime.store.tables.read_log(match) if e.move_id
            ]
            assert len(ids) == len(set(ids)) == 10
            await raw.close()
            await ada.close()


async def test_a_socket_hears_of_so_many_tables_and_no_more(tmp_path: Path) -> None:
    async with running(tmp_path, limits=replace(FAST, entered=2)) as server:
        hosts = [await arrive(server.address, f"Host {number}") for number in range(3)]
        tables = [await host.open_table(TableSetting(game=GAME)) for host in hosts]
        eve = await arrive(server.address, "Eve")
        for match in tables[:2]:
            await eve.enter(match)
        await eve.enter(tables[0])  # once more is no more
        refused = await eve.client.send(Enter(request=1, match=tables[2]))
        assert isinstance(refused, Refused)
        assert (refused.code, "2" in refused.sentence) == ("too_many_tables", True)
        await eve.client.send(Exit(request=1, match=tables[1]))
        await eve.enter(tables[2])
        for person in (*hosts, eve):
            await person.close()


async def test_quick_match_says_at_once_that_nothing_can_be_saved(tmp_path: Path) -> None:
    store: FailingStore = await open_failing(tmp_path)
    async with running(tmp_path, store=store) as server:
        ada, bo = [await arrive(server.address, name) for name in ("Ada", "Bo")]
        match = await ada.open_table(TableSetting(game=GAME))
        store.full = True
        began = time.monotonic()
        refused = await bo.client.send(QuickMatch(request=1, game=GAME))
        assert isinstance(refused, Refused)
        assert refused.code == "store_away"
        assert time.monotonic() - began < SEAT_TIMEOUT / 2
        store.full = False
        await ada.hear(lambda me: any(isinstance(it, Outage) and it.up for it in me.frames))
        found = await bo.client.send(QuickMatch(request=1, game=GAME))
        assert isinstance(found, Opened)
        assert found.match == match
        for person in (ada, bo):
            await person.close()


async def test_quick_match_asks_a_process_that_can_t_be_reached_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server:
        people = [await arrive(server.address, name) for name in ("Ada", "Bo", "Cy")]
        for person in people[:2]:
            await person.open_table(TableSetting(game=GAME))
        tried: list[str] = []

        async def elsewhere(connection: object, request: int, match: str) -> bool:
            raise OwnedElsewhere(Owner("another", "127.0.0.1:9", 1, 0.0))

        async def unreached(connection: object, match: str, *rest: object) -> bool:
            tried.append(match)
            return False

        monkeypatch.setattr(server.runtime.tables, "sit_down", elsewhere)
        monkeypatch.setattr(server.runtime.proxies, "carry_to", unreached)
        assert isinstance(await people[2].client.send(QuickMatch(request=1, game=GAME)), Opened)
        assert len(tried) == 1
        for person in people:
            await person.close()


async def test_quick_match_goes_on_where_a_table_is_let_go_meanwhile(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada, bo = [await arrive(server.address, name) for name in ("Ada", "Bo")]
        actor = await server.runtime.tables.of(await ada.open_table(TableSetting(game=GAME)))
        held, begun = asyncio.Event(), asyncio.Event()

        async def lose_it() -> None:
            begun.set()
            await held.wait()
            raise StaleOwner("another process has it")

        actor.do(lose_it)
        await begun.wait()
        asked = asyncio.create_task(bo.client.send(QuickMatch(request=1, game=GAME)))
        async with asyncio.timeout(TIMEOUT):
            while actor._inbox.empty():
                await asyncio.sleep(0.01)
        held.set()
        async with asyncio.timeout(SEAT_TIMEOUT / 2):
            found = await asked
        assert isinstance(found, Opened)
        for person in (ada, bo):
            await person.close()


async def test_who_waits_at_one_table_sits_down_at_another(tmp_path: Path) -> None:
    """What else is asked over the same socket, at other tables, does not matter."""
    async with running(tmp_path) as server:
        ada, bo = [await arrive(server.address, name) for name in ("Ada", "Bo")]
        days = TableSetting(game=GAME, clock=DaysClock(days=1))
        first, second = await ada.open_table(days), await ada.open_table(days)
        actor = await server.runtime.tables.of(first)
        held, begun = asyncio.Event(), asyncio.Event()

        async def hold() -> None:
            begun.set()
            await held.wait()

        actor.do(hold)
        await begun.wait()
        asked = asyncio.create_task(bo.client.send(Enter(request=1, match=first)))
        async with asyncio.timeout(TIMEOUT):
            while actor._inbox.empty():
                await asyncio.sleep(0.01)
        async with asyncio.timeout(SEAT_TIMEOUT / 2):
            assert isinstance(await bo.client.send(TakeSeat(request=1, match=second)), Done)
            answer = await bo.client.send(OpenTable(request=1, setting=days))
        assert isinstance(answer, Opened)
        held.set()
        assert isinstance(await asked, Snapshot)
        for person in (ada, bo):
            await person.close()


async def test_a_damaged_table_keeps_nobody_from_a_quick_match(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        runtime = server.runtime
        ada, bo = [await arrive(server.address, name) for name in ("Ada", "Bo")]
        damaged = await ada.open_table(TableSetting(game=GAME))
        actor = await settled(server, damaged)
        runtime.tables.forget(actor)
        await actor.stop()
        log = log_of(actor)
        nonsense = LogEntry(log.last + 1, "moved", b'{"kind": "moved"}', 0.0)
        await runtime.store.tables.append(damaged, log.epoch, log.last, [nonsense])
        assert [table.match for table in runtime.lobby.tables()] == [damaged]
        found = await bo.client.send(QuickMatch(request=1, game=GAME))
        assert isinstance(found, Opened)
        assert [table.match for table in runtime.lobby.tables()] == [found.match]
        await runtime.lobby.refresh(runtime.store)
        assert [table.match for table in runtime.lobby.tables()] == [found.match]
        with closing(sqlite3.connect(tmp_path / "ludoteca.sqlite")) as database, database:
            database.execute("DELETE FROM entries WHERE body = ?", [nonsense.body])
            database.execute("UPDATE tables SET last = last - 1 WHERE match = ?", [damaged])
        runtime.tables.try_again(damaged)
        await runtime.tables.of(damaged)
        assert {table.match for table in runtime.lobby.tables()} == {damaged, found.match}
        for person in (ada, bo):
            await person.close()
