"""A picture of learning: how well the network judged unseen matches after each epoch."""

from collections.abc import Sequence
from pathlib import Path

from ludoteca.arena.learn import LearnedNetwork
from ludoteca.core.picture import new_figure, save


def plot_learning(history: Sequence[LearnedNetwork], title: str, path: Path) -> None:
    """Draw a line for each round, and the loss of knowing nothing."""
    figure = new_figure(8, 4.2)
    axes = figure.subplots()
    for number, learned in enumerate(history):
        epochs = range(1, len(learned.losses) + 1)
        axes.plot(epochs, learned.losses, marker=".", label=f"round {number + 1}")
    axes.axhline(history[-1].nothing, color="#777777", linestyle="--", label="knowing nothing")
    axes.set(xlabel="epoch", ylabel="loss on matches kept apart", title=title)
    axes.legend()
    save(figure, path)
