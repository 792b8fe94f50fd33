"""A picture of a simulation: how often each score was reached by each seat."""

from pathlib import Path

import numpy as np

from ludoteca.arena.simulate import SimulationSummary
from ludoteca.core.picture import new_figure, save


def plot(summary: SimulationSummary, title: str, path: Path) -> None:
    """Draw the distribution of scores and of the length of matches."""
    figure = new_figure(11, 4.2)
    left, right = figure.subplots(1, 2)
    highest = int(np.nonzero(summary.scores.sum(axis=0))[0][-1])
    for seat, counts in enumerate(summary.scores):
        share = counts[: highest + 1] / summary.matches
        left.plot(range(highest + 1), share, marker=".", label=f"seat {seat}")
    left.set(xlabel="score", ylabel="share of matches", title="scores")
    left.legend()
    seen = np.nonzero(summary.lengths)[0]
    right.bar(seen, summary.lengths[seen] / summary.matches, color="#A5401F")
    right.set(xlabel="moves", ylabel="share of matches", title="length of a match")
    figure.suptitle(title)
    save(figure, path)
