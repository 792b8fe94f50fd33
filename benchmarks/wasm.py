"""How fast WebAssembly is in Node beside native code: `python -m benchmarks.wasm`.

Both do the same work in turn, in one run, and must come to the same results. Seconds are those that
the processor worked for the thread that called; of each, the best of some rounds counts. Another
folder of modules than the one that ships can be named.
"""

import argparse
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.search import position
from ludoteca import games, kernels
from ludoteca.bots import mcts
from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.core.types import State
from ludoteca.search.candidates import looks
from ludoteca.search.engine import loaded
from ludoteca.search.forest import Tree
from tests.games.webassembly import MODULES, Driver, WebFunction, driver

ROUNDS = 15
MATCHES, WORLDS, PLAYOUTS = 20_000, 1000, 15_000
CANDIDATES = 16
MOVES = 30
"""Moves at the root of a tree."""

PLAYERS = 2


@dataclass(frozen=True)
class Task:
    """A call to measure, and how much of what it does."""

    what: str
    count: int
    entry: str
    arguments: Callable[[int], list[Any]]
    """Makes fresh arguments for a round."""


def random_matches(game: Game) -> Task:
    """Play whole matches at random."""
    made, scoring = loaded(game), game.modules.scoring
    shape = (len(scoring.TALLY_ROWS), len(scoring.TALLY_COLUMNS))
    return Task(
        "random matches", MATCHES, "play_matches",
        lambda number: [
            made.states(game.new_state()), PLAYERS, made.given(game.option_indices({})), 1,
            number * MATCHES, made.integers(1), made.integers(MATCHES),
            made.counters(MATCHES, PLAYERS), made.integers(MATCHES), made.counters(*shape),
        ],
    )  # fmt: skip


def playouts(game: Game, state: State, seat: int) -> Task:
    """Play candidates out by the quick policy."""
    made, candidates = loaded(game), game.legal(state, seat)[:CANDIDATES]
    view = game.view(state, seat).state
    return Task(
        "playouts", WORLDS * len(candidates), "play_candidates",
        lambda number: [
            made.states(view), seat, PLAYERS, made.given(candidates),
            made.beliefs(made.states(view), seat), 0, WORLDS, number,
            made.integers(1), made.integers(PLAYERS),
            *(made.floats(len(candidates)) for _ in range(3)),
        ],
    )  # fmt: skip


def tree_search(game: Game, state: State, seat: int) -> Task:
    """Grow a tree as the bot `mcts` does."""
    made, view = loaded(game), game.view(state, seat)
    moves = looks(made, view, MOVES)
    return Task(
        "tree search", PLAYOUTS, "grow_tree",
        lambda number: list(Tree(made, view, *moves, mcts.USUAL).arguments(PLAYOUTS, number)),
    )  # fmt: skip


def tasks(game: Game) -> Iterator[Task]:
    """List what is measured for a game, in the middle of a match."""
    yield random_matches(game)
    setup = 4 if len(game.movers(position(game, 0))) > 1 else 0
    state = position(game, setup + 14)
    seat = game.movers(state)[0]
    yield playouts(game, state, seat)
    yield tree_search(game, state, seat)


def measure(task: Task, native: Callable[..., Any], web: WebFunction) -> tuple[float, float]:
    """Return how much of the work each does in a second."""
    best = [0.0, 0.0]
    for number in range(ROUNDS):
        one, other = task.arguments(number), task.arguments(number)
        began = time.thread_time()
        native(*one)
        seconds = time.thread_time() - began
        web(*other)
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
        best = [max(best[0], task.count / seconds), max(best[1], task.count / web.seconds)]
    return best[0], best[1]


def print_sizes(run: Driver, folder: Path) -> None:
    """Print what a module weighs, as it is and as it is sent."""
    print("| game | raw | gzip | brotli |\n|---|---:|---:|---:|")
    for name in games.names():
        raw = (folder / f"{name}.wasm").read_bytes()
        brotli = run.ask(order="list", game=name)["brotli"]
        sizes = (len(raw), len(zlib.compress(raw, 9)), brotli)
        print(f"| {name} | {' | '.join(f'{size / 1000:.1f} kB' for size in sizes)} |")
    print()


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure every game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=MODULES)
    folder = parser.parse_args(arguments).folder
    with driver(folder) as run:
        print_sizes(run, folder)
        print("| game | what | native a second | WebAssembly a second | ratio |")
        print("|---|---|---:|---:|---:|")
        for name in games.names():
            game = games.load(name)
            entries = kernels.entries(game)
            provided, state = kernels.provided(game), type(game.new_state())
            made = kernel.load(entries, provided, state, name, "native").functions
            by_name = {entry.__name__: entry for entry in entries}
            for task in tasks(game):
                web = WebFunction(run, name, by_name[task.entry])
                rates = measure(task, getattr(made, task.entry), web)
                numbers = f"{rates[0]:,.0f} | {rates[1]:,.0f} | {rates[1] / rates[0]:.2f}"
                print(f"| {name} | {task.what} | {numbers} |", flush=True)


if __name__ == "__main__":
    main()
