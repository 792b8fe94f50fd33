"""The engines beside each other, in one run: `python -m benchmarks.engines`.

Rates a second of processor time on one core, the best of several short rounds that take turns, so
that a busy machine slows all of them alike. Two players; search from a position in mid-match.
Where there is a C compiler, the yardstick (`c`) takes its turn in random matches of My Shelfie. The
ratio to it is that of the best rounds, and the median over the pairs of rounds.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca import games
from ludoteca.arena.kernels import Simulator
from ludoteca.arena.measure import build_yardstick
from ludoteca.bots import mcts
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State
from ludoteca.rl.batch import Batch
from ludoteca.search.candidates import looks
from ludoteca.search.engine import SearchKernels, weights_of
from ludoteca.search.forest import Tree

MODES = ("native", "interpreted")
YARDSTICK = "c"
MATCHES = {"native": 4000, "interpreted": 4, YARDSTICK: 40_000}
WORLDS, CANDIDATES, PLAYOUTS = 40, 8, 320
MOVES = 30
"""Moves at the root of a tree."""

SLICE = 0.1
"""Seconds of processor time in a round."""

Work = tuple[Callable[[], object], int]
"""What to do, and how many units that is."""

Round = Callable[[], float]
"""Works for a moment; returns units a second of processor time."""


def middle_of_a_match(game: Game, plies: int = 24) -> tuple[State, int]:
    """Play random moves; return what the seat to move sees, and the seat."""
    rng, state = seeded(5), game.new(2)
    while True:
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda number: below(rng, number))
            continue
        seat = game.movers(state)[0]
        if plies == 0:
            return game.view(state, seat).state, seat
        legal = game.legal(state, seat)
        state = game.apply(state, seat, legal[below(rng, len(legal))])
        plies -= 1


def works(game: Game, mode: str) -> dict[str, Work]:
    """Prepare what is measured for one engine."""
    simulator, kernels = Simulator(game, 2, {}, 1, mode), SearchKernels(game, mode)
    view, seat = middle_of_a_match(game)
    functions, states = kernels.functions, kernels.states(view)
    weights = weights_of(game, 2)
    given, features = kernels.given(weights), kernels.integers(len(weights))
    rng, scores = kernels.integers(1), kernels.integers(2)
    candidates = kernels.given(game.legal(view, seat)[:CANDIDATES])
    sums = [kernels.floats(CANDIDATES) for _ in range(3)]
    beliefs = kernels.beliefs(states, seat)
    seen = View(seat, view)
    moves = looks(kernels, seen, MOVES)

    def grow() -> None:
        Tree(kernels, seen, *moves, mcts.USUAL).grow(PLAYOUTS, 7)

    found: dict[str, Work] = {
        "random matches": (lambda: simulator.play(0, MATCHES[mode]), MATCHES[mode]),
        "looking ahead": (
            lambda: functions.look_ahead(
                states, seat, given, features, candidates, beliefs, 0, WORLDS, 7, rng, sums[0]
            ),
            WORLDS * len(candidates),
        ),
        "playouts": (
            lambda: functions.play_candidates(
                states, seat, 2, candidates, beliefs, 0, WORLDS, 7, rng, scores, *sums
            ),
            WORLDS * len(candidates),
        ),
        "tree search": (grow, PLAYOUTS),
    }
    if mode == "native":
        batch = Batch(game, 1024, players=2, seed=1, copy=False)
        found["vector environment"] = (lambda: batch.step(batch.random_actions()), 1024)
    return found


def rate(work: Work) -> float:
    """Return units a second of processor time, in one round."""
    do, units = work
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SLICE:
        do()
        done += units
    return done / spent


def yardstick_round(game: Game, program: Path) -> Round:
    """Return what lets the yardstick play random matches."""
    numbers = (2, MATCHES[YARDSTICK], 1, *game.option_indices({}))
    command = [str(program), *map(str, numbers)]

    def play() -> float:
        answer = json.loads(subprocess.check_output(command))
        return float(answer["matches"] / answer["processor_seconds"])

    return play


def measure(game: Game, rounds: int, program: Path | None) -> dict[str, dict[str, float]]:
    """Measure a game; the engines take turns."""
    everything: dict[str, dict[str, Round]] = {}
    for mode in MODES:
        for name, work in works(game, mode).items():
            everything.setdefault(name, {})[mode] = partial(rate, work)
    if program is not None:
        everything["random matches"][YARDSTICK] = yardstick_round(game, program)
    results: dict[str, dict[str, float]] = {}
    for name, engines in everything.items():
        seen: dict[str, list[float]] = {engine: [] for engine in engines}
        for _ in range(rounds):
            for engine, once in engines.items():
                seen[engine].append(once())
        results[name] = {engine: max(rates) for engine, rates in seen.items()}
        if YARDSTICK in seen:
            pairs = zip(seen["native"], seen[YARDSTICK], strict=True)
            best = results[name]["native"] / results[name][YARDSTICK]
            results[name]["ratio"] = best
            results[name]["median ratio"] = statistics.median(own / c for own, c in pairs)
    return results


def format_rates(rates: dict[str, float]) -> str:
    """Write rates with their units, and ratios.

    >>> format_rates({"native": 1234.5, "ratio": 0.81234})
    'native 1,234 a second, ratio 0.812'
    """
    return ", ".join(
        f"{name} {value:.3f}" if "ratio" in name else f"{name} {value:,.0f} a second"
        for name, value in rates.items()
    )


def main(arguments: list[str] | None = None) -> Any:
    """Print a row for each measurement."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("games", nargs="*", default=games.names())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    np.seterr(all="raise")
    results = {}
    with tempfile.TemporaryDirectory() as directory:
        for name in given.games:
            game = games.load(name)
            program = build_yardstick(game, Path(directory))
            results[name] = measure(game, given.rounds, program)
    if given.json:
        print(json.dumps(results))
        return results
    for game, found in results.items():
        for name, rates in found.items():
            print(f"{game} {name}: {format_rates(rates)}")
    return results


if __name__ == "__main__":
    main()
