"""Matches in bulk: the same result however they are cut up, and what was done when interrupted."""

import os
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from ludoteca import record
from ludoteca.arena import simulate as simulation
from ludoteca.arena.kernels import Simulator
from ludoteca.arena.simulate import (
    SimulationPlan,
    SimulationSummary,
    chunks,
    default_jobs,
    simulate,
    summed,
)
from ludoteca.core import kernel
from ludoteca.core.game import Game
from tests.arena.modes import FASTEST
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def plan_for(
    game: Game, matches: int, mode: str = "interpreted", players: int = 2
) -> SimulationPlan:
    """Plan some matches by the usual rules."""
    return SimulationPlan(game.id, players, game.choose_options(), matches, 31, mode=mode)


def run(plan: SimulationPlan, jobs: int = 1) -> tuple[SimulationSummary, bool, list[int]]:
    """Simulate; give also all that was reported."""
    reported: list[int] = []
    summary, complete = simulate(plan, jobs, reported.append)
    return summary, complete, reported


def assert_equal(one: SimulationSummary, two: SimulationSummary) -> None:
    """Compare two summaries number by number."""
    assert one.matches == two.matches
    assert one.wins == pytest.approx(two.wins)
    assert np.array_equal(one.lengths, two.lengths)
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(one.tally, two.tally)


@each_game
def test_both_engines_and_any_number_of_jobs_give_one_summary(game: Game) -> None:
    players = game.player_counts[-1]
    alone, complete, reported = run(plan_for(game, 30, "interpreted", players))
    assert complete
    assert alone.matches == reported[-1] == 30
    assert_equal(alone, run(plan_for(game, 30, FASTEST, players))[0])
    assert_equal(alone, run(plan_for(game, 30, FASTEST, players), jobs=2)[0])


@each_game
def test_a_summary_counts_every_match_once(game: Game) -> None:
    simulator = plan_for(game, 0).simulator()
    lengths, scores, wins, tally = simulator.play(0, 12)
    summary = summed(simulator, 0, 12)
    assert summary.matches == summary.lengths.sum() == 12
    assert summary.moves == lengths.sum()
    assert sum(summary.wins) == pytest.approx(12)
    assert np.array_equal(summary.tally, tally)
    for seat in range(2):
        points = np.arange(len(summary.scores[seat]))
        assert (summary.scores[seat] * points).sum() == scores[:, seat].sum()
        assert summary.wins[seat] >= sum(bits == 1 << seat for bits in wins)


@each_game
def test_summaries_add_up(game: Game) -> None:
    simulator = plan_for(game, 0).simulator()
    total = SimulationSummary(2)
    for first, count in ((0, 5), (5, 1), (6, 6)):
        total.add(summed(simulator, first, count))
    assert_equal(total, summed(simulator, 0, 12))


def test_an_empty_summary_changes_nothing() -> None:
    one = SimulationSummary(2, 3, [1.5, 1.5], np.array([0, 3]), np.ones((2, 256), dtype=np.int64))
    one.tally = np.array([[4]])
    before = replace(one)
    one.add(
        SimulationSummary(2, 0, [0.0, 0.0], np.zeros(0, np.int64), 0 * one.scores, 0 * one.tally)
    )
    assert_equal(one, before)


def test_a_shared_win_counts_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[0]
    simulator = plan_for(game, 0).simulator()
    results = simulator.play(0, 3)
    results[2][:] = [0b01, 0b11, 0b11]
    monkeypatch.setattr(Simulator, "play", lambda *_: results)
    assert summed(simulator, 0, 3).wins == [2.0, 1.0]


def test_scores_beyond_the_table_count_as_the_highest(monkeypatch: pytest.MonkeyPatch) -> None:
    simulator = plan_for(GAMES[0], 0).simulator()
    results = simulator.play(0, 2)
    results[1][:] = [[10_000, -5], [simulation.HIGHEST, 0]]
    monkeypatch.setattr(Simulator, "play", lambda *_: results)
    scores = summed(simulator, 0, 2).scores
    assert scores[0][simulation.HIGHEST] == 2
    assert scores[1][0] == 2


