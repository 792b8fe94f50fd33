"""Given moves side by side: each is played out to the end in the same worlds with the same luck."""

from collections.abc import MutableSequence, Sequence

from ludoteca.bots.base import Budget, Line, Stopwatch
from ludoteca.core.game import Game, View
from ludoteca.core.generator import next_word
from ludoteca.search.engine import loaded

USUAL_MILLISECONDS = 200

SLICE = 64
"""Playouts between two looks at the clock."""


def compare(
    game: Game, view: View, actions: Sequence[int], rng: MutableSequence[int], budget: Budget
) -> list[Line]:
    """Return what to expect of each of some legal actions, in their order; only the view is known.

    The playouts of a budget are shared by all actions; each one is played out at least once.
    """
    assert view.seat is not None
    seed = next_word(rng)
    players, count = game.players(view.state), len(actions)
    kernels = loaded(game)
    states, given = kernels.states(view.state), kernels.given(actions)
    roller, scores = kernels.integers(1), kernels.integers(players)
    wins, margins, points = (kernels.floats(count) for _ in range(3))
    a_slice = 1 if kernels.is_plain else max(1, SLICE // count)
    most = None if budget.playouts is None else max(1, budget.playouts // count)

    beliefs = kernels.beliefs(states, view.seat)

    watch, worlds = Stopwatch(budget, USUAL_MILLISECONDS), 0
    while worlds == 0 or (worlds != most and watch.used(worlds * count) < 1):
        more = a_slice if most is None else min(a_slice, most - worlds)
        kernels.functions.play_candidates(
            states, view.seat, players, given, beliefs, worlds, more, seed,
            roller, scores, wins, margins, points,
        )  # fmt: skip
        worlds += more
    return [
        Line(action, float(wins[n] / worlds), float(points[n] / worlds), worlds)
        for n, action in enumerate(actions)
    ]
