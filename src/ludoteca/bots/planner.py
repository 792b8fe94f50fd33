"""Judges the position after each move by tuned weights, and the best ones a turn further on.

The moves that look best are played in a few worlds that agree with the view; in each, chance and
the others go on, and the best position its seat can reach then decides.
"""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass

from ludoteca.bots.base import Budget, Stopwatch
from ludoteca.core.game import Game, View
from ludoteca.core.generator import next_word
from ludoteca.search.candidates import looks
from ludoteca.search.engine import loaded, weights_of

CANDIDATES = 10
WORLDS = 8
"""Number of moves looked at, and of worlds."""

USUAL_MILLISECONDS = 500


@dataclass(frozen=True)
class PlannerSettings:
    """What can be set: `planner?belief=off`."""

    belief: bool = True
    """Whether what the others did tells what they hide."""


USUAL = PlannerSettings()


def ranked(game: Game, view: View, most: int) -> list[int]:
    """List the legal actions that look best after the move, best first."""
    return looks(loaded(game), view, most)[0]


def choose(
    game: Game,
    view: View,
    legal: Sequence[int],
    rng: MutableSequence[int],
    budget: Budget,
    settings: PlannerSettings = USUAL,
) -> int:
    """Choose the action with the best outlook a turn further on."""
    assert view.seat is not None
    seed = next_word(rng)
    if len(legal) == 1:
        return legal[0]
    watch = Stopwatch(budget, USUAL_MILLISECONDS)
    candidates = ranked(game, view, CANDIDATES)
    kernels = loaded(game)
    weights = weights_of(game, game.players(view.state))
    states, totals = kernels.states(view.state), kernels.floats(len(candidates))
    features, roller = kernels.integers(len(weights)), kernels.integers(1)
    beliefs = kernels.beliefs(states, view.seat, wanted=settings.belief)
    world = 0
    while world < WORLDS and watch.used(world * len(candidates)) < 1:
        kernels.functions.look_ahead(
            states,
            view.seat,
            kernels.given(weights),
            features,
            kernels.given(candidates),
            beliefs,
            world,
            1,
            seed,
            roller,
            totals,
        )
        world += 1
    return candidates[max(range(len(candidates)), key=lambda n: (totals[n], -n))]
