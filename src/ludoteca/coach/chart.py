"""The win chances over a match: a line of bars for a terminal, a picture for a file."""

from collections.abc import Sequence
from pathlib import Path

from ludoteca.coach.analysis import Analysis
from ludoteca.core.chart import ChartLine, Panel, Picture

BARS = "▁▂▃▄▅▆▇█"


def sparkline(chances: Sequence[float]) -> str:
    """Draw chances from 0 to 1 as bars.

    >>> sparkline([0, 0.25, 0.5, 0.75, 1])
    '▁▃▅▇█'
    """
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in chances)


def plot(analysis: Analysis, title: str, path: Path) -> None:
    """Draw the win chance of every player, with the mistakes, over the plies of the match."""
    lines = []
    for seat, name in enumerate(analysis.record.header.players):
        mistakes = [
            (each.ply, each.chances[seat])
            for each in analysis.judgements
            if each.seat == seat and each.mark == "mistake"
        ]
        lines.append(ChartLine(f"seat {seat}: {name}", analysis.chances(seat), mistakes))
    panel = Panel("× a mistake", "ply", "chance to win", lines, bounds=(-0.03, 1.03))
    Picture(title, [panel]).save(path)
