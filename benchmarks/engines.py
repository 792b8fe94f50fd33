"""The engines beside each other, in one run: `python -m benchmarks.engines`.

Rates a second of processor time on one core, the best of several short rounds that take turns, so
that a busy machine slows all of them alike. Two players; search from a position in mid-match.
"""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ludoteca import games
from ludoteca.arena.kernels import Simulator
from ludoteca.bots import mcts
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State
from ludoteca.rl.batch import Batch
from ludoteca.search.candidates import looks
from ludoteca.search.engine import SearchKernels, weights_of
from ludoteca.search.forest import Tree

MODES = ("native", "interpreted")
MATCHES = {"native": 400, "interpreted": 4}
WORLDS, CANDIDATES, PLAYOUTS = 40, 8, 320
MOVES = 30
"""Moves at the root of a tree."""

SLICE = 0.1
"""Seconds of processor time in a round."""

Work = tuple[Callable[[], object], int]
"""What to do, and how many units that is."""


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


def measure(game: Game, rounds: int) -> dict[str, dict[str, float]]:
    """Measure a game; the engines take turns."""
    everything = {mode: works(game, mode) for mode in MODES}
    best: dict[str, dict[str, float]] = {}
    for _ in range(rounds):
        for mode, found in everything.items():
            for name, work in found.items():
                rates = best.setdefault(name, {})
                rates[mode] = max(rates.get(mode, 0.0), rate(work))
    return best


def main(arguments: list[str] | None = None) -> Any:
    """Print a row for each measurement."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    np.seterr(all="raise")
    results = {name: measure(games.load(name), given.rounds) for name in games.names()}
    if given.json:
        print(json.dumps(results))
        return results
    for game, found in results.items():
        for name, rates in found.items():
            columns = ", ".join(f"{mode} {value:,.0f}" for mode, value in rates.items())
            print(f"{game} {name}: {columns} a second")
    return results


if __name__ == "__main__":
    main()
