"""Let bots play each other, with error bars."""

import argparse
import json
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ludoteca import games
from ludoteca.arena.contest import Contest
from ludoteca.arena.contest import run as play_contest
from ludoteca.arena.machine import machine, program
from ludoteca.arena.mixed import MixedPlan, mixed_plan, play_mixed, summarise
from ludoteca.arena.report import report
from ludoteca.arena.report_tables import headlines, report_tables
from ludoteca.arena.resume_file import ResumeFile, has_programs, seed_in
from ludoteca.arena.standings import standings
from ludoteca.arena.tournament import PairedDeal, make_plan, seatings
from ludoteca.arena.workers import PLACES, Runner, choose_runner
from ludoteca.cli.arguments import (
    add_game,
    add_jobs,
    add_json,
    add_options,
    add_players,
    chosen_options,
    number,
)
from ludoteca.cli.screen import progress_bar
from ludoteca.cli.translation import say
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.picture import refuse_unknown_file

SUMMARY = "let bots play each other, with error bars"
EXAMPLES = """\
A bot is named like greedy, mcts:200ms, monte_carlo:500p (playouts: the same seed gives the same
matches), by a level like hard, or as a program of your own: exec:./mybot.

Every deal is played in every seating with the same shuffles, and all statistics count deals.
Ctrl-C stops early and keeps what is done; with --resume the same command goes on from there.

examples:
  ludoteca arena my_shelfie --bots greedy,random --deals 2000
  ludoteca arena my_shelfie --bots planner,mcts:100ms --deals 200 --report arena.html
  ludoteca arena my_shelfie --bots mcts:400p,mcts:200p --sprt 0.50,0.55 --resume mcts.jsonl
  ludoteca arena my_shelfie --bots greedy,planner,random --players 4 --deals 100 --json
  ludoteca arena my_shelfie --bots easy,medium,skilled,hard --players 4 --together
"""

DONE, INTERRUPTED = 0, 130
"""Exit codes."""

