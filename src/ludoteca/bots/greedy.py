"""Takes the most points it can get at once; of equal moves any."""

from collections.abc import MutableSequence, Sequence

from ludoteca.bots.base import Budget
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below


def choose(
    game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int], budget: Budget
) -> int:
    """Choose the action after which the seat's score is highest."""
    assert view.seat is not None
    score, apply = game.engine.score, game.engine.apply
    best: list[int] = []
    highest = -1
    for action in legal:
        after = view.state.copy()
        apply(after, view.seat, action)
        points = score(after, view.seat)
        if points > highest:
            best, highest = [], points
        if points == highest:
            best.append(action)
    return best[below(rng, len(best))]
