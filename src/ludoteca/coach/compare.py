"""Given moves side by side: a tree grows below each of them in the same worlds with the same luck.

So moves are judged by what plays best, not by quick playouts alone.
"""

import math
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass

from ludoteca.bots import mcts
from ludoteca.bots.base import Budget, Line, Stopwatch
from ludoteca.core.game import Game, View
from ludoteca.core.generator import next_word
from ludoteca.search.candidates import given_looks
from ludoteca.search.engine import loaded
from ludoteca.search.forest import Tree

USUAL_MILLISECONDS = 200

SLICE = 64
"""Playouts between two looks at the clock."""

QUANTILE = 1.96
"""Standard errors in a margin of 95 %."""


@dataclass(frozen=True)
class Comparison:
    """What to expect of some moves, in the order in which they were given."""

    lines: list[Line]
    error: float
    """How far the difference between the chances of the first and the last may be wrong (95 %)."""


def compare(
    game: Game, view: View, actions: Sequence[int], rng: MutableSequence[int], budget: Budget
) -> Comparison:
    """Return what to expect of each of some legal actions; only the view is known.

    The playouts of a budget are shared by all actions; each one is played out at least once.
    """
    assert view.seat is not None
    seed = next_word(rng)
    count = len(actions)
    kernels = loaded(game)
    looks = given_looks(kernels, view, actions)
    tree = Tree(
        kernels, view, actions, looks, mcts.USUAL, finish=1, playouts=budget.playouts,
        milliseconds=budget.milliseconds or (None if budget.playouts else USUAL_MILLISECONDS),
    )  # fmt: skip
    a_slice = 1 if kernels.is_plain else max(1, SLICE // count)
    most = None if budget.playouts is None else max(1, budget.playouts // count)
    watch, worlds = Stopwatch(budget, USUAL_MILLISECONDS), 0
    leads: list[tuple[int, float]] = []
    before = 0.0
    while worlds == 0 or (worlds != most and watch.used(worlds * count) < 1):
        more = a_slice if most is None else min(a_slice, most - worlds)
        tree.grow_in_turn(range(count), more, seed)
        worlds += more
        sums = tree.sums()
        lead = sums[0][view.seat] - sums[-1][view.seat]
        leads.append((more, lead - before))
        before = lead
    return Comparison(tree.lines(), _margin(leads, worlds))


def _margin(leads: Sequence[tuple[int, float]], worlds: int) -> float:
    """Return the margin of error of a mean lead from slices of worlds and the lead in each.

    >>> round(_margin([(10, 2.0), (10, 4.0), (10, 3.0), (10, 3.0)], 40), 3)
    0.08
    """
    if len(leads) < 2:
        return 1.0
    mean = sum(lead for _, lead in leads) / worlds
    squares = sum((lead - mean * size) ** 2 for size, lead in leads)
    return min(1.0, QUANTILE * math.sqrt(squares * len(leads) / (len(leads) - 1)) / worlds)
