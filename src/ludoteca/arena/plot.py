"""A picture of a simulation: how often each score was reached by each seat."""

import importlib.util
from pathlib import Path

import numpy as np

from ludoteca.arena.simulate import Summary
from ludoteca.core.errors import UsageError

FORMATS = (".png", ".svg")


def refuse_unknown_picture(path: Path) -> None:
    """Refuse a file that can't be drawn, before the work is done."""
    if path.suffix.lower() not in FORMATS:
        raise UsageError(f"--plot {path}: the name must end in .png or .svg")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"--plot {path}: there is no such directory")
    if importlib.util.find_spec("matplotlib") is None:  # an optional extra
        raise UsageError("pictures need matplotlib: pip install 'ludoteca[plot]'")


def plot(summary: Summary, title: str, path: Path) -> None:
    """Draw the distribution of scores and of the length of matches."""
    import matplotlib as mpl

    mpl.use("agg")
    mpl.rcParams["svg.hashsalt"] = "ludoteca"  # the same matches give the same file
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
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
    figure.savefig(path, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    pyplot.close(figure)
