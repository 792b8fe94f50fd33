"""Play random matches in bulk and sum them up."""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from ludoteca import games
from ludoteca.arena.plot import plot
from ludoteca.arena.simulate import SimulationPlan, SimulationSummary, default_jobs, simulate
from ludoteca.arena.summary import summary_fields, summary_tables
from ludoteca.cli.arguments import (
    add_game,
    add_jobs,
    add_json,
    add_options,
    add_players,
    add_seed,
    chosen_options,
    number,
)
from ludoteca.cli.dataset import refuse_misuse, write_dataset
from ludoteca.cli.screen import progress_bar
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.picture import refuse_unknown_picture

SUMMARY = "play random matches in bulk and sum them up"
EXAMPLES = """\
Ctrl-C stops early and keeps what is done. The same seed gives the same matches, with any --jobs.

examples:
  ludoteca simulate my_shelfie --players 4 --matches 100000 --seed 7
  ludoteca simulate my_shelfie --matches 50 --records matches/ --edition italian
  ludoteca simulate my_shelfie --players 2 --matches 20000 --json --plot scores.svg
  ludoteca simulate my_shelfie --matches 2000 --dataset data/ --policy quick --searched 200p
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to play and where to put it."""
    add_game(parser)
    add_players(parser)
    parser.add_argument(
        "--matches",
        type=number(1, 10**12),
        default=10_000,
        metavar="N",
        help="number of matches (default: %(default)s)",
    )
    add_seed(parser)
    add_jobs(parser)
    parser.add_argument(
        "--records", type=Path, metavar="DIR", help="write a record of each match there"
    )
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the scores: .png or .svg")
    parser.add_argument(
        "--dataset", type=Path, metavar="DIR", help="write every decision there, as Parquet"
    )
    parser.add_argument(
        "--policy", metavar="NAME", help="who plays the matches of a dataset (default: random)"
    )
    parser.add_argument(
        "--searched",
        metavar="BOT",
        help="also store this bot's opinion of each position: mcts:200p, or 200p",
    )
    add_options(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Simulate and print the summary."""
    game = games.load(given.game)
    options = chosen_options(game, given)
    game.new(given.players, options)
    refuse_misuse(given)
    if given.dataset is not None:
        return write_dataset(game, options, given)
    if given.plot is not None:
        refuse_unknown_picture(given.plot)
    if given.records is not None:
        given.records.mkdir(parents=True, exist_ok=True)
    records = None if given.records is None else str(given.records)
    plan = SimulationPlan(game.id, given.players, options, given.matches, given.seed, records)
    summary, complete, seconds = _with_progress(plan, given.jobs or default_jobs(given.matches))
    if summary.matches == 0:
        raise UsageError("interrupted before a match was finished")
    fields = summary_fields(game, plan, summary, seconds) | {"complete": complete}
    if given.json:
        print(json.dumps(fields))
    else:
        print_summary(game, fields)
    if given.plot is not None:
        plot(summary, f"{game.name}: {summary.matches:,} random matches", given.plot)
    return 0


def _with_progress(plan: SimulationPlan, jobs: int) -> tuple[SimulationSummary, bool, float]:
    """Simulate with a bar; return the summary, whether it is complete, and the seconds it took."""
    with progress_bar("{task.fields[speed]}") as progress:
        task = progress.add_task("simulating", total=plan.matches, speed="")
        began = time.perf_counter()

        def report(done: int) -> None:
            speed = done / (time.perf_counter() - began)
            progress.update(task, completed=done, speed=f"{speed:,.0f} matches/s")

        summary, complete = simulate(plan, jobs, report)
        seconds = time.perf_counter() - began
    if not complete:
        print(f"interrupted after {summary.matches:,} matches", file=sys.stderr)
    return summary, complete, seconds


def print_summary(game: Game, fields: dict[str, Any]) -> None:
    """Print the summary as tables."""
    console = Console()
    moves = fields["moves"]
    console.print(
        f"{game.name}, {fields['players']} players: {fields['matches']:,} matches in"
        f" {fields['seconds']:.1f} s, {fields['matches_per_s']:,.0f} a second;"
        f" {moves['mean']:.1f} moves a match ({moves['least']} to {moves['most']})",
        soft_wrap=True,
    )
    for sheet in summary_tables(game, fields):
        table = Table(*sheet.head)
        for row in sheet.rows:
            table.add_row(*row)
        console.print(table)
