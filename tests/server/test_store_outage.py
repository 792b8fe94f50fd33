"""Without its database the server says so, costs nobody time, resumes by itself."""

import asyncio
import secrets
from pathlib import Path

import httpx
import pytest
from structlog.testing import capture_logs

from ludoteca import games
from ludoteca.client.http import HttpRefused, ask
from ludoteca.core.errors import StoreAway
from ludoteca.protocol.common import BankClock, TableSetting
from ludoteca.protocol.from_client import AskMoves, PlayMove
from ludoteca.protocol.to_client import Accepted, Answer, Continuations, Outage, Refused, Snapshot
from ludoteca.server.http.health import is_store_up
from ludoteca.server.tables import registry as tables
from ludoteca.table import actor as actors
from tests.server.failing_store import FailingStore, open_failing
from tests.server.live import TIMEOUT, Person, Running, pair, running

GAME = games.names()[-1]


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


async def two_at_a_table(server: Running) -> tuple[Person, Person]:
    """Let two people begin a match with clocks; give the one who moves first."""
    clock = BankClock(seconds=600)
    return await pair(server, TableSetting(game=GAME, clock=clock, leaving="wait"))


async def prepare_move(person: Person) -> PlayMove:
    """Choose a move, but do not make it."""
    asked = await person.client.send(AskMoves(request=1, match=person.match, partial={}))
    assert isinstance(asked, Continuations)
    text = asked.continuations[0]["text"]
    return PlayMove(
        request=1, match=person.match, ply=asked.ply, move_id=secrets.token_hex(16), move=text
    )


def outages(person: Person) -> list[bool]:
    """List what a person was told about outages."""
    return [frame.up for frame in person.frames if isinstance(frame, Outage)]


async def until_up(person: Person) -> None:
    """Wait until a person is told that moves can be saved again."""
    await person.hear(lambda me: outages(me)[-1:] == [True])


async def test_moves_are_refused_clearly_and_play_resumes_by_itself(tmp_path: Path) -> None:
    store: FailingStore = await open_failing(tmp_path)
    async with running(tmp_path, store=store) as server:
        first, other = await two_at_a_table(server)
        move = await prepare_move(first)
        store.away = True
        with capture_logs() as logged:
            answer: Answer = await first.client.send(move)
            await first.hear(lambda me: outages(me) == [False])
        assert isinstance(answer, Refused)
        assert answer.code == "store_away"
        assert answer.sentence
        [why] = [told for told in logged if told["event"] == "store_away"]
        assert why["error"], "the host can read why"
        await other.hear(lambda me: outages(me) == [False])
        assert await prepare_move(first)  # what needs no saving still works
        store.away = False
        await until_up(first)
        await until_up(other)
        assert isinstance(await first.client.send(move), Accepted)
        for person in (first, other):
            await person.close()


async def test_an_error_nobody_thought_of_does_not_end_the_care_for_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "LOOK_EVERY", 0.02)
    monkeypatch.setattr(tables, "PROBE_EVERY", 0.02)
    store: FailingStore = await open_failing(tmp_path)
    async with running(tmp_path, store=store) as server:
        first, other = await two_at_a_table(server)
        for away in (False, True):  # first only the care meets it, then the probe as well
            store.away = away
            if away:
                assert isinstance(await first.client.send(await prepare_move(first)), Refused)
            store.strange, store.failed = True, 0
            async with asyncio.timeout(TIMEOUT):
                while store.failed < 5:
                    await asyncio.sleep(0.01)
            store.strange = store.away = False
        await until_up(first)
        assert isinstance(await first.move(), Accepted)
        store.strange, store.failed = True, 0
        async with asyncio.timeout(TIMEOUT):
            while store.failed < 2:  # it still looks
                await asyncio.sleep(0.01)
        store.strange = False
        for person in (first, other):
            await person.close()


async def test_a_move_saved_without_an_answer_is_no_phantom(tmp_path: Path) -> None:
    store: FailingStore = await open_failing(tmp_path)
    async with running(tmp_path, store=store) as server:
        first, other = await two_at_a_table(server)
        move = await prepare_move(first)
        store.forget_answers = 1
        refused = await first.client.send(move)
        assert isinstance(refused, Refused)
        store.away = False
        await until_up(first)
        answer = await first.client.send(move)
        assert isinstance(answer, Accepted)
        entries = await server.runtime.store.tables.read_log(first.match)
        assert [entry.move_id for entry in entries].count(move.move_id) == 1
        await other.wait(lambda me: me.position is not None and me.position.ply >= answer.ply)
        for person in (first, other):
            await person.close()


async def test_who_comes_back_during_an_outage_is_at_the_table_after_it(
    tmp_path: Path,
) -> None:
    """That a player is back can't be saved, so they are refused; their client tries again."""
    store: FailingStore = await open_failing(tmp_path)
    async with running(tmp_path, store=store) as server:
        first, other = await two_at_a_table(server)
        actor = await server.runtime.tables.of(first.match)
        states: list[bool] = []
        other.client._on_state = states.append
        await other.client.drop()
        async with asyncio.timeout(TIMEOUT):
            while not any(seat.away for seat in actor.table.seats):
                await asyncio.sleep(0.005)
        store.full = True
        other.frames.clear()
        async with asyncio.timeout(TIMEOUT):
            while store.refused < 2:
                await asyncio.sleep(0.01)
        assert other.client.welcome is not None
        assert states == [False]  # connected, but not back
        assert not any(isinstance(frame, Snapshot) for frame in other.frames)
        store.full = False
        await until_up(first)
        await other.hear(lambda me: any(isinstance(frame, Snapshot) for frame in me.frames))
        assert states == [False, True]
        accepted = await first.move()
        assert isinstance(accepted, Accepted)
        await other.wait(lambda me: me.position is not None and me.position.ply >= accepted.ply)
        assert not any(seat.away for seat in actor.table.seats)
        for person in (first, other):
            await person.close()


