"""Grows a tree of moves over all the worlds it thinks possible (information-set tree search).

Every seat plays for itself, moves that look good are tried first, and chance is drawn again on each
way down.
"""

from collections.abc import MutableSequence, Sequence

from ludoteca.bots.base import Budget, Line, Stopwatch, Thought
from ludoteca.core.game import Game, View
from ludoteca.core.generator import next_word
from ludoteca.search.engine import loaded, weights_of
from ludoteca.search.tree import ACTION, TIMES

USUAL_MILLISECONDS = 500
WIDTH = 14
"""Number of moves kept at a node."""

NODES, PLAIN_NODES = 6000, 200
"""The most nodes of a tree; interpreted, there is no time for many."""

SPREAD = 2500.0
"""How fast the bonus for good looks falls: by a factor e per this many thousandths of a point."""

EXPLORING = 0.9
SLICE = 64


def think(
    game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int], budget: Budget
) -> Thought:
    """Grow a tree and rank the moves at its root."""
    assert view.seat is not None
    seed = next_word(rng)
    watch = Stopwatch(budget, USUAL_MILLISECONDS)
    players = game.players(view.state)
    weights = weights_of(game, players)
    kernels = loaded(game)
    most = game.modules.actions.ACTIONS
    counts = kernels.given([1])
    size = PLAIN_NODES if kernels.is_plain else NODES
    nodes = kernels.counters(size, 3)
    edges = kernels.counters(size * WIDTH, 3)
    priors, points = kernels.floats(size * WIDTH), kernels.floats(2 * WIDTH)
    values = kernels.grid(size * WIDTH, players)
    states = kernels.states(view.state)
    scratch = (
        kernels.integers(1),
        kernels.integers(len(weights)),
        kernels.integers(most),
        kernels.integers(most),
        kernels.integers(players),
        kernels.floats(players),
        kernels.integers(64),
    )
    playouts = 0
    while playouts == 0 or watch.used(playouts) < 1:
        count = 4 if kernels.is_plain else SLICE
        kernels.functions.grow_tree(
            states, view.seat, players, kernels.given(weights), SPREAD, EXPLORING, WIDTH,
            playouts, count, seed, *scratch, counts, nodes, edges, priors, values, points,
        )  # fmt: skip
        playouts += count
    lines = [
        Line(
            int(edges[n][ACTION]),
            float(points[WIDTH + n] / edges[n][TIMES]),
            float(points[n] / edges[n][TIMES]),
            int(edges[n][TIMES]),
        )
        for n in range(min(WIDTH, int(nodes[0][2])))
        if edges[n][TIMES]
    ]
    lines.sort(key=lambda line: (-line.playouts, -line.win, line.action))
    return Thought(lines, playouts)


def choose(
    game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int], budget: Budget
) -> int:
    """Choose the action tried most often."""
    return think(game, view, legal, rng, budget).action
