"""Finding the weights of a game's evaluation by play: CMA-ES on matches against the best so far."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca import games
from ludoteca.client.process_pool import ProcessPool
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.search.engine import loaded, weights_of

WIN = 10.0
"""A win counts as much as this many points of margin."""

SMALLEST_SCALE = 120.0
"""Weights near zero are tried in steps of this size."""


REPLACE_EVERY = 10
"""Generations after which the middle of the search may become the one to beat."""

TRIAL_SEED, FINAL_SEED = 7_919, 999_983
"""Tuning, trials and the final comparison use different deals."""

TRIAL_DEALS = 200
FINAL_DEALS = 500
"""Deals on which new weights are compared with the old ones, on the way and at the end."""


@dataclass(frozen=True)
class Task:
    """What is tuned, and how long."""

    game_id: str
    players: int
    generations: int
    population: int
    deals: int
    seed: int


@dataclass(frozen=True)
class Duel:
    """How one set of weights did against another."""

    matches: int
    win_rate: float
    margin: float
    score: float

    @property
    def fitness(self) -> float:
        """What tuning makes as large as it can."""
        return self.margin + WIN * self.win_rate


def duel(
    game_id: str,
    players: int,
    weights: Sequence[Sequence[int]],
    seed: int,
    first: int,
    deals: int,
) -> Duel:
    """Play weights 0 against weights 1 on some deals, in every seat."""
    game = games.load(game_id)
    kernels = loaded(game)
    states = kernels.states(game.new(players))
    totals = kernels.floats(4)
    kernels.functions.play_duels(
        states,
        players,
        kernels.given(game.option_indices({})),
        kernels.table(weights),
        kernels.integers(len(weights[0])),
        seed,
        first,
        deals,
        kernels.integers(1),
        kernels.integers(1),
        kernels.integers(players),
        totals,
    )
    matches = int(totals[0])
    return Duel(matches, totals[1] / matches, totals[2] / matches, totals[3] / matches)


def _load_cma() -> Any:
    """Load the optional extra, which would warn that it can't draw without matplotlib."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Could not import matplotlib")
        import cma
    return cma


def tune(task: Task, jobs: int, report: Callable[[int, Duel], None]) -> tuple[list[int], Duel]:
    """Search for better weights; return the best found and how they do against the old ones.

    Deals for tuning and for the final comparison come from different seeds.
    """
    cma = _load_cma()
    game = games.load(task.game_id)
    if game.modules.evaluation is None:
        raise UsageError(
            f"{game.name} has no evaluation to tune: write its module evaluation.py first"
        )
    old = list(weights_of(game, task.players))
    scales = [max(abs(weight), SMALLEST_SCALE) for weight in old]
    options = {"seed": task.seed + 1, "popsize": task.population, "verbose": -9}
    search = cma.CMAEvolutionStrategy([0.0] * len(old), 0.3, options)

    def as_weights(point: Sequence[float]) -> list[int]:
        return [round(w + s * x) for w, s, x in zip(old, scales, point, strict=True)]

    best = old
    with ProcessPool(jobs) as pool:
        for generation in range(task.generations):
            points = search.ask()
            first = generation * task.deals
            work = [
                pool.submit(
                    duel,
                    task.game_id,
                    task.players,
                    [as_weights(point), best],
                    task.seed,
                    first,
                    task.deals,
                )
                for point in points
            ]
            results = [future.result() for future in work]
            search.tell(points, [-result.fitness for result in results])
            middle = as_weights(search.mean)
            report(generation, max(results, key=lambda result: result.fitness))
            if generation % REPLACE_EVERY == REPLACE_EVERY - 1:
                best = keep_better(task, middle, best, generation)
    final = keep_better(task, as_weights(search.mean), best, task.generations)
    return final, duel(
        task.game_id, task.players, [final, old], task.seed + FINAL_SEED, 0, FINAL_DEALS
    )


def keep_better(task: Task, new: list[int], old: list[int], number: int) -> list[int]:
    """Keep the weights that do better than the old ones do against themselves, on fresh deals.

    With three and more players the lead over the *best* other is below 0 between equals.
    """

    def fitness(weights: list[int]) -> float:
        first = number * TRIAL_DEALS
        seed = task.seed + TRIAL_SEED
        both = [weights, old]
        return duel(task.game_id, task.players, both, seed, first, TRIAL_DEALS).fitness

    return new if fitness(new) > fitness(old) else old


def weights_toml(game: Game, weights: dict[int, Sequence[int]]) -> str:
    """Write the weights as the game's data file."""
    evaluation: Any = game.modules.evaluation
    lines = [
        "# What each feature of `evaluation` is worth, in thousandths of a point, by the number of",
        "# players. Made by `ludoteca tune`.",
    ]
    for players, values in weights.items():
        lines += ["", f"[players.{players}]"]
        lines += [
            f"{name} = {value}" for name, value in zip(evaluation.FEATURES, values, strict=True)
        ]
    return "\n".join(lines) + "\n"
