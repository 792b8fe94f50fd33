"""A picture of learning: how well the network judged unseen matches after each epoch."""

from collections.abc import Sequence
from pathlib import Path

from ludoteca.arena.learn import LearnedNetwork
from ludoteca.core.chart import ChartLine, Panel, Picture


def plot_learning(history: Sequence[LearnedNetwork], title: str, path: Path) -> None:
    """Draw a line for each round, and the loss of knowing nothing."""
    lines = [
        ChartLine(f"round {number}", list(enumerate(learned.losses, 1)))
        for number, learned in enumerate(history, 1)
    ]
    last = max(2, *(len(learned.losses) for learned in history))
    nothing = history[-1].nothing
    lines.append(ChartLine("knowing nothing", [(1, nothing), (last, nothing)], is_dashed=True))
    losses = [value for line in lines for _, value in line.points]
    margin = 0.1 * (max(losses) - min(losses))
    bounds = min(losses) - margin, max(losses) + margin
    panel = Panel("", "epoch", "loss on matches kept apart", lines, bounds=bounds)
    Picture(title, [panel]).save(path)
