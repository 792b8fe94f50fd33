"""A picture of a simulation: how often each score was reached by each seat."""

from pathlib import Path

import numpy as np

from ludoteca.arena.simulate import SimulationSummary
from ludoteca.core.chart import ChartLine, Panel, Picture


def plot(summary: SimulationSummary, title: str, path: Path) -> None:
    """Draw the distribution of scores and of the length of matches."""
    highest = int(np.nonzero(summary.scores.sum(axis=0))[0][-1])
    lines = [
        ChartLine(f"seat {seat}", _shares(counts[: highest + 1], summary.matches))
        for seat, counts in enumerate(summary.scores)
    ]
    bars = [point for point in _shares(summary.lengths, summary.matches) if point[1]]
    panels = [
        Panel("scores", "score", "share of matches", lines),
        Panel("length of a match", "moves", "share of matches", bars=bars),
    ]
    Picture(title, panels).save(path)


def _shares(counts: np.ndarray, matches: int) -> list[tuple[float, float]]:
    return [(number, int(count) / matches) for number, count in enumerate(counts)]
