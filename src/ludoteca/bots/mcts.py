"""Grows a tree of moves over all the worlds it thinks possible (information-set tree search).

Every seat plays for itself, moves that look good are tried first, more of them with every visit,
and chance is drawn again on each way down. It stops when no other move can catch up any more.
"""

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass

from ludoteca.bots.base import Budget, Stopwatch, Thought
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, next_word
from ludoteca.search.candidates import looks
from ludoteca.search.engine import loaded
from ludoteca.search.forest import Tree

USUAL_MILLISECONDS = 500
SLICE = 64


@dataclass(frozen=True)
class MctsSettings:
    """What can be set: `mcts?width=30&belief=off`."""

    belief: bool = True
    """Whether what the others did tells what they hide."""
    width: int = 90
    """Moves at the root at most."""
    growth: float = 0.5
    """How fast the root looks at more moves: times the square root of its visits; 0: at all."""
    distinct: bool = True
    """Whether moves to the same position count as one."""
    exploring: float = 0.9
    """How much good looks and few visits count beside results."""
    spread: float = 2500.0
    """How fast the bonus for looks falls: by a factor e per this many thousandths of a point."""
    learned: bool = True
    """Whether positions are judged by what was learned, if the game has learned anything."""
    judgement: float = 0.5
    """How much the look of a position counts beside the end of a quick playout from it."""
    stop: bool = True
    """Whether to stop when the choice can't change any more."""
    variety: float = 0.0
    """How far from the best move it may stray: moves are drawn by their visits to the power of 1
    over this, as people do not always see which of two good moves is better; 0: the best one."""


USUAL = MctsSettings()


def think(
    game: Game,
    view: View,
    legal: Sequence[int],
    rng: MutableSequence[int],
    budget: Budget,
    settings: MctsSettings = USUAL,
) -> Thought:
    """Grow a tree and rank the moves at its root."""
    assert view.seat is not None
    seed = next_word(rng)
    watch = Stopwatch(budget, USUAL_MILLISECONDS)
    kernels = loaded(game)
    found = looks(kernels, view, settings.width, distinct=settings.distinct)
    tree = Tree(kernels, view, *found, settings=settings)
    a_slice = 4 if kernels.is_plain else SLICE
    used = 0.0
    while used < 1:
        tree.grow(a_slice, seed)
        used = watch.used(tree.playouts)
        if settings.stop and tree.is_decided(used):
            break
    lines = tree.lines()
    if settings.variety > 0:
        lines.insert(0, lines.pop(_drawn([line.playouts for line in lines], settings.variety, rng)))
    return Thought(lines, tree.playouts)


def _drawn(visits: Sequence[int], variety: float, rng: MutableSequence[int]) -> int:
    """Draw a move by its visits.

    >>> _drawn([900, 90, 10], 0.2, [7])
    0
    """
    shares = [(times / visits[0]) ** (1 / variety) for times in visits]
    roll = below(rng, 1 << 30) / (1 << 30) * sum(shares)
    for n, share in enumerate(shares):
        roll -= share
        if roll < 0:
            return n
    return 0


def choose(
    game: Game,
    view: View,
    legal: Sequence[int],
    rng: MutableSequence[int],
    budget: Budget,
    settings: MctsSettings = USUAL,
) -> int:
    """Choose the action tried most often."""
    return think(game, view, legal, rng, budget, settings).action