FILE_WIDTH = 160


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take who plays, how much, and where."""
    add_game(parser)
    parser.add_argument("--bots", required=True, metavar="A,B…", help="two or more; all pairs meet")
    parser.add_argument(
        "--deals",
        type=number(1, 10**7),
        default=200,
        metavar="N",
        help="number of deals per pair (default: %(default)s)",
    )
    add_players(parser)
    parser.add_argument(
        "--seed",
        type=_seed,
        metavar="N",
        help="the same seed gives the same luck; - reads it from standard input (default: 0, and"
        " drawn where programs play)",
    )
    add_jobs(parser)
    parser.add_argument(
        "--on",
        default="pool",
        metavar="PLACE",
        help="where to play: {places} (default: pool)",
        values={"places": PLACES},
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write a page about it: .html")
    parser.add_argument(
        "--sprt",
        type=_two_shares,
        metavar="LOW,HIGH",
        help="stop a pair early: does the first bot win LOW or HIGH of all matches?",
    )
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="keep results in this file, and go on from it"
    )
    parser.add_argument(
        "--together",
        action="store_true",
        help="all bots at one table, one for each seat, instead of pair against pair",
    )
    add_options(parser)
    add_json(parser)


MOST_SEED = 2**62 - 1
FROM_INPUT = "-"


def _seed(text: str) -> int | str:
    """Read a seed, or the word for standard input."""
    if text == FROM_INPUT:
        return text
    seed: int = number(0, MOST_SEED)(text)
    return seed


def _choose_seed(given: int | str | None, names: list[str], resumed: Path | None) -> int:
    """Return the seed; one that programs must not learn is drawn, or comes by standard input."""
    if given == FROM_INPUT:
        try:
            return int(number(0, MOST_SEED)(sys.stdin.readline().strip()))
        except argparse.ArgumentTypeError as error:
            raise UsageError(f"--seed -: {error}") from None
    if not has_programs(names):
        return int(given or 0)
    if given is not None:
        raise UsageError(
            "programs could read --seed on the command line: leave it out, then one is drawn and"
            " told at the end, or give it on standard input with --seed -"
        )
    kept = seed_in(resumed) if resumed is not None else None
    return secrets.randbits(MOST_SEED.bit_length()) if kept is None else kept


def _two_shares(text: str) -> tuple[float, float]:
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low = high = 0.0
    if not 0 < low < high < 1:
        raise argparse.ArgumentTypeError(
            say(
                "two shares between 0 and 1, the lower first, are expected, not {text}",
                text=repr(text[:40]),
            )
        )
    return low, high


def run(given: argparse.Namespace) -> int:
    """Play and print the tables."""
    game = games.load(given.game)
    options = chosen_options(game, given)
    names = [name.strip() for name in given.bots.split(",")]
    seed = _choose_seed(given.seed, names, given.resume)
    plan = make_plan(game, given.players, options, names, given.deals, seed, given.sprt)
    runner = choose_runner(given.on, given.jobs)
    if given.report is not None:
        refuse_unknown_file("--report", given.report, (".html",))
    if given.together:
        return _play_together(game, mixed_plan(plan), runner, given)
    contest = Contest(plan)
    complete, seconds, notes = _play(contest, runner, given.resume)
    if not complete:
        print(_how_to_go_on(contest, given.resume), file=sys.stderr)
    if contest.results:
        fields = standings(contest)
        fields["notes"] = notes + fields["notes"]
        fields |= {"seconds": round(seconds, 3), "on": given.on}
        fields |= {"program": program(), "machine": machine()}
        _tell(game, fields, given)
    return DONE if complete else INTERRUPTED


def _play_together(game: Game, plan: MixedPlan, runner: Runner, given: argparse.Namespace) -> int:
    if given.sprt or given.resume or given.report:
        raise UsageError("--together goes without --sprt, --resume and --report")
    with progress_bar("deals") as progress:
        task = progress.add_task("playing", total=given.deals)
        deals = play_mixed(plan, runner, lambda done: progress.update(task, completed=done))
    if len(deals) < given.deals:
        print(f"interrupted after {len(deals):,} of {given.deals:,} deals", file=sys.stderr)
    if deals:
        _tell_together(game, summarise(plan, deals), as_json=given.json)
    return DONE if len(deals) == given.deals else INTERRUPTED


def _tell_together(game: Game, fields: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(fields))
        return
    table = Table(title=f"{game.name}, all at one table", title_justify="left", box=SIMPLE_HEAD)
    for n, head in enumerate(("bot", "wins", "95 %", "place", "score")):
        table.add_column(head, justify="right" if n else "left")
    for row in sorted(fields["bots"], key=lambda row: -row["wins"]):
        ends = f"{row['low']:.1%} to {row['high']:.1%}"
        cells = (f"{row['wins']:.1%}", ends, f"{row['place']:.2f}", f"{row['score']:.1f}")
        table.add_row(Text(row["bot"]), *cells)
    console = Console()
    console.print(table)
    for note in fields["notes"]:
        console.print(note, soft_wrap=True, highlight=False, markup=False)


def _tell(game: Game, fields: dict[str, Any], given: argparse.Namespace) -> None:
    if given.json:
        print(json.dumps(fields))
    else:
        print_tables(game, fields)
    if given.report is not None:
        given.report.write_text(report(game, fields), encoding="utf-8", newline="\n")


def _play(contest: Contest, runner: Runner, file: Path | None) -> tuple[bool, float, list[str]]:
    """Play, from what is in the file on; say whether to the end, in how many seconds, and notes."""
    if file is None:
        return *_with_progress(contest, runner, lambda _: None), []
    with ResumeFile(file, contest.plan, program()) as resumed:
        for deal in resumed.deals:
            contest.take(deal)
        notes = []
        if resumed.begun_by != program():
            notes.append(f"begun by {resumed.begun_by}, resumed by {program()}")
        return *_with_progress(contest, runner, resumed.append), notes


def _how_to_go_on(contest: Contest, file: Path | None) -> str:
    done = f"interrupted after {len(contest.results):,} deals"
    if file is not None:
        return f"{done}; the same command goes on from there, for they are kept in {file}"
    return f"{done}; with --resume FILE they would have been kept, to go on from there"


def _with_progress(
    contest: Contest, runner: Runner, keep: Callable[[PairedDeal], None]
) -> tuple[bool, float]:
    """Play with a bar; say whether it came to its end, and the seconds it took."""
    with progress_bar("deals {task.fields[speed]}") as progress:
        before, began = len(contest.results), time.perf_counter()
        task = progress.add_task("starting", total=before + contest.left, speed="")
        each = len(seatings(contest.plan.players))

        def show() -> None:
            done = len(contest.results)
            speed = each * (done - before) / (time.perf_counter() - began)
            progress.update(
                task,
                description="playing",
                completed=done,
                total=done + contest.left,
                speed=f"{speed:,.1f} matches/s",
            )

        complete = play_contest(contest, runner, keep, show)
        return complete, time.perf_counter() - began


def print_tables(game: Game, fields: dict[str, Any]) -> None:
    """Print what came out, for people."""
    console = Console()
    if not console.is_terminal:  # a file or a pipe takes lines of any length
        console.width = max(console.width, FILE_WIDTH)
    for line in headlines(game.name, fields):
        console.print(line, soft_wrap=True, highlight=False, markup=False)
    for shown in report_tables(fields):
        table = Table(title=shown.title, title_justify="left", box=SIMPLE_HEAD)
        for n, head in enumerate(shown.head):
            table.add_column(Text(head), justify="right" if n else "left")
        for row in shown.rows:
            table.add_row(*(Text(cell) for cell in row))
        console.print(table)
        console.print(f"{shown.remark}\n", highlight=False, markup=False, style="dim")
    for note in fields["notes"]:
        console.print(f"note: {note}", soft_wrap=True, highlight=False, markup=False)
