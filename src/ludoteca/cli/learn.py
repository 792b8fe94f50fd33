"""Learn the value of a game's positions by self-play."""

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from ludoteca import games
from ludoteca.arena.learn import LearningTask, learn
from ludoteca.arena.learning_plot import plot_learning
from ludoteca.arena.workers import PLACES, choose_runner
from ludoteca.cli.arguments import add_game, add_jobs, add_json, add_players, add_seed, number
from ludoteca.core.errors import UsageError
from ludoteca.core.picture import refuse_unknown_picture
from ludoteca.search.network import format_network, network_path

SUMMARY = "learn the value of a game's positions by self-play"
EXAMPLES = """\
Plays matches, fits a small network to how they ended, plays on with it, and so on. The same seed
gives the same network, wherever it runs. In a checkout, --write makes it the game's own.

examples:
  ludoteca learn my_shelfie --players 2 --seed 1 --write
  ludoteca learn my_shelfie --players 4 --rounds 4 --matches 20000 --resume learning/
  ludoteca learn my_shelfie --on ray --plot learning.svg
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to learn and from how much."""
    usual = LearningTask("", 2)
    add_game(parser)
    add_players(parser)
    for name, least, most, default, about in (
        ("rounds", 1, 100, usual.rounds, "number of rounds"),
        ("matches", 1, 10**7, usual.matches, "matches in each round"),
        ("hidden", 1, 256, usual.hidden, "hidden units of the network"),
        ("epochs", 1, 1000, usual.epochs, "times that all positions are gone through"),
        ("every", 1, 100, usual.every, "note about one position in N"),
    ):
        parser.add_argument(
            f"--{name}",
            type=number(least, most),
            default=default,
            metavar="N",
            help=f"{about} (default: %(default)s)",
        )
    add_seed(parser, usual=1, most=2**31)
    add_jobs(parser)
    parser.add_argument(
        "--on",
        default="pool",
        metavar="PLACE",
        help="where to play: {places} (default: pool)",
        values={"places": PLACES},
    )
    parser.add_argument(
        "--resume", type=Path, metavar="DIR", help="keep finished rounds there and go on from them"
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw how well it judges after each epoch"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the network into the game's data"
    )
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Learn, print how well the network judges, and perhaps write it."""
    game = games.load(given.game)
    game.new(given.players)
    if given.plot:
        refuse_unknown_picture(given.plot)
    task = LearningTask(
        game.id,
        given.players,
        given.rounds,
        given.matches,
        given.hidden,
        given.epochs,
        given.every,
        given.seed,
    )
    runner = choose_runner(given.on, given.jobs)
    with Progress(console=Console(stderr=True)) as progress:
        bar = progress.add_task("learning", total=2 * given.rounds)

        def hear(at: int, what: str, share: float) -> None:
            done = 2 * at + share + (what == "fitting")
            text = f"round {at + 1} of {given.rounds}: {what}"
            progress.update(bar, completed=done, description=text)

        found, history = learn(task, runner, hear, given.resume)
    if given.plot:
        plot_learning(history, f"{game.name}, {given.players} players", given.plot)
    if given.json:
        print(json.dumps({"hidden": found.hidden, **found.learned, "weights": found.weights}))
    else:
        for at, learned in enumerate(history):
            losses = f"loss {learned.losses[-1]:.4f}, knowing nothing: {learned.nothing:.4f}"
            print(f"round {at + 1}: {losses}")
    if given.write:
        if not history[-1].knows_something:
            raise UsageError(
                "the network judges no better than knowing nothing, so it is not written:"
                " learn from more --matches or --rounds"
            )
        path = network_path(game, given.players)
        path.write_text(format_network(found), encoding="utf-8")
        print(f"written: {path.name}", file=sys.stderr)
    return 0
