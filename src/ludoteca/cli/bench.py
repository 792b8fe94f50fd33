"""Measure matches and moves per second."""

import argparse
import json
import sys

from rich.console import Console
from rich.table import Table

from ludoteca import games
from ludoteca.arena.measure import Speed, measure
from ludoteca.cli.arguments import add_game, add_json, number

SUMMARY = "measure random matches and moves per second"
EXAMPLES = """\
Engines: native, interpreted (Python), c (the yardstick, in a checkout with a C compiler).

examples:
  ludoteca bench
  ludoteca bench my_shelfie --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the game and how long to measure."""
    add_game(parser, needed=False)
    parser.add_argument(
        "--seconds",
        type=number(1, 600),
        default=2,
        metavar="N",
        help="seconds per measurement (default: %(default)s)",
    )
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Measure and print."""
    names = list(games.names()) if given.game is None else [games.load(given.game).id]
    speeds: list[Speed] = []
    for name in names:
        for speed in measure(games.load(name), given.seconds):
            speeds.append(speed)
            print(
                f"{speed.game}, {speed.players} players, {speed.engine}, {speed.cores} core(s):"
                f" {speed.matches_per_s:,.0f} matches/s",
                file=sys.stderr,
            )
    if given.json:
        print(json.dumps([speed.fields() for speed in speeds]))
        return 0
    table = Table("game", "players", "engine", "cores", "matches/s", "moves/s")
    for speed in speeds:
        table.add_row(
            speed.game,
            str(speed.players),
            speed.engine,
            str(speed.cores),
            f"{speed.matches_per_s:,.0f}",
            f"{speed.moves_per_s:,.0f}",
        )
    Console().print(table)
    return 0
