"""Finding the weights of a game's evaluation by play: CMA-ES on matches against the best so far."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ludoteca import games
from ludoteca.arena.duel import Duel, DuelComparison, duel
from ludoteca.bots.spec import BotPlayer, parse_player
from ludoteca.client.process_pool import ProcessPool
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.search.engine import weights_of

SMALLEST_SCALE = 120.0
"""Weights near zero are tried in steps of this size."""


REPLACE_EVERY = 10
"""Generations after which the middle of the search may become the one to beat."""

TRIAL_SEED, FINAL_SEED = 7_919, 999_983
"""Tuning, trials and the final comparison use different deals."""

FINAL_DEALS, FINAL_DEALS_OF_PLAYER = 500, 100
"""Deals on which new weights are compared with the old ones at the end: by looks, and by a bot."""

TRIALS = 0.4
"""Share of those deals that a trial on the way takes."""

AT_ONCE = 20
"""Deals of a comparison that a process plays at once."""


@dataclass(frozen=True)
class Task:
    """What is tuned, and how long."""

    game_id: str
    players: int
    generations: int
    population: int
    deals: int
    seed: int
    player: str | None = None
    """The bot that plays with both sets of weights; None: the move that looks best is made."""
    final_deals: int = FINAL_DEALS
    """Deals of the comparison at the end."""


def _load_cma() -> Any:
    """Load the optional extra, which would warn that it can't draw without matplotlib."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Could not import matplotlib")
        import cma
    return cma


def tune(
    task: Task, jobs: int, report: Callable[[int, Duel], None]
) -> tuple[list[int], DuelComparison]:
    """Search for better weights; return them, and how those found compare with the old ones.

    Unless they are clearly better, the old ones are returned. Deals for tuning and for the final
    comparison come from different seeds.
    """
    cma = _load_cma()
    game = games.load(task.game_id)
    if game.modules.evaluation is None:
        raise UsageError(
            f"{game.name} has no evaluation to tune: write its module evaluation.py first"
        )
    if task.player is not None and not isinstance(parse_player(task.player), BotPlayer):
        raise UsageError(f"--player {task.player}: name a bot in Python, like mcts:100p")
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
                    task.player,
                )
                for point in points
            ]
            results = [future.result() for future in work]
            search.tell(points, [-result.fitness for result in results])
            report(generation, max(results, key=lambda result: result.fitness))
            if generation % REPLACE_EVERY == REPLACE_EVERY - 1:
                best = keep_better(task, pool, as_weights(search.mean), best, generation)
        middle = as_weights(search.mean)
        found = keep_better(task, pool, middle, best, task.generations)
        if found == old:
            found = middle
        seed = task.seed + FINAL_SEED
        comparison = compare(task, pool, found, old, seed, 0, task.final_deals)
    return found if comparison.is_better else old, comparison


def keep_better(
    task: Task, pool: ProcessPool, new: list[int], old: list[int], number: int
) -> list[int]:
    """Keep the new weights if they are clearly better than the old ones, on fresh deals."""
    deals = max(1, round(TRIALS * task.final_deals))
    seed = task.seed + TRIAL_SEED
    is_better = compare(task, pool, new, old, seed, number * deals, deals).is_better
    return new if is_better else old


def compare(
    task: Task,
    pool: ProcessPool,
    new: list[int],
    old: list[int],
    seed: int,
    first: int,
    deals: int,
) -> DuelComparison:
    """Play new weights and the old ones against the old ones, on the same deals."""
    begins = range(first, first + deals, AT_ONCE)
    work = [
        [
            pool.submit(
                duel,
                task.game_id,
                task.players,
                [weights, old],
                seed,
                at,
                min(AT_ONCE, first + deals - at),
                task.player,
            )
            for at in begins
        ]
        for weights in (new, old)
    ]
    found = [reduce(Duel.joined, (future.result() for future in row)) for row in work]
    return DuelComparison(*found)


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
