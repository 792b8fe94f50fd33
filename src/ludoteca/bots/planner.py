"""Judges the position after each move by tuned weights, and the best ones a turn further on.

The moves that look best are played in a few worlds that agree with the view; in each, chance and
the others go on, and the best position its seat can reach then decides.
"""

from collections.abc import Iterable, MutableSequence, Sequence

from ludoteca.bots.base import Budget, Stopwatch
from ludoteca.core.game import Game, View
from ludoteca.core.generator import next_word
from ludoteca.search.engine import loaded, weights_of

CANDIDATES = 10
WORLDS = 8
"""Number of moves looked at, and of worlds."""

USUAL_MILLISECONDS = 500


def ranked(game: Game, view: View, most: int) -> list[int]:
    """List the legal actions that look best after the move, best first."""
    assert view.seat is not None
    kernels = loaded(game)
    size = game.modules.actions.ACTIONS
    actions, values = kernels.integers(size), kernels.integers(size)
    weights = weights_of(game, game.players(view.state))
    count = kernels.functions.rank_moves(
        kernels.states(view.state),
        view.seat,
        kernels.given(weights),
        kernels.integers(len(weights)),
        actions,
        values,
        0,
        1,
    )
    order = sorted(range(count), key=lambda n: (-values[n], actions[n]))
    return _different(game, view, (int(actions[n]) for n in order), most)


def _different(game: Game, view: View, ordered: Iterable[int], most: int) -> list[int]:
    """Keep the first actions that lead to different positions."""
    found: list[int] = []
    seen: set[bytes] = set()
    for action in ordered:
        position = game.apply_legal(view.state, view.seat or 0, action).to_bytes()
        if position not in seen:
            seen.add(position)
            found.append(action)
            if len(found) == most:
                break
    return found


def choose(
    game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int], budget: Budget
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
    world = 0
    while world < WORLDS and watch.used(world * len(candidates)) < 1:
        kernels.functions.look_ahead(
            states,
            view.seat,
            kernels.given(weights),
            features,
            kernels.given(candidates),
            world,
            1,
            seed,
            roller,
            totals,
        )
        world += 1
    return candidates[max(range(len(candidates)), key=lambda n: (totals[n], -n))]
