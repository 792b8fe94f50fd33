"""Find the weights of a game's evaluation by play."""

import argparse
import importlib.util
import json
import os
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.progress import Progress

from ludoteca import games
from ludoteca.arena.tune import Duel, Task, tune, weights_toml
from ludoteca.cli.arguments import add_game, add_jobs, add_json, add_players, add_seed, number
from ludoteca.core.errors import UsageError
from ludoteca.search.engine import weights_of

SUMMARY = "tune the weights of a game's evaluation by playing"
EXAMPLES = """\
Runs CMA-ES on matches between sets of weights, each deal played in every seat. The same seed
gives the same weights. In a checkout, --write makes them the game's own.

examples:
  ludoteca tune my_shelfie --players 2 --generations 60 --seed 1
  ludoteca tune my_shelfie --players 4 --write
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to tune and how long."""
    add_game(parser)
    add_players(parser)
    for name, least, most, usual, about in (
        ("generations", 1, 10_000, 60, "number of generations"),
        ("population", 4, 1000, 16, "sets of weights tried in each generation"),
        ("deals", 1, 100_000, 60, "number of deals each of them plays"),
    ):
        parser.add_argument(
            f"--{name}",
            type=number(least, most),
            default=usual,
            metavar="N",
            help=f"{about} (default: %(default)s)",
        )
    add_seed(parser, usual=1, most=2**31)
    add_jobs(parser)
    parser.add_argument(
        "--write", action="store_true", help="write the weights into the game's data"
    )
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Tune, compare with the present weights, print and perhaps write."""
    game = games.load(given.game)
    game.new(given.players)
    if importlib.util.find_spec("cma") is None:
        raise UsageError("tuning needs cma: pip install 'ludoteca[tune]'")
    task = Task(
        game.id, given.players, given.generations, given.population, given.deals, given.seed
    )
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("tuning", total=given.generations)

        def report(generation: int, best: Duel) -> None:
            text = f"tuning: best of generation {best.win_rate:.0%}, margin {best.margin:+.1f}"
            progress.update(bar, completed=generation + 1, description=text)

        found, duel = tune(task, given.jobs or os.cpu_count() or 1, report)
    names = [] if game.modules.evaluation is None else game.modules.evaluation.FEATURES
    if given.json:
        fields = {
            "weights": dict(zip(names, found, strict=True)),
            "matches": duel.matches,
            "win_rate": duel.win_rate,
            "margin": duel.margin,
        }
        print(json.dumps(fields))
    else:
        print(weights_toml(game, {given.players: found}), end="")
        print(
            f"against the present weights: {duel.win_rate:.1%} of {duel.matches} matches,"
            f" margin {duel.margin:+.2f}",
            file=sys.stderr,
        )
    if given.write:
        weights: dict[int, Sequence[int]] = {n: weights_of(game, n) for n in game.player_counts}
        weights[given.players] = found
        (game.folder / "data" / "weights.toml").write_text(
            weights_toml(game, weights), encoding="utf-8"
        )
    return 0
