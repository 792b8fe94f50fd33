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
from ludoteca.arena.duel import WIN, Duel, DuelComparison
from ludoteca.arena.statistics import interval
from ludoteca.arena.tune import (
    FINAL_DEALS,
    FINAL_DEALS_OF_PLAYER,
    Task,
    tune,
    weights_toml,
)
from ludoteca.cli.arguments import add_game, add_jobs, add_json, add_players, add_seed, number
from ludoteca.core.errors import UsageError
from ludoteca.search.engine import weights_of

SUMMARY = "tune the weights of a game's evaluation by playing"
EXAMPLES = """\
Runs CMA-ES on matches between sets of weights, each deal played in every seat. The same seed
gives the same weights. In a checkout, --write makes them the game's own if they are clearly better.

By default each side makes the move that looks best, which is quick. With --player a bot plays, each
side with its own weights: far slower, so give it a small budget in playouts.

examples:
  ludoteca tune my_shelfie --players 2 --generations 60 --seed 1
  ludoteca tune my_shelfie --players 4 --write
  ludoteca tune my_shelfie --player mcts:100p --generations 20 --deals 10
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
    parser.add_argument(
        "--player",
        metavar="BOT",
        help="bot that plays with both sets of weights, like mcts:100p",
    )
    parser.add_argument(
        "--final-deals",
        type=number(20, 100_000),
        metavar="N",
        help="number of deals of the final comparison (default: {looks}, or {bot} with --player)",
        values={"looks": FINAL_DEALS, "bot": FINAL_DEALS_OF_PLAYER},
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
    usual = FINAL_DEALS if given.player is None else FINAL_DEALS_OF_PLAYER
    task = Task(
        game.id, given.players, given.generations, given.population, given.deals, given.seed,
        given.player, given.final_deals or usual,
    )  # fmt: skip
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("tuning", total=given.generations)

        def report(generation: int, best: Duel) -> None:
            text = f"tuning: best of generation {best.win_rate:.0%}, margin {best.margin:+.1f}"
            progress.update(bar, completed=generation + 1, description=text)

        found, comparison = tune(task, given.jobs or os.cpu_count() or 1, report)
    names = [] if game.modules.evaluation is None else game.modules.evaluation.FEATURES
    if given.json:
        fields = {
            "weights": dict(zip(names, found, strict=True)),
            **comparison_fields(comparison),
        }
        print(json.dumps(fields))
    else:
        print(weights_toml(game, {given.players: found}), end="")
        print(format_comparison(comparison), file=sys.stderr)
        if not comparison.is_better:
            print("so the weights above are the present ones", file=sys.stderr)
    if given.write and comparison.is_better:
        weights: dict[int, Sequence[int]] = {n: weights_of(game, n) for n in game.player_counts}
        weights[given.players] = found
        (game.folder / "data" / "weights.toml").write_text(
            weights_toml(game, weights), encoding="utf-8"
        )
    return 0


def comparison_fields(comparison: DuelComparison) -> dict[str, float]:
    """Return a comparison for programs."""
    new, old, gain = comparison.new, comparison.old, comparison.gain
    wins = interval(new.shares)
    return {
        "better": comparison.is_better,
        "matches": new.matches,
        "win_rate": new.win_rate,
        "win_rate_low": wins.low,
        "win_rate_high": wins.high,
        "even_win_rate": 1 / new.players,
        "margin": new.margin,
        "margin_of_present": old.margin,
        "gain": gain.mean,
        "gain_low": gain.low,
        "gain_high": gain.high,
    }


def format_comparison(comparison: DuelComparison) -> str:
    """Write a comparison for people."""
    new, old, gain = comparison.new, comparison.old, comparison.gain
    wins = interval(new.shares)
    verdict = "clearly better" if comparison.is_better else "not clearly better"
    return (
        f"the weights found, against the present ones, on {len(new.shares):,} deals:\n"
        f"  wins    {new.win_rate:.1%} of {new.matches:,} matches"
        f" (95 %: {wins.low:.1%} to {wins.high:.1%}; even: {1 / new.players:.1%})\n"
        f"  margin  {new.margin:+.2f} (the present ones among themselves: {old.margin:+.2f})\n"
        f"  gain    {gain.mean:+.2f} points, a win counted as {WIN:.0f}"
        f" (95 %: {gain.low:+.2f} to {gain.high:+.2f}): {verdict}"
    )
