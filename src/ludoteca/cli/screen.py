"""Text on a terminal: colours where it has them, plain marks where not, bars for long work."""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ludoteca.core.colour import coloured, plain

if TYPE_CHECKING:  # read only by the commands that take long
    from rich.progress import Progress

    from ludoteca.core.game import Game
    from ludoteca.core.types import State


def has_colour() -> bool:
    """Return whether standard output shows colours (NO_COLOR and TERM=dumb say no)."""
    if "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout.isatty()


def show(text: str) -> None:
    """Print a drawing."""
    print(coloured(text) if has_colour() else plain(text))


def score_lines(game: "Game", final: "State", names: Sequence[str], language: str) -> Iterator[str]:
    """Write what each player scored at the end, in words, with a line for each."""
    words = game.words(language)
    *steps, _ = game.final_steps(final)
    for seat, (name, parts) in enumerate(zip(names, game.scores(final), strict=True)):
        points = [f"{words['total']} {parts['total']}"]
        points += [
            f"{words['step.' + step['step']]} {step['seats'][seat]['points']}" for step in steps
        ]
        yield f"{name}: " + ", ".join(points)


def progress_bar(beside: str = "") -> "Progress":
    """Make a bar on standard error: what is done, how much of how much, `beside`, the time left."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(beside),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
