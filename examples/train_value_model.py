"""Train a small value model on simulated matches, and let it play against `greedy`.

Read it from top to bottom, cell by cell; any editor with notebooks runs the cells (# %%) one by
one, and `python examples/train_value_model.py` runs all of them: under five minutes on two cores.
It needs `pip install 'ludoteca[data]'`.
"""

# %% What is needed
import argparse
import tempfile
import time
from collections.abc import Iterator, MutableSequence, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca import bots, games
from ludoteca.bots.base import Budget
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded
from ludoteca.rl.afterstate import see_after
from ludoteca.rl.dataset import DataPlan, read, write
from ludoteca.rl.tensor import split

Array = npt.NDArray[Any]

PLAYERS = 2
CAUTION = 10.0
"""How much the model distrusts what it has seen only a few times (ridge regression)."""


# %% Data: a row for each decision, by a policy that also makes poor moves
def make_data(game: Game, directory: Path, matches: int, jobs: int) -> None:
    """Simulate matches; a directory that holds some of them already is gone on with."""
    plan = DataPlan.of(game, PLAYERS, game.choose_options(), 1, matches, policy="varied")
    write(plan, directory, jobs, lambda done: print(f"{done:,} matches", flush=True))


def rows(game: Game, directory: Path) -> Iterator[tuple[Array, Array]]:
    """Give, group by group, the features after each move and the points that followed."""
    for group in read(directory, ("after", "points_after", "score")):
        followed = group["score"].astype(np.float32) - group["points_after"]
        yield features(game, group["after"]), followed


# %% Features: what a linear model can use
def features(game: Game, observations: Array) -> Array:
    """Return the numbers of the tensors; of a bookshelf of My Shelfie what its points depend on."""
    parts = split(game, PLAYERS, observations)
    if "bookshelf" not in parts:
        raw = observations.astype(np.float32) / 8
        return np.concatenate([raw, np.ones((len(raw), 1), np.float32)], axis=1)
    shelf, goal = parts["bookshelf"][:, 0], parts["personal_goal"]
    tiles, others = shelf.sum((1, 2, 3)), parts["bookshelf"][:, 1].sum((1, 2, 3))
    across, down = shelf[..., :-1] & shelf[..., 1:], shelf[..., :-1, :] & shelf[..., 1:, :]
    neighbours = across.sum((1, 2, 3)) + down.sum((1, 2, 3))
    found = [
        across.sum(1),  # two of a kind side by side, and then three, whatever their kind
        down.sum(1),
        (across[..., :-1] & across[..., 1:]).sum(1),
        (down[..., :-1, :] & down[..., 1:, :]).sum(1),
        (goal & shelf).sum(1),  # what the personal goal wants: there already, or still possible
        goal.sum(1) * (shelf.sum(1) == 0),
        (goal & shelf).sum((1, 2, 3))[:, None] == np.arange(7),
        shelf.sum((1, 2))[..., None] == np.arange(7),  # heights of the columns
        parts["common_goals"],
        parts["tokens"][:, 0] > 0,
        parts["next_token"],
        parts["end_game_token"],
        np.stack([tiles, others, neighbours, np.ones_like(tiles)], axis=1) / 30,
        (tiles * neighbours)[:, None] / 900,  # how many there are means less near the end
        (tiles * others)[:, None] / 900,
    ]
    return np.concatenate([part.reshape(len(tiles), -1) for part in found], 1, dtype=np.float32)


# %% Model: the points that will follow, as a weighted sum
class Model:
    """Weights of features, found by ridge regression."""

    def __init__(self, game: Game, weights: Array) -> None:
        self.game, self.weights = game, weights

    def predict(self, observations: Array) -> Array:
        """Judge positions, a row each."""
        values: Array = features(self.game, observations) @ self.weights
        return values


def train(game: Game, groups: Iterator[tuple[Array, Array]]) -> Model:
    """Fit the weights, group by group; the first group is kept apart to show how well they do."""
    kept, wanted = next(groups)
    products = CAUTION * np.eye(kept.shape[1])
    sums = np.zeros(kept.shape[1])
    for given, followed in groups:
        products += given.T @ given
        sums += given.T @ followed
    weights = np.linalg.solve(products, sums).astype(np.float32)
    off = float(np.sqrt(((kept @ weights - wanted) ** 2).mean()))
    print(f"off by {off:.2f} points; knowing nothing, by {wanted.std():.2f}")
    return Model(game, weights)


# %% Bot: the move after which points and promise are highest
class ValueBot:
    """A bot as any other: it gets a view and chooses one of the legal actions."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def choose(
        self,
        game: Game,
        view: View,
        legal: Sequence[int],
        rng: MutableSequence[int],
        budget: Budget,
    ) -> int:
        """Choose the action with the best prospect."""
        observations, points = see_after(game, view, legal)
        return legal[int((points + self.model.predict(observations)).argmax())]


# %% Contest: every deal twice, seats exchanged
def play(game: Game, seats: Sequence[Any], deal: int) -> list[float]:
    """Play one match; give each seat's share of the win."""
    chance, whims = seeded(2, deal), [seeded(3, 2 * deal + seat) for seat in range(PLAYERS)]
    state = game.new(PLAYERS)
    while not game.is_over(state):
        seat = game.to_move(state)
        if seat is None:
            state, _ = game.deal_all(state, lambda n: below(chance, n))
            continue
        view = game.view(state, seat)
        legal = game.legal(view.state, seat)
        action = seats[seat].choose(game, view, legal, whims[seat], Budget())
        state = game.apply(state, seat, action)
    winners = game.winners(state)
    return [(seat in winners) / len(winners) for seat in range(PLAYERS)]


def contest(game: Game, one: Any, other: Any, deals: int) -> tuple[float, float]:
    """Return the mean share of wins of the first bot, and its standard error over deals."""
    shares = [
        (play(game, (one, other), deal)[0] + play(game, (other, one), deal)[1]) / 2
        for deal in range(deals)
    ]
    return float(np.mean(shares)), float(np.std(shares) / np.sqrt(deals))


# %% All of it
def main(arguments: Sequence[str] | None = None) -> float:
    """Make data, train, and play; give the share of wins against greedy."""
    parser = argparse.ArgumentParser(description="Train a value model and play against greedy.")
    parser.add_argument("--game", default="my_shelfie")
    parser.add_argument("--matches", type=int, default=3000)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--data", type=Path, help="keep the dataset here, or use what is there")
    given = parser.parse_args(arguments)
    game = games.load(given.game)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as directory:
        data = given.data or Path(directory)
        make_data(game, data, given.matches, given.jobs)
        print(f"data after {time.perf_counter() - began:.0f} s")
        model = train(game, rows(game, data))
    print(f"trained after {time.perf_counter() - began:.0f} s")
    share, error = contest(game, ValueBot(model), bots.load("greedy"), given.deals)
    print(f"wins against greedy: {share:.1%} ± {1.96 * error:.1%} in {2 * given.deals} matches")
    print(f"done after {time.perf_counter() - began:.0f} s")
    return share


if __name__ == "__main__":
    main()
