"""The win chances over a match: a line of bars for a terminal, a picture for a file."""

from collections.abc import Sequence
from pathlib import Path

from ludoteca.coach.analysis import Analysis
from ludoteca.core.picture import new_figure, save

BARS = "▁▂▃▄▅▆▇█"


def sparkline(chances: Sequence[float]) -> str:
    """Draw chances from 0 to 1 as bars.

    >>> sparkline([0, 0.25, 0.5, 0.75, 1])
    '▁▃▅▇█'
    """
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in chances)


def plot(analysis: Analysis, title: str, path: Path) -> None:
    """Draw the win chance of every player, with the mistakes, over the plies of the match."""
    figure = new_figure(11, 4.2)
    axes = figure.subplots()
    for seat, name in enumerate(analysis.record.header.players):
        chances = analysis.chances(seat)
        plies, values = [ply for ply, _ in chances], [chance for _, chance in chances]
        (line,) = axes.plot(plies, values, marker=".", label=f"seat {seat}: {_literal(name)}")
        wrong = [
            (each.ply, each.played.win)
            for each in analysis.judgements
            if each.seat == seat and each.mark == "mistake"
        ]
        if wrong:
            axes.scatter(*zip(*wrong, strict=True), marker="x", s=70, color=line.get_color())
    axes.set(xlabel="ply", ylabel="chance to win", ylim=(-0.03, 1.03), title=title)
    axes.legend(title="× a mistake", loc="best")
    axes.grid(visible=True, alpha=0.3)
    save(figure, path)


def _literal(name: str) -> str:
    """Keep a name from being read as a formula."""
    return name.replace("$", r"\$")
