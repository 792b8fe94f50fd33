"""Compile everything now, so that nobody waits for it later."""

import argparse
import os

from ludoteca import games
from ludoteca.arena.prepare import prepare_all
from ludoteca.cli.arguments import add_game, add_jobs
from ludoteca.core import kernel
from ludoteca.rl import prepare

SUMMARY = "compile rules and bots now, so that nobody waits for it later"
EXAMPLES = """\
Compiled code is kept in the user's cache folder (LUDOTECA_CACHE names another one) and found there
by every later run; without this command, each part is compiled when it is first used.

examples:
  ludoteca compile
  ludoteca compile my_shelfie --jobs 1
  ludoteca compile --learning
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the game and how many processes may work."""
    add_game(parser, needed=False)
    add_jobs(parser)
    parser.add_argument(
        "--learning", action="store_true", help="also what environments for learners need"
    )


def run(given: argparse.Namespace) -> int:
    """Compile, telling each part as it is done."""
    names = list(games.names()) if given.game is None else [games.load(given.game).id]
    if kernel.best_mode() == "interpreted":
        print("nothing to compile: rules are interpreted here (pip install 'ludoteca[fast]')")
        return 0
    jobs = given.jobs or os.cpu_count() or 1
    for part in prepare_all(names, jobs):
        print(part, flush=True)
    if given.learning:
        for part in prepare.prepare_all(names, jobs):
            print(part, flush=True)
    return 0