async def test_an_outage_costs_no_time(tmp_path: Path) -> None:
    store: FailingStore = await open_failing(tmp_path)
    clock = Clock()
    async with running(tmp_path, clock, store=store) as server:
        first, other = await two_at_a_table(server)
        seat = first.seat
        assert seat is not None
        clock.now += 10
        store.away = True
        refused = await first.client.send(await prepare_move(first))
        assert isinstance(refused, Refused)
        clock.now += 5000  # more than anybody has in the bank
        store.away = False
        await until_up(first)
        await first.wait(lambda me: me.clock_left(seat, clock.now) > 500)
        assert abs(first.clock_left(seat, clock.now) - 590) < 1
        assert isinstance(await first.move(), Accepted)
        for person in (first, other):
            await person.close()


async def test_a_full_disk_that_takes_small_things_costs_no_time_either(
    tmp_path: Path,
) -> None:
    """The lease is renewed, so all seems well; what people do can't be saved for long after."""
    store: FailingStore = await open_failing(tmp_path)
    clock = Clock()
    async with running(tmp_path, clock, store=store) as server:
        first, other = await two_at_a_table(server)
        seat = first.seat
        assert seat is not None
        store.full = True
        assert isinstance(await first.client.send(await prepare_move(first)), Refused)
        assert not await is_store_up(server.runtime.store, server.runtime.tables)
        clock.now += 5000  # more than anybody has in the bank
        async with asyncio.timeout(TIMEOUT):
            while store.refused < 3:  # it tries to go on, and can't
                await asyncio.sleep(0.01)
        store.full = False
        await until_up(first)
        await first.wait(lambda me: me.clock_left(seat, clock.now) > 500)
        assert isinstance(await first.move(), Accepted)
        for person in (first, other):
            await person.close()


async def health(server: Running) -> tuple[int, str]:
    """Ask how the server is."""
    async with httpx.AsyncClient(base_url=server.address, trust_env=False) as browser:
        answer = await browser.get("/health")
    return answer.status_code, answer.json()["status"]


async def test_the_server_says_that_it_is_degraded(tmp_path: Path) -> None:
    store: FailingStore = await open_failing(tmp_path)
    async with running(tmp_path, store=store) as server:
        assert (await ask(server.address, "/health"))["status"] == "up"
        store.away = True
        with pytest.raises(HttpRefused) as refused:
            await ask(server.address, "/api/guest", {"name": "Ada"})
        assert refused.value.code == "store_away"
        assert await health(server) == (503, "degraded")
        store.away = False
        async with asyncio.timeout(TIMEOUT):  # if it was noticed, it is tried again now and then
            while await health(server) != (200, "up"):
                await asyncio.sleep(0.02)


async def test_after_a_failed_sync_the_process_stops(tmp_path: Path) -> None:
    store: FailingStore = await open_failing(tmp_path)
    stopped: list[bool] = []
    async with running(tmp_path, store=store) as server:
        server.runtime.stop = lambda: stopped.append(True)
        first, other = await two_at_a_table(server)
        store.broken = True
        answer = await first.client.send(await prepare_move(first))
        assert isinstance(answer, Refused)
        assert stopped == [True]
        assert server.runtime.failed is not None
        for person in (first, other):
            await person.close()


async def test_people_are_told_at_once_that_saving_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that hangs is told within a second, and when it goes on; the move counts."""
    assert actors.SLOW < 1
    monkeypatch.setattr(actors, "SLOW", 0.05)
    async with running(tmp_path) as server:
        first, other = await two_at_a_table(server)
        move = await prepare_move(first)
        stored, go_on = server.runtime.store.tables, asyncio.Event()
        append = stored.append

        async def hang(*given: object, **more: object) -> None:
            await go_on.wait()
            await append(*given, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(stored, "append", hang)
        answer = asyncio.create_task(first.client.send(move))
        for person in (first, other):
            await person.hear(lambda me: outages(me) == [False])
        assert not answer.done()
        go_on.set()
        assert isinstance(await answer, Accepted)
        await until_up(other)
        for person in (first, other):
            await person.close()


async def test_a_disk_that_takes_small_things_only_is_asked_less_and_less_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "PROBE_EVERY", 0.01)
    async with running(tmp_path) as server:
        first, other = await two_at_a_table(server)
        registry, stored = server.runtime.tables, server.runtime.store.tables

        async def full(*given: object, **more: object) -> None:
            raise StoreAway("the disk is full")

        monkeypatch.setattr(stored, "append", full)
        with capture_logs() as logged:
            registry.store_failed(StoreAway("the disk is full"))
            await asyncio.sleep(1.0)
        away = [entry for entry in logged if entry["event"] == "store_away"]
        assert 2 <= len(away) <= 8  # at the same pause there would be about fifty
        for person in (first, other):
            await person.close()
