"""Random matches in bulk: any number in bounded memory, on one core or several."""

import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ludoteca import games
from ludoteca.arena.kernels import Simulator
from ludoteca.client.process_pool import ProcessPool
from ludoteca.core import kernel
from ludoteca.core.game import Options
from ludoteca.record import Header, Timeline, write

Numbers = npt.NDArray[np.int64]

HIGHEST = 255
"""Scores are counted one by one up to here; higher ones count as this."""

CHUNKS = {"native": 20_000, "checked": 10_000, "interpreted": 200}
"""Matches played between two signs of life."""

RECORDS_CHUNK = 100
SMALL = 400_000
"""Up to this many matches, starting processes takes longer than playing them in one."""


@dataclass(frozen=True)
class SimulationPlan:
    """What to simulate."""

    game_id: str
    players: int
    options: Options
    matches: int
    seed: int
    records: str | None = None
    mode: str | None = None

    def simulator(self) -> Simulator:
        """Load the kernels for this plan."""
        game = games.load(self.game_id)
        return Simulator(game, self.players, self.options, self.seed, self.mode)


@dataclass
class SimulationSummary:
    """What came out, summed up; two of them can be added."""

    players: int
    matches: int = 0
    wins: list[float] = field(default_factory=list)
    lengths: Numbers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    scores: Numbers = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))
    tally: Numbers = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))

    def __post_init__(self) -> None:
        """Begin with nothing."""
        if not self.wins:
            self.wins = [0.0] * self.players
            self.scores = np.zeros((self.players, HIGHEST + 1), dtype=np.int64)

    def add(self, other: "SimulationSummary") -> None:
        """Take another summary in."""
        self.matches += other.matches
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        longest = max(len(self.lengths), len(other.lengths))
        self.lengths = _stretched(self.lengths, longest) + _stretched(other.lengths, longest)
        self.scores = self.scores + other.scores
        self.tally = other.tally + (self.tally if self.tally.size else 0)

    @property
    def moves(self) -> int:
        """How many moves were made in all."""
        return int((self.lengths * np.arange(len(self.lengths))).sum())


def _stretched(counts: Numbers, length: int) -> Numbers:
    return np.concatenate([counts, np.zeros(length - len(counts), dtype=np.int64)])


def summed(simulator: Simulator, first: int, count: int) -> SimulationSummary:
    """Play some matches and sum them up."""
    lengths, scores, wins, tally = simulator.play(first, count)
    summary = SimulationSummary(simulator.players, count)
    for bits, times in zip(*np.unique(wins, return_counts=True), strict=True):
        seats = [seat for seat in range(simulator.players) if bits >> seat & 1]
        for seat in seats:
            summary.wins[seat] += int(times) / len(seats)
    summary.lengths = np.bincount(lengths)
    for seat in range(simulator.players):
        points = np.clip(scores[:, seat], 0, HIGHEST)
        summary.scores[seat] = np.bincount(points, minlength=HIGHEST + 1)
    summary.tally = tally
    return summary


def write_record(simulator: Simulator, plan: SimulationPlan, match: int, directory: Path) -> Path:
    """Play one match again and write its record."""
    game = simulator.game
    header = Header(
        game=game,
        match=f"simulation-{plan.seed}-{match}",
        options=plan.options,
        players=tuple(f"bot:random {seat}" for seat in range(plan.players)),
    )
    timeline = Timeline.of(header)
    log = iter(simulator.log(match))
    for ply in log:
        if ply < 0:
            rest = chain([ply], log)
            timeline.deal(game.deal_with(timeline.state, partial(_next_outcome, rest))[1])
        else:
            seat = game.to_move(timeline.state)
            assert seat is not None
            timeline.move(seat, ply)
    path = directory / f"{game.id}-{plan.seed}-{match:07}.ludo"
    text = write(header, (step.text for step in timeline.steps), finished=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def _next_outcome(log: Iterator[int], _: object) -> int:
    return -1 - next(log)


def chunks(plan: SimulationPlan, jobs: int, mode: str) -> Iterator[tuple[int, int]]:
    """Cut the matches into chunks: number of the first, and how many."""
    size = CHUNKS[mode]
    if plan.records is not None:
        size = min(size, RECORDS_CHUNK)
    size = max(1, min(size, math.ceil(plan.matches / (4 * jobs))))
    for first in range(0, plan.matches, size):
        yield first, min(size, plan.matches - first)


def _play_chunk(
    simulator: Simulator, plan: SimulationPlan, first: int, count: int
) -> SimulationSummary:
    if plan.records is not None:
        for match in range(first, first + count):
            write_record(simulator, plan, match, Path(plan.records))
    return summed(simulator, first, count)


_worker: tuple[Simulator, SimulationPlan] | None = None
"""What a process of the pool works with, loaded once."""


def _prepare(plan: SimulationPlan) -> None:
    global _worker  # a process of the pool has no other place
    _worker = plan.simulator(), plan


def _work(first: int, count: int) -> SimulationSummary:
    assert _worker is not None
    return _play_chunk(*_worker, first, count)


def default_jobs(matches: int) -> int:
    """Choose how many processes are worth it."""
    if kernel.wanted_mode() != "interpreted" and matches <= SMALL:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def simulate(
    plan: SimulationPlan, jobs: int, report: Callable[[int], None]
) -> tuple[SimulationSummary, bool]:
    """Play all matches; return the summary, and False if it was interrupted before the end.

    `report` hears how many matches are done, starting with 0. Results do not depend on the number
    of jobs.
    """
    total = SimulationSummary(plan.players)
    try:
        simulator = plan.simulator()
        report(0)
        for part in _parts(plan, jobs, simulator):
            total.add(part)
            report(total.matches)
    except KeyboardInterrupt:
        return total, False
    return total, True


def _parts(plan: SimulationPlan, jobs: int, simulator: Simulator) -> Iterator[SimulationSummary]:
    if jobs == 1:
        for first, count in chunks(plan, jobs, simulator.mode):
            yield _play_chunk(simulator, plan, first, count)
        return
    with ProcessPool(jobs, partial(_prepare, plan)) as pool:
        yield from pool.results(_work, chunks(plan, jobs, simulator.mode))
