"""Plays Pig by the old rule of thumb, hold at twenty; elsewhere it takes the first legal move."""

from collections.abc import MutableSequence, Sequence

from ludoteca import Budget, Game, View

HOLD = 1


def choose(
    game: Game, view: View, legal: Sequence[int], rng: MutableSequence[int], budget: Budget
) -> int:
    """Hold with twenty points or more in this turn."""
    is_pig = game.id == "pig"
    return HOLD if is_pig and HOLD in legal and view.state.pot >= 20 else legal[0]
