"""How fast random matches are played, by each engine, on one core and on all."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from ludoteca import games
from ludoteca.arena.kernels import Simulator
from ludoteca.client.process_pool import ProcessPool
from ludoteca.core.game import Game
from ludoteca.search.engine import loaded

SEED = 1
STEPS = {"native": 2_000, "checked": 2_000, "interpreted": 20}
"""Matches played between two looks at the clock."""

ROUNDS = 3
"""Rounds per single-core speed; the best one counts, as the machine may be busy."""


@dataclass(frozen=True)
class Speed:
    """One measurement."""

    game: str
    players: int
    engine: str
    cores: int
    matches_per_s: float
    moves_per_s: float

    def fields(self) -> dict[str, object]:
        """Return it for machines."""
        return asdict(self)


def _run(game_id: str, players: int, mode: str, seconds: float) -> tuple[float, float]:
    """Play for a while; give matches and moves per second."""
    simulator = Simulator(games.load(game_id), players, {}, SEED, mode)
    matches = moves = 0
    began = now = time.perf_counter()
    while now - began < seconds:
        lengths = simulator.play(matches, STEPS[mode])[0]
        matches += len(lengths)
        moves += int(lengths.sum())
        now = time.perf_counter()
    return matches / (now - began), moves / (now - began)


def measure(game: Game, seconds: float) -> Iterator[Speed]:
    """Measure a game with every number of players, by every engine that is there."""
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    modes = dict.fromkeys((loaded(game).mode, "interpreted"))
    with tempfile.TemporaryDirectory() as directory, ProcessPool(cores) as pool:
        yardstick = build_yardstick(game, Path(directory))
        for players in game.player_counts:
            for mode in modes:
                rounds = [_run(game.id, players, mode, seconds / ROUNDS) for _ in range(ROUNDS)]
                yield Speed(game.id, players, mode, 1, *max(rounds))
                if cores > 1:
                    # Once to start the processes and load the kernels, once to measure.
                    for length in (0.01, seconds):
                        work = [
                            pool.submit(_run, game.id, players, mode, length) for _ in range(cores)
                        ]
                        speeds = [future.result() for future in work]
                    together = (
                        sum(speed[0] for speed in speeds),
                        sum(speed[1] for speed in speeds),
                    )
                    yield Speed(game.id, players, mode, cores, *together)
            if yardstick is not None:
                yield _run_yardstick(game, yardstick, players, seconds)


def build_yardstick(game: Game, directory: Path) -> Path | None:
    """Compile the C program that plays the same matches; None without a checkout or a compiler."""
    home = Path(__file__).parents[3] / "benchmarks" / "yardstick"
    source = home / f"{game.id}.c"
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or not source.exists():
        return None
    program, header = directory / game.id, directory / "tables.h"
    flags = ["-O3", "-march=native", "-std=c11", f"-I{directory}"]
    for command in (
        [sys.executable, str(home / "tables.py"), str(header)],
        [compiler, *flags, "-o", str(program), str(source)],
    ):
        if subprocess.run(command, check=False, capture_output=True).returncode != 0:
            return None
    return program


def _run_yardstick(game: Game, program: Path, players: int, seconds: float) -> Speed:
    options = [str(index) for index in game.option_indices({})]

    def once(matches: int) -> dict[str, float]:
        command = [str(program), str(players), str(matches), str(SEED), *options]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        result: dict[str, float] = json.loads(done.stdout)
        return result

    trial = once(20_000)
    matches = max(20_000, int(trial["matches"] / trial["seconds"] * seconds / ROUNDS))
    best = max(
        (once(matches) for _ in range(ROUNDS)), key=lambda run: run["matches"] / run["seconds"]
    )
    return Speed(
        game.id,
        players,
        "c",
        1,
        best["matches"] / best["seconds"],
        best["moves"] / best["seconds"],
    )
