"""Plays promising moves out to the end many times and keeps the better half, again and again.

All candidates meet the same sampled worlds and the same luck, and are played out by the quick
policy (sequential halving with common random numbers).
"""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass

from ludoteca.bots.base import Budget, Line, Stopwatch, Thought, bounded
from ludoteca.bots.planner import ranked
from ludoteca.core.game import Game, View
from ludoteca.core.generator import next_word
from ludoteca.search.engine import loaded

USUAL_MILLISECONDS = 500
MARGIN_WEIGHT = 0.02
"""What a point of margin is worth, in wins: early on few wins are clear."""

SLICE = 64
"""Playouts between two looks at the clock."""


@dataclass(frozen=True)
class MonteCarloSettings:
    """What can be set: `monte_carlo?candidates=30`."""

    belief: bool = True
    """Whether what the others did tells what they hide."""
    candidates: int = bounded(16, 1, 200)
    """Number of moves that are played out."""


USUAL = MonteCarloSettings()


def think(
    game: Game,
    view: View,
    legal: Sequence[int],
    rng: MutableSequence[int],
    budget: Budget,
    settings: MonteCarloSettings = USUAL,
) -> Thought:
    """Compare moves by playing them out."""
    assert view.seat is not None
    seed = next_word(rng)
    watch = Stopwatch(budget, USUAL_MILLISECONDS)
    candidates = ranked(game, view, settings.candidates)
    players = game.players(view.state)
    kernels = loaded(game)
    states, scores, roller = (
        kernels.states(view.state),
        kernels.integers(players),
        kernels.integers(1),
    )
    beliefs = kernels.beliefs(states, view.seat, wanted=settings.belief)
    results = {action: [0.0, 0.0, 0.0, 0.0] for action in candidates}
    active = list(candidates)
    rounds = max(1, (len(candidates) - 1).bit_length())
    world = playouts = 0
    for number in range(rounds):
        until, first, used = (number + 1) / rounds, world, 0.0
        count = 1 if kernels.is_plain else max(1, SLICE // len(active))
        given = kernels.given(active)
        wins, margins, points = (kernels.floats(len(active)) for _ in range(3))
        while used < until:
            kernels.functions.play_candidates(
                states, view.seat, players, given, beliefs, world,
                count, seed, roller, scores, wins, margins, points,
            )  # fmt: skip
            world += count
            playouts += count * len(active)
            used = watch.used(playouts)
        for n, action in enumerate(active):
            sums = results[action]
            for at, value in enumerate((world - first, wins[n], margins[n], points[n])):
                sums[at] += value
        active.sort(key=lambda action: -_utility(results[action]))
        if number < rounds - 1:
            active = active[: (len(active) + 1) // 2]
    order = sorted(candidates, key=lambda a: (-results[a][0], -_utility(results[a])))
    lines = [
        Line(a, float(sums[1] / sums[0]), float(sums[3] / sums[0]), int(sums[0]))
        for a in order
        for sums in [results[a]]
    ]
    return Thought(lines, playouts)


def _utility(sums: list[float]) -> float:
    return (sums[1] + MARGIN_WEIGHT * sums[2]) / sums[0]


def choose(
    game: Game,
    view: View,
    legal: Sequence[int],
    rng: MutableSequence[int],
    budget: Budget,
    settings: MonteCarloSettings = USUAL,
) -> int:
    """Choose the action that did best."""
    return think(game, view, legal, rng, budget, settings).action