@pytest.mark.parametrize("mode", kernel.MODES)
@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_chunks_are_bounded_and_cover_every_match(mode: str, jobs: int) -> None:
    for matches in (1, 5, 999, 10**6 + 1):
        plan = plan_for(GAMES[0], matches, mode)
        size = simulation.CHUNKS[mode]
        for most, cut in (
            (size, list(chunks(plan, jobs, mode))),
            (simulation.RECORDS_CHUNK, list(chunks(replace(plan, records="x"), jobs, mode))),
        ):
            assert all(0 < count <= most for _, count in cut)
            assert cut[0][0] == 0
            assert sum(count for _, count in cut) == matches
            assert all(a + n == b for (a, n), (b, _) in pairwise(cut))


@each_game
def test_an_interrupted_run_gives_what_was_done(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def interrupted(simulator: Simulator, first: int, count: int) -> SimulationSummary:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(count)
        return summed(simulator, first, count)

    monkeypatch.setattr(simulation, "summed", interrupted)
    monkeypatch.setitem(simulation.CHUNKS, "interpreted", 2)
    summary, complete, reported = run(plan_for(game, 20))
    assert not complete
    assert played == [2, 2, 2]
    assert reported == [0, 2, 4, 6]
    monkeypatch.undo()
    assert_equal(summary, run(plan_for(game, 6))[0])


def test_an_interruption_before_the_first_match_gives_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(plan: SimulationPlan) -> Simulator:
        raise KeyboardInterrupt

    monkeypatch.setattr(SimulationPlan, "simulator", interrupted)
    summary, complete, reported = run(plan_for(GAMES[0], 20))
    assert (summary.matches, complete, reported) == (0, False, [])


@each_game
def test_processes_are_left_in_peace_when_interrupted(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the pool has begun is waited for; what it has not begun is dropped."""
    reported: list[int] = []

    def report(done: int) -> None:
        reported.append(done)
        if done:
            raise KeyboardInterrupt

    monkeypatch.setitem(simulation.CHUNKS, "interpreted", 1)
    summary, complete = simulate(plan_for(game, 200), 2, report)
    assert not complete
    assert summary.matches == reported[-1] == 1


@each_game
def test_every_record_holds_and_tells_of_its_match(game: Game, tmp_path: Path) -> None:
    plan = replace(plan_for(game, 7, FASTEST, game.player_counts[-1]), records=str(tmp_path))
    summary, complete, _ = run(plan)
    assert complete
    paths = sorted(tmp_path.iterdir())
    assert len(paths) == 7
    scores = plan.simulator().play(0, 7)[1]
    for number, path in enumerate(paths):
        verdict = record.verify(path.read_bytes())
        assert not verdict.rolls_checked
        assert verdict.record.header.match == f"simulation-31-{number}"
        result = verdict.record.timeline.result()
        assert [parts["total"] for parts in result.scores] == scores[number].tolist()
    without = run(replace(plan, records=None))[0]
    assert_equal(summary, without)


@each_game
def test_any_number_of_jobs_writes_the_same_records(game: Game, tmp_path: Path) -> None:
    written = []
    for jobs in (1, 2):
        directory = tmp_path / str(jobs)
        directory.mkdir()
        run(replace(plan_for(game, 9), records=str(directory)), jobs)
        written.append({path.name: path.read_bytes() for path in directory.iterdir()})
    assert len(written[0]) == 9
    assert written[0] == written[1]


def test_few_compiled_matches_need_no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(kernel.MODE_SETTING, raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2}, raising=False)
    assert default_jobs(simulation.SMALL) == 1
    assert default_jobs(simulation.SMALL + 1) == 3
    monkeypatch.setenv(kernel.MODE_SETTING, "interpreted")
    assert default_jobs(10) == 3
