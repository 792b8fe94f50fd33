"""Final matches are judged once, for everybody; what was begun is gone on with."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca import games
from ludoteca.bots.base import Line
from ludoteca.bots.spec import BotPlayer
from ludoteca.coach.analysis import MARKS, Judgement, moves_of
from ludoteca.core.game import Game
from ludoteca.protocol.common import TableSetting
from ludoteca.record.read import read
from ludoteca.record.replay import Step
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.runtime import Runtime
from ludoteca.server.tables import analyses as module
from ludoteca.server.tables.analyses import FORMAT, LEFT_AFTER, Study
from tests.server.live import arrive, running

GAME = games.names()[-1]
QUICK = "mcts:2p"


@asynccontextmanager
async def finished(folder: Path, **more: Any) -> AsyncIterator[tuple[Runtime, str]]:
    """Run a server at which a match is over."""
    async with running(folder, analysis=QUICK, **more) as server:
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game=GAME, bots=("beginner",)))
        await ada.be_ready()
        await ada.start()
        with pytest.raises(ServerRefusal, match="not_final"):
            await server.runtime.analyses.begin(match)
        await ada.play()
        await ada.close()
        yield server.runtime, match


async def at_a_glance(game: Game, step: Step, adviser: BotPlayer, seed: int) -> Judgement:
    """Judge without thinking: whatever was played was best."""
    assert step.seat is not None
    assert step.action is not None
    line = Line(step.action, 0.5, 20.0, 1)
    return Judgement(step.ply, step.seat, step.text, line, step.text, line)


async def until_done(runtime: Runtime, match: str) -> Study:
    async with asyncio.timeout(240):
        while True:
            study = await runtime.analyses.look(match)
            busy = runtime.analyses.is_under_way(match, study)
            if study is not None and study.done and not busy:
                return study
            assert busy
            await asyncio.sleep(0.02)


async def test_every_move_is_judged_and_the_study_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "KEEP_EVERY", 0.0)
    async with finished(tmp_path) as (runtime, match):
        await runtime.analyses.begin(match)
        await runtime.analyses.begin(match)  # the second who asks has nothing to begin
        study = await until_done(runtime, match)
        record = read((await runtime.archive.read_record(match)).encode())
        assert [one.ply for one in study.judged] == [step.ply for step in moves_of(record)]
        assert study.of == len(study.judged)
        assert {one.mark for one in study.judged} <= set(MARKS)
        for one in study.judged:
            assert (one.better is None) == (one.better_move is None) == (one.mark == "best")
            assert 0 <= one.win <= 1
            assert 0 <= one.win_lost <= 1
        await runtime.analyses.begin(match)
        assert await runtime.analyses.look(match) == study
        assert not runtime.analyses.is_under_way(match, study)


async def test_what_another_process_left_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with finished(tmp_path) as (runtime, match):
        monkeypatch.setattr(runtime.bot_pool, "judge", at_a_glance)
        await runtime.analyses.begin(match)
        whole = await until_done(runtime, match)
        first = msgspec.structs.replace(whole.judged[0], text="as it was left")

        async def leave(at: float) -> Study:
            left = Study(whole.of, at, [first])
            await runtime.store.history.keep_analysis(
                match, f"{QUICK} {FORMAT}", msgspec.json.encode(left)
            )
            return left

        fresh = await leave(runtime.clock())
        await runtime.analyses.begin(match)
        assert runtime.analyses.is_under_way(match, fresh), "somebody else is at it"
        assert await runtime.analyses.look(match) == fresh

        old = await leave(runtime.clock() - LEFT_AFTER - 1)
        assert not runtime.analyses.is_under_way(match, old)
        await runtime.analyses.begin(match)
        again = await until_done(runtime, match)
        assert again.judged[0] == first
        assert [one.ply for one in again.judged] == [one.ply for one in whole.judged]


async def test_too_many_at_once_and_a_host_who_wants_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with finished(tmp_path) as (runtime, match):
        monkeypatch.setattr(module, "MOST_WAITING", 0)
        with pytest.raises(ServerRefusal) as refused:
            await runtime.analyses.begin(match)
        assert refused.value.code == "busy"
        monkeypatch.setattr(runtime.analyses, "_name", "")
        with pytest.raises(ServerRefusal) as refused:
            await runtime.analyses.begin(match)
        assert refused.value.code == "no_analyses"
        assert await runtime.analyses.look(match) is None


async def test_a_move_without_an_answer_in_time_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with finished(tmp_path) as (runtime, match):
        late: list[int] = []

        async def slow(game: Game, step: Step, *more: Any) -> Judgement:
            if not late:
                late.append(step.ply)
                raise TimeoutError
            return await at_a_glance(game, step, *more)

        monkeypatch.setattr(runtime.bot_pool, "judge", slow)
        await runtime.analyses.begin(match)
        study = await until_done(runtime, match)
        assert late[0] not in [one.ply for one in study.judged]
        assert len(study.judged) == study.of - 1
